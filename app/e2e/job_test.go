package e2e

import (
	"os"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/dataset"
	"privatepca/core/moment"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/schema/papertest"
	"privatepca/core/subspace"
)

// checked decodes a released document and checks what holds of every one.
func checked(t *testing.T, document, loadings []byte, mechanism string, k, d int) *release.Document {
	t.Helper()
	doc, err := release.Decode(document)
	if err != nil {
		t.Fatal(err)
	}
	again, err := release.Encode(doc)
	if err != nil || string(again) != string(document) {
		t.Errorf("the document does not come back byte for byte: %v", err)
	}
	if doc.Privacy.Mechanism != mechanism || doc.NumComponents != k || doc.NumFeatures != d || len(doc.FeatureNames) != d {
		t.Errorf("%s, k = %d, d = %d, %d names; want %s, %d, %d", doc.Privacy.Mechanism, doc.NumComponents, doc.NumFeatures, len(doc.FeatureNames), mechanism, k, d)
	}
	if e := subspace.Basis(doc.Components).OrthonormalError(); e > 1e-4 {
		t.Errorf("orthonormal to %g only", e)
	}
	if want := digestOfWorker(t, web); doc.Software.WorkerSHA256 != want {
		t.Errorf("the worker's digest is %q, and that of the program served %s", doc.Software.WorkerSHA256, want)
	}
	if lines := strings.Count(string(loadings), "\n"); lines != k*d+1 {
		t.Errorf("%d lines of loadings, want a header and %d", lines, k*d)
	}
	return doc
}

func TestTheWholeJobOnTheSample(t *testing.T) {
	t.Parallel()
	feature(t, "The whole job on a sample, to the downloaded document")
	p := sit(t, server, 40*time.Second)
	document, loadings, err := at.Do(p.ctx, p.Visit, drive.Job{Sample: "two-directions", Epsilon: "2", Delta: "1e-6", K: "2", Mechanism: "gaussian", Relation: "add-remove"})
	p.must(err)
	doc := checked(t, document, loadings, "gaussian", 2, 10)
	if doc.N != 0 || doc.Privacy.Relation != "add-remove" {
		t.Errorf("under %s the document holds n = %d", doc.Privacy.Relation, doc.N)
	}
	if doc.Privacy.Epsilon != 2 || doc.Privacy.Delta != 1e-6 {
		t.Errorf("ε = %g, δ = %g", doc.Privacy.Epsilon, doc.Privacy.Delta)
	}
	for _, line := range p.Record().Console() {
		if amiss(line) {
			t.Errorf("on the console: %+v", line)
		}
	}
}

// With a large ε next to no noise is added, so nearly all energy must be kept.
func TestTheWholeJobOnRealRecords(t *testing.T) {
	t.Parallel()
	table, dictionary := papertest.Path(t, "insurance.csv.gz"), papertest.Path(t, "insurance.schema.json")
	const k = 11
	m := exactly(t, table, dictionary, 3.79)
	optimum := topEigenvalues(m, k)

	p := sit(t, server, 90*time.Second)
	j := drive.Job{Data: table, Schema: dictionary, Norm: "3.79", Epsilon: "50", Delta: "1e-6", K: "11", Mechanism: "gaussian", Cap: "200"}
	document, loadings, err := at.Do(p.ctx, p.Visit, j)
	p.must(err)
	first := checked(t, document, loadings, "gaussian", k, 150)

	j.Mechanism = "ppca-gibbs"
	p.click(`nav a[href="/privacy"]`)
	at.Privacy(p).Stands()
	at.Privacy(p).Answer(j)
	at.Privacy(p).ToRelease()
	p.must(p.Release(p.ctx))
	document, loadings, err = p.TakeDocument(p.ctx)
	p.must(err)
	second := checked(t, document, loadings, "ppca-gibbs", k, 150)

	for _, doc := range []*release.Document{first, second} {
		share := subspace.Basis(doc.Components).Energy(m) / optimum
		t.Logf("%s keeps %.4f of the optimal energy", doc.Privacy.Mechanism, share)
		if share < 0.98 || share > 1+1e-4 {
			t.Errorf("%s keeps %.4f of the optimal energy, want 0.98 to 1", doc.Privacy.Mechanism, share)
		}
		if doc.N != 9822 || doc.Encoding.NormBound != 3.79 {
			t.Errorf("n = %d, R = %g", doc.N, doc.Encoding.NormBound)
		}
	}
}

// exactly computes the second moment natively.
func exactly(t *testing.T, table, dictionary string, norm float64) *moment.Matrix {
	t.Helper()
	text, err := os.ReadFile(dictionary)
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	s.NormBound = norm
	f, err := os.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sum := moment.NewAccumulator(s.D(), schema.Scale)
	if _, err := dataset.Read(f, s, sum.Add); err != nil {
		t.Fatal(err)
	}
	return sum.Matrix()
}

// topEigenvalues sums the k largest eigenvalues: the energy that no subspace exceeds.
func topEigenvalues(m *moment.Matrix, k int) float64 {
	d := m.Dim()
	full := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			full.SetSym(i, j, float64(m.At(i, j)))
		}
	}
	var e mat.EigenSym
	e.Factorize(full, false)
	var sum float64
	for _, v := range e.Values(nil)[d-k:] { // ascending
		sum += v
	}
	return sum
}
