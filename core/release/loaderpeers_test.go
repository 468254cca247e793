package release_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"privatepca/core/release"
)

// loaderIn writes the loaders of a document of testdata/found into a new folder.
func loaderIn(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "found", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := release.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	write(t, folder, "release.py", d.Python())
	write(t, folder, "release.R", d.R())
	return folder
}

// Scikit-learn takes the Python loader for a transformer of its own: names, tags, clone, pipelines, column transformers, frames with their index.
func TestLoaderInScikitLearn(t *testing.T) {
	python := release.Interpreter(t, "scikit-learn with pandas and polars", "-c", "import sklearn, pandas, polars", "python3")
	folder := loaderIn(t, "factors")
	out, err := exec.Command(python, "-W", "error", "-c", fmt.Sprintf(`
import pickle, sys, warnings
sys.path.insert(0, %q)
import numpy as np, pandas as pd, polars as pl, sklearn
from release import RELEASE, PrivatePCA, pca
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import estimator_html_repr, get_tags
from sklearn.utils.estimator_checks import check_estimator
from sklearn.utils.validation import check_is_fitted

random = np.random.default_rng(1)
table = pd.DataFrame({f["name"]: random.choice(f["levels"], 9) if "levels" in f else random.uniform(f["minimum"], f["maximum"], 9) for f in RELEASE["fields"]})
plain = pca.transform(table)
assert list(pca.feature_names_in_) == list(table.columns) and pca.n_features_in_ == table.shape[1] < pca.n_features_ == pca.components_.shape[1]
assert type(plain) is np.ndarray and (pca.fit_transform(table.to_numpy()) == plain).all()

framed = clone(pca).set_output(transform="pandas")
scores = framed.transform(table.iloc[5:7])
assert list(scores.index) == [5, 6] and list(scores.columns) == list(pca.get_feature_names_out()) and (scores.to_numpy() == plain[5:7]).all()
assert framed.set_output(transform=None)._output == "pandas" and pca._output is None
columns = pl.DataFrame({name: table[name].tolist() for name in table})
assert (clone(pca).set_output(transform="polars").transform(columns).to_numpy() == plain).all()
with sklearn.config_context(transform_output="pandas"):
    assert isinstance(pca.transform(table), pd.DataFrame)
assert isinstance(pca.transform(table), np.ndarray)
try:
    pca.set_output(transform="csv")
    raise SystemExit("an unknown output was taken")
except ValueError as e:
    assert "csv" in str(e)

assert get_tags(pca).estimator_type == "transformer" and not get_tags(pca).requires_fit
check_is_fitted(pca)
piped = make_pipeline(clone(pca), StandardScaler()).set_output(transform="pandas").fit_transform(table)
assert piped.shape == plain.shape and abs(piped.to_numpy().mean(axis=0)).max() < 1e-9
assert "directions of" in estimator_html_repr(make_pipeline(pca)) and "directions of" in repr(pca)
both = make_column_transformer((pca, list(table.columns)), remainder="drop", verbose_feature_names_out=False)
assert (both.fit_transform(table.assign(other=1)) == plain).all() and list(both.get_feature_names_out()) == list(pca.get_feature_names_out())
twice = FeatureUnion([("one", pca), ("two", clone(pca))]).fit_transform(table)
assert (twice == np.hstack([plain, plain])).all()
assert (pickle.loads(pickle.dumps(pca)).transform(table) == plain).all()

missing = table.convert_dtypes()
missing.iloc[0] = pd.NA
object_ = table.astype(object)
object_.iloc[0] = pd.NA
none = table.astype(object)
none.iloc[0] = None
assert (pca.transform(missing) == pca.transform(none)).all() and (pca.transform(object_) == pca.transform(none)).all()
assert abs(pca.transform(none)[0]).max() < 1e-9 and abs(pca.get_covariance() - pca.get_covariance().T).max() == 0

# Scikit-learn's own checks. Many transform tables of columns that they make up, which a release refuses in these words.
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # that the class does not inherit from scikit-learn's, which it does without
    checks = check_estimator(pca, on_fail=None, on_skip=None)
failed = {c["check_name"] for c in checks if c["status"] == "failed" and "cells, not the" not in repr(c["exception"]) and "sequence of rows" not in repr(c["exception"])}
fits = {  # a release is fitted when it is made: it has its attributes from there, and fit reads no table
    "check_no_attributes_set_in_init", "check_n_features_in", "check_n_features_in_after_fitting", "check_complex_data", "check_fit1d",
    "check_estimators_empty_data_messages", "check_estimator_sparse_tag"}
assert failed <= fits, failed - fits
assert sum(c["status"] == "passed" for c in checks) >= 18, len(checks)
print("checked")
`, folder)).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "checked") {
		t.Fatalf("%v\n%s", err, out)
	}
}

// What draws or tidies R's prcomp and FactoMineR's PCA takes the R loader.
func TestLoaderInFactoextra(t *testing.T) {
	r := release.Interpreter(t, "R with factoextra and broom", "-e", "stopifnot(requireNamespace('factoextra'), requireNamespace('broom'))", "Rscript")
	folder := loaderIn(t, "factors")
	out, err := exec.Command(r, "-e", fmt.Sprintf(`options(warn = 2)
suppressMessages(suppressWarnings({ library(factoextra); library(broom) }))
source(file.path(%q, "release.R"))
pdf(NULL)
set.seed(1)
rows <- as.data.frame(lapply(release$fields, function(f) if (!is.null(f$levels)) sample(f$levels, 9, TRUE) else runif(9, f$minimum, f$maximum)), col.names = vapply(release$fields, function(f) f$name, ""))
rownames(rows) <- letters[1:9]
scores <- predict(release, rows)
k <- ncol(release$rotation)
stopifnot(length(release$sdev) == k, nrow(tidy(release)) == length(release$rotation), nrow(tidy(release, matrix = "eigenvalues")) == k)
stopifnot(all(unname(as.matrix(augment(release, data = rows)[, paste0(".fittedPC", seq_len(k))])) == unname(scores)))
p <- with_rows(release, rows)
stopifnot(identical(class(p), "prcomp"), identical(unname(p$x), unname(scores)), identical(rownames(p$x), rownames(rows)))
for (f in list(fviz_pca_ind, fviz_pca_biplot, fviz_pca_var)) print(f(p))
print(fviz_pca_var(release)); print(fviz_eig(release))
stopifnot(nrow(tidy(p)) == 9 * k, "a" %%in%% augment(p)$.rownames)
q <- as_PCA(release)
stopifnot(abs(sum(q$eig[, 1]) - nrow(q$var$coord)) < 1e-9, nrow(get_eigenvalue(q)) == nrow(q$eig))
print(fviz_eig(q)); print(fviz_pca_var(q)); print(fviz_contrib(q, "var")); print(fviz_cos2(q, "var")); get_pca_var(q)
print(fviz_add(fviz_pca_var(q), q$quali.sup$coord[, 1:2], color = "red", geom = "point"))
cat("done")`, folder)).CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "done") {
		t.Fatalf("%v\n%s", err, out)
	}
}
