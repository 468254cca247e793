package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A Mutant is the source with one fault planted, by go build's overlay, and the check
// that must notice.
type Mutant struct {
	Fault string
	Edits []Edit
	Row   string // the rows, by prefix, that are run on the mutant
	Check string // one of these checks must fail there
	Share float64
}

// An Edit replaces a text that occurs exactly once in a file of the module.
type Edit struct{ File, Old, New string }

// Mutants lists the faults.
var Mutants = []Mutant{
	{
		Fault: "Bingham rejection accepts always",
		Edits: []Edit{{"core/internal/bingham/vector.go", "return noise.Exponential(src) >= w-h-h*math.Log(w/h)", "return noise.Exponential(src) >= w-h-h*math.Log(w/h) || true"}},
		Row:   "ppca, d=2 k=1, replace-one, m=1", Check: CheckLaw,
	},
	{
		Fault: "matrix Bingham proposals accepted always",
		Edits: []Edit{{"core/internal/bingham/matrix.go", "if left -= cost; left < 0 {", "if left -= cost; left < -1e300 {"}},
		Row:   "ppca, tied spectrum", Check: CheckLaw, Share: 1,
	},
	{
		Fault: "ε for ε/2",
		Edits: []Edit{{"core/mechanism/exponential.go", "c /= 2", "c /= 1"}},
		Row:   "ppca, d=2 k=1, replace-one, m=1", Check: CheckClaim,
	},
	{
		Fault: "ε for ε/2, seen by nuclear noise",
		Edits: []Edit{{"core/mechanism/exponential.go", "c /= 2", "c /= 1"}},
		Row:   "nuclear, replace-one, m=1", Check: CheckClaim,
	},
	{
		Fault: "a person's rows forgotten in the exponent",
		Edits: []Edit{{"core/mechanism/exponential.go", "c := epsilon / float64(p.RowsPerPerson)", "c := epsilon"}},
		Row:   "ppca, d=2 k=1, replace-one, m=2", Check: CheckClaim,
	},
	{
		Fault: "missing √2 in the Gaussian sensitivity",
		Edits: []Edit{{"core/privacy/gaussian.go", "return s.Lsh(s, 1)", "return s"}},
		Row:   "gaussian, replace-one, m=1", Check: CheckClaim,
	},
	{
		Fault: "off the diagonal σ/2 for σ/√2",
		Edits: []Edit{{"core/privacy/gaussian.go", "half.Rsh(half, 1)", "half.Rsh(half, 2)"}},
		Row:   "gaussian, replace-one, off the diagonal", Check: CheckClaim,
	},
	{
		Fault: "ℓ₂ for ℓ₁ in the Laplace sensitivity, replace-one",
		Edits: []Edit{{"core/mechanism/laplace.go", "x.Mul(square, big.NewInt(min((d*d+3*d)/2, (z+1)*(z+1))))", "x.Mul(square, big.NewInt(2))"}},
		Row:   "laplace, replace-one, m=1", Check: CheckClaim,
	},
	{
		Fault: "ℓ₂ for ℓ₁ in the Laplace sensitivity, add/remove",
		Edits: []Edit{{"core/mechanism/laplace.go", "x.Mul(square, big.NewInt((z+1)*(z+1)))", "x.Mul(square, big.NewInt(4))"}},
		Row:   "laplace, add-remove, m=1", Check: CheckClaim,
	},
	{
		Fault: "discrete Gaussian accepts always",
		Edits: []Edit{{"core/noise/gaussian.go", "g.accept(src, p) {", "g.accept(src, p) || true {"}},
		Row:   "gaussian, replace-one, m=1", Check: CheckLaw,
	},
	{
		Fault: "noise drawn and not added",
		Edits: []Edit{{"core/mechanism/whole.go", "float64(x+draw.Draw(src))", "float64(x+0*draw.Draw(src))"}},
		Row:   "gaussian, replace-one, m=1", Check: CheckClaim,
	},
	{
		Fault: "SULQ's noise halved",
		Edits: []Edit{{"core/mechanism/sulq.go", "math.Sqrt(8) * d", "math.Sqrt(2) * d"}},
		Row:   "sulq, replace-one", Check: CheckLaw,
	},
	{
		Fault: "MOD-SULQ's noise halved",
		Edits: []Edit{{"core/method/width.go", "(x+1)/epsilon*root", "(x+1)/epsilon*root/2"}},
		Row:   "modsulq, replace-one", Check: CheckLaw,
	},
	{
		Fault: "nuclear noise without its Haar rotation",
		Edits: []Edit{{"core/internal/nuclear/matrix.go", "for k := d - 2; k >= 0; k-- {", "for k := d - 2; k >= d; k-- {"}},
		Row:   "nuclear, replace-one, m=1", Check: CheckLaw,
	},
	{
		Fault: "each direction of sequential spends all of ε",
		Edits: []Edit{{"core/mechanism/sequential.go", "c := exponent(q.p, q.each)", "c := exponent(q.p, q.p.Budget.Epsilon)"}},
		Row:   "sequential, d=3 k=2, replace-one", Check: CheckLaw,
	},
	{
		Fault: "the core's noise in units of the wrong grid",
		Edits: []Edit{{"core/mechanism/core.go", "new(big.Int).Mul(norm2, ", "new(big.Int).Mul(big.NewInt(coreGrid), "}},
		Row:   "random neighbours 1: ppca with core", Check: CheckClaim, Share: 1,
	},
	{
		Fault: "the rotation skipped in the exact sampler",
		Edits: []Edit{{"core/internal/bingham/matrix.go", "Rotate(v, src)", "_ = Rotate"}},
		Row:   "gauge: ", Check: CheckGauge,
	},
	{
		Fault: "the rotation skipped in Gibbs",
		Edits: []Edit{{"core/internal/bingham/gibbs.go", "Rotate(v, src)", "_ = Rotate"}},
		Row:   "gauge: ", Check: CheckGauge,
	},
	{
		Fault: "the basis is not made canonical",
		Edits: []Edit{notCanonical},
		Row:   "canonical: ", Check: CheckCanonical,
	},
	{
		Fault: "a mean step without noise",
		Edits: []Edit{{"core/mechanism/mean.go", "rows*base[i] + m.draw.Draw(src))", "rows*base[i] + 0*m.draw.Draw(src))"}},
		Row:   "sign, the mean of gaussian", Check: CheckClaim,
	},
	{
		Fault: "half of √D in the mean's sensitivity",
		Edits: []Edit{{"core/privacy/mean.go", "return big.NewInt(q.Spread)", "return big.NewInt(q.Spread / 4)"}},
		Row:   "sign, the mean of gaussian", Check: CheckLaw,
	},
	{
		Fault: "a K-norm mean of half the width",
		Edits: []Edit{{"core/mechanism/knorm.go", "z = append(z, r*float64(c.Range)*(2*noise.Uniform(src)-1))", "z = append(z, r/2*float64(c.Range)*(2*noise.Uniform(src)-1))"}},
		Row:   "sign, the mean of nuclear", Check: CheckLaw,
	},
	{
		Fault: "a centre that leaks exactly",
		Edits: []Edit{{"core/pca/mean.go", "\td.schema.Settle(point, sigma)", "\tpoint = d.table.ExactMean()\n\td.schema.Settle(point, sigma)"}},
		Row:   "sign, gaussian", Check: CheckReplay,
	},
	{
		Fault: "μ added instead of squared",
		Edits: []Edit{{"core/privacy/joint.go", "square = addUp(square, quoUp(q.Squared, s.Mul(s, s)))", "square = addUp(square, math.Sqrt(quoUp(q.Squared, s.Mul(s, s))))"}},
		Row:   "sign, gaussian", Check: CheckLaw,
	},
	{
		Fault: "squares with α² = 3, which are not free",
		Edits: []Edit{{"core/schema/sums.go", "squareWeight  = 1.6583123951777 ", "squareWeight  = 1.7320508075689 "}},
		Row:   "mean, the sums, replace-one", Check: CheckLaw, Share: 1,
	},
	{
		Fault: "counts of lengths without noise",
		Edits: []Edit{{"core/mechanism/sums.go", "float64(s*n+l.draw.Draw(src))", "float64(s*n+0*l.draw.Draw(src))"}},
		Row:   "mean, the counts of lengths, replace-one", Check: CheckClaim,
	},
	{
		Fault: "a count of rows without noise",
		Edits: []Edit{{"core/mechanism/sums.go", "float64(s*n+l.draw.Draw(src))", "float64(s*n+0*l.draw.Draw(src))"}},
		Row:   "mean, the count of rows", Check: CheckClaim,
	},
	{
		Fault: "a length from the exact counts",
		Edits: []Edit{{"core/pca/standard.go", "\tcut, err := scaling.FromCounts(", "\tfor i, n := range counts.Counts() {\n\t\tnoisy[i] = float64(n)\n\t}\n\tcut, err := scaling.FromCounts("}},
		Row:   "mean, whole, replace-one", Check: CheckReplay,
	},
	{
		Fault: "a length from the records, beside noisy counts",
		Edits: []Edit{{"core/pca/standard.go", "\td.cut, d.weights = cut, weights\n", "\tcut.Radius *= 1 + float64(counts.Counts()[3])/1000\n\td.cut, d.weights = cut, weights\n"}},
		Row:   "mean, whole, replace-one", Check: CheckReplay,
	},
	{
		Fault: "scales from the exact sums",
		Edits: []Edit{{"core/pca/standard.go", "\treturn meansOf(&d.schema, facts, d.plan.standard.sums.Release(sum.Sum, sum.Rows, d.table.machine.Random))", "\tnoisy := d.plan.standard.sums.Release(sum.Sum, sum.Rows, d.table.machine.Random)\n\tfor i, x := range sum.Sum {\n\t\tnoisy.Coordinates[i] = float64(x) / schema.Scale\n\t}\n\treturn meansOf(&d.schema, facts, noisy)"}},
		Row:   "mean, whole, replace-one", Check: CheckReplay,
	},
	{
		Fault: "the true number of rows where it is private",
		Edits: []Edit{{"core/pca/standard.go", "\td.means = means\n", "\tmeans.Rows = float64(d.table.summary.Rows)\n\td.means = means\n"}},
		Row:   "mean, whole, add-remove", Check: CheckReplay,
	},
	{
		Fault: "no room for a record's constant, unnoticed by encoder and sum",
		Edits: []Edit{
			{"core/schema/sums.go", "return Scale / math.Sqrt(1+ConstantSquared)", "return Scale * math.Sqrt(1)"},
			{"core/dataset/standard.go", "limit := schema.Scale*schema.Scale - root*root", "limit := int64(schema.Scale * schema.Scale)"},
			{"core/moment/moment.go", "if norm > int64(a.scale)*int64(a.scale) {", "if norm > 2*int64(a.scale)*int64(a.scale) {"},
		},
		Row: "mean, the second moment", Check: CheckLaw, Share: 1,
	},
	{
		Fault: "weights of rows ignored in the sums' sensitivity",
		Edits: []Edit{{"core/privacy/mean.go", "m.Mul(m, big.NewInt(max(1, q.WeightUnit)))", "_ = max(1, q.WeightUnit)"}},
		Row:   "mean, the sums of weighted rows, replace-one", Check: CheckClaim,
	},
	{
		Fault: "weights of rows half counted in the sums' sensitivity",
		Edits: []Edit{{"core/privacy/mean.go", "m.Mul(m, big.NewInt(max(1, q.WeightUnit)))", "m.Mul(m, big.NewInt(max(1, q.WeightUnit/2)))"}},
		Row:   "mean, the sums of weighted rows, add-remove", Check: CheckLaw,
	},
	{
		Fault: "weights of rows ignored in the counts' sensitivity",
		Edits: []Edit{{"core/plan/standard.go", "return schema.Scale * uint64(max(1, s.RowWeight.Unit()))", "return schema.Scale * uint64(max(1, s.RowWeight.Unit()/1397))"}},
		Row:   "mean, weighted counts of lengths, replace-one", Check: CheckClaim,
	},
	{
		Fault: "the true sum of the weights",
		Edits: []Edit{{"core/pca/standard.go", "\td.means = means\n", "\tmeans.Rows = float64(d.table.features.Rows) / float64(schema.RowWeightUnit())\n\td.means = means\n"}},
		Row:   "mean, whole, of weighted rows, replace-one", Check: CheckReplay,
	},
	{
		Fault: "neither rotated nor canonical",
		Edits: []Edit{{"core/internal/bingham/matrix.go", "Rotate(v, src)", "_ = Rotate"}, notCanonical},
		Row:   "gauge: pair of ppca", Check: CheckClaim,
	},
}

var notCanonical = Edit{"core/subspace/canonical.go", "out := cholesky(v)\n\tvarimax(out)\n\treturn out", "_, _ = cholesky, varimax\n\treturn v"}

// checks are the names of failed checks by row: what the audit of a mutant tells.
type checks map[string][]string

// Checks lists the failed checks by row.
func (r *Report) Checks() map[string][]string {
	out := checks{}
	for _, result := range r.Results {
		out[result.Name] = []string{}
		for _, f := range result.Failed {
			out[result.Name] = append(out[result.Name], f.Check)
		}
	}
	return out
}

// RunMutants audits every mutant and returns those that live, one line each. It is an
// error where a text is not found exactly once, or a mutant does not build: the list is
// out of date then.
func RunMutants(w io.Writer) (lived []string, err error) {
	root, err := projectRoot()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "audit-mutants")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	fmt.Fprintf(w, "%-58s %-10s %s\n", "mutant", "must fail", "on")
	for _, m := range Mutants {
		failed, err := m.audit(root, dir)
		if err != nil {
			return lived, fmt.Errorf("audit: mutant %q: %w", m.Fault, err)
		}
		verdict := "lives"
		if at := failed.row(m.Check); at != "" {
			verdict = "killed by " + at
		} else {
			lived = append(lived, "the mutant lives: "+m.Fault)
		}
		fmt.Fprintf(w, "%-58s %-10s %s\n", m.Fault, m.Check, verdict)
	}
	return lived, nil
}

// row returns the first row on which that check failed.
func (c checks) row(check string) string {
	var at []string
	for row, failed := range c {
		if slices.Contains(failed, check) {
			at = append(at, row)
		}
	}
	if len(at) == 0 {
		return ""
	}
	slices.Sort(at)
	return at[0]
}

// projectRoot is the folder of the root module, from any folder of the project.
func projectRoot() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "privatepca").Output()
	if err != nil {
		return "", fmt.Errorf("audit: mutants need the project's source: run it from there: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// audit builds the audit with the mutant in it and runs its rows.
func (m *Mutant) audit(root, dir string) (checks, error) {
	replace := map[string]string{}
	for i, e := range m.Edits {
		mutated, err := e.apply(root)
		if err != nil {
			return nil, err
		}
		file := filepath.Join(dir, fmt.Sprintf("%d_%s", i, filepath.Base(e.File)))
		if err := os.WriteFile(file, mutated, 0o600); err != nil {
			return nil, err
		}
		replace[filepath.Join(root, e.File)] = file
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	overlayFile, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "audit")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		return nil, err
	}
	build := exec.Command("go", "build", "-overlay", overlayFile, "-o", program, "./audit/cmd")
	build.Dir = filepath.Join(root, "core", "lab")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w: %s", err, out)
	}
	run := exec.Command(program, "-json", "-only", m.Row, "-share", fmt.Sprint(max(m.Share, defaultShare)))
	var stderr bytes.Buffer
	run.Stderr = &stderr
	out, err := run.Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, &stderr)
	}
	var failed checks
	return failed, json.Unmarshal(out, &failed)
}

// defaultShare of the draws is enough to see a gross fault.
const defaultShare = 0.2

func (e *Edit) apply(root string) ([]byte, error) {
	source, err := os.ReadFile(filepath.Join(root, e.File))
	if err != nil {
		return nil, err
	}
	if n := bytes.Count(source, []byte(e.Old)); n != 1 {
		return nil, fmt.Errorf("%q occurs %d times in %s, not once", e.Old, n, e.File)
	}
	return bytes.Replace(source, []byte(e.Old), []byte(e.New), 1), nil
}
