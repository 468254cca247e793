package release_test

import (
	"os/exec"
	"strings"
	"testing"

	"privatepca/core/release"
)

// scikit-learn clones the loader, runs it in a pipeline beside its own steps, and its own checks of parameters and of names pass.
// Its checks of fitting do not apply: they fit random arrays, and a release takes the columns of its table alone and learns nothing.
func TestLoaderInScikitLearn(t *testing.T) {
	python := release.Interpreter(t, "Python with scikit-learn", "-c", "import sklearn", "python3", "/usr/bin/python3")
	schemas, documents := variants(t)
	if len(schemas) == 0 {
		t.Fatal("no documents to load")
	}
	dir := t.TempDir()
	write(t, dir, "release.py", documents[0].Python())
	write(t, dir, "run.py", []byte(`
import numpy as np
from sklearn.base import clone
from sklearn.pipeline import FeatureUnion, Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import estimator_checks as checks
from release import PrivatePCA, pca
rows = [["40", "f", "0.5"], ["12", "f", ".25"], ["30", "", "1"], ["", "x", "-7"]]
z = pca.transform(rows)
copy = clone(pca)
assert copy is not pca and (copy.transform(rows) == z).all() and (copy.components_ == pca.components_).all()
scaled = Pipeline([("pca", pca), ("scale", StandardScaler())]).fit_transform(rows)
assert np.allclose(scaled, StandardScaler().fit_transform(z)) and scaled.shape == z.shape
assert list(Pipeline([("pca", pca), ("scale", StandardScaler())]).fit(rows).get_feature_names_out()) == list(pca.get_feature_names_out())
both = FeatureUnion([("one", pca), ("two", copy)]).fit_transform(rows)
assert (both == np.hstack([z, z])).all()
for check in (checks.check_get_params_invariance, checks.check_set_params, checks.check_parameters_default_constructible):
    check("PrivatePCA", PrivatePCA())
try:
    pca.set_params(n_components=3)
    raise SystemExit("a parameter was taken")
except ValueError:
    pass
print("checked")
`))
	cmd := exec.Command(python, "run.py")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "checked") {
		t.Errorf("%v\n%s", err, out)
	}
}
