package pca

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise/noisetest"
	"privatepca/core/passes"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// A text is a file in memory that counts how often it is opened.
type text struct {
	data   []byte
	opened int
}

func (f *text) Open() (io.ReadCloser, error) {
	f.opened++
	return io.NopCloser(bytes.NewReader(f.data)), nil
}

func (f *text) Size() int64 { return int64(len(f.data)) }

// table has n records of three numbers and an id.
func table(n int) *text {
	var b strings.Builder
	b.WriteString("a,b,c,id\n")
	for i := range n {
		fmt.Fprintf(&b, "%d,%d,%d,p%d\n", i*37%101, i*53%101, i*i%101, i)
	}
	return &text{data: []byte(b.String())}
}

func columns(change func(*schema.Schema)) *schema.Schema {
	var fields []schema.Field
	for _, name := range []string{"a", "b", "c"} {
		fields = append(fields, schema.Field{Name: name, Kind: schema.Number, Minimum: 0, Maximum: 100})
	}
	s := schema.New(fields...)
	if change != nil {
		change(s)
	}
	return s
}

func choices() Choices {
	return Choices{Mechanism: method.Default, K: 2, Epsilon: 1, Delta: 1e-6, Relation: privacy.ReplaceOne}
}

// seeded is a machine that counts the words that are drawn.
func seeded(seed uint64) (*Machine, *counting) {
	source := &counting{from: noisetest.New(seed)}
	return &Machine{Random: source}, source
}

type counting struct {
	words int
	from  interface{ Uint64() uint64 }
}

func (c *counting) Uint64() uint64 {
	c.words++
	return c.from.Uint64()
}

func decided(t *testing.T, s *schema.Schema, c Choices) *Plan {
	t.Helper()
	p, err := NewPlan(s, c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// documentOf is the document of the k directions that a release was asked for, read again from its bytes.
func documentOf(t *testing.T, r *Result) (*release.Document, []byte) {
	t.Helper()
	b, err := r.Encode(r.K())
	if err != nil {
		t.Fatal(err)
	}
	d, err := release.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	return d, b
}

// checked is a release's document of k directions, written, read again and verified.
func checked(t *testing.T, r *Result, k int) *release.Document {
	t.Helper()
	b, err := r.Encode(k)
	if err != nil {
		t.Fatal(err)
	}
	d, err := release.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	verified(t, fmt.Sprintf("k = %d", k), d, b)
	return d
}

// verified asks for every check of a document; name says which document it is.
func verified(t *testing.T, name string, d *release.Document, b []byte) {
	t.Helper()
	for _, c := range release.Verify(d, b) {
		if !c.Holds {
			t.Errorf("%s: %s: %s", name, c.What, c.Detail)
		}
	}
}

var now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func wantFault(t *testing.T, err error, code, message string, spent bool) {
	t.Helper()
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != code || !strings.Contains(f.Message, message) || f.Spent != spent {
		t.Errorf("%+v, want code %q, %q, spent %t", err, code, message, spent)
	}
}

func TestRelease(t *testing.T) {
	m, _ := seeded(1)
	file := table(60)
	tab := Open(file, columns(nil), m)
	p := decided(t, columns(nil), choices())
	r, err := p.Run(context.Background(), tab, Run{Debit: NoLedger, Now: now, Software: release.Software{Version: "v"}})
	if err != nil {
		t.Fatal(err)
	}
	if r.K() != 2 || r.MaxK() != 2 || file.opened != 1 {
		t.Errorf("k = %d up to %d, %d readings", r.K(), r.MaxK(), file.opened)
	}
	for k := 1; k <= 2; k++ {
		b, err := r.Encode(k)
		if err != nil {
			t.Fatal(err)
		}
		d, err := release.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		verified(t, fmt.Sprintf("k = %d", k), d, b)
		if d.NumComponents != k || d.N != 60 || d.Created != "2026-01-02" || d.Software.Version != "v" || d.Statement() != p.Statement() {
			t.Errorf("%+v", d)
		}
		if all := strings.Join(d.Privacy.Assumptions, "\n"); !strings.Contains(all, "no ledger recorded this release") {
			t.Errorf("assumptions %s", all)
		}
	}
	for _, k := range []int{0, 3} {
		_, err := r.Encode(k)
		wantFault(t, err, fault.CodeRequest, "was not released", false)
	}
	// A second run of the plan is another draw of the same sum.
	if _, err := p.Run(context.Background(), tab, Run{Debit: NoLedger}); err != nil || file.opened != 1 {
		t.Errorf("%v, %d readings", err, file.opened)
	}
}

// The debit is asked once, after all is decided and summed, and before the first draw.
func TestDebitComesBeforeTheDraw(t *testing.T) {
	for name, change := range map[string]func(*Choices){
		"alone": func(*Choices) {},
		"steps": func(c *Choices) {
			c.Steps = &plan.Steps{Centre: &plan.Centre{Share: .1}, NormBound: &plan.NormBound{Share: .1, Quantile: .9}}
		},
		"k": func(c *Choices) {
			c.Mechanism, c.K, c.Steps = choosing(t), 0, &plan.Steps{ChooseK: &plan.ChooseK{Share: .1, Target: .8, Max: 2}}
		},
	} {
		c := choices()
		change(&c)
		m, source := seeded(1)
		file := table(60)
		tab := Open(file, columns(nil), m)
		p := decided(t, columns(nil), c)
		asked, told := 0, 0
		no := errors.New("no")
		run := Run{
			Debit: func() (release.Account, error) {
				if asked++; source.words != 0 || file.opened != 1 || tab.Matrix() == nil {
					t.Errorf("%s: %d words and %d readings before the debit", name, source.words, file.opened)
				}
				told = 0
				return release.Account{}, no
			},
			Progress: func(Progress) { told++ },
		}
		if _, err := p.Run(context.Background(), tab, run); err != no || asked != 1 || source.words != 0 || told != 0 {
			t.Errorf("%s: %v; asked %d times, %d words drawn, %d messages after the refusal", name, err, asked, source.words, told)
		}
		no = nil
		if _, err := p.Run(context.Background(), tab, run); err != nil || asked != 2 || source.words == 0 {
			t.Errorf("%s: %v; asked %d times, %d words drawn", name, err, asked, source.words)
		}
	}
}

// choosing is a mechanism whose k can be chosen.
func choosing(t *testing.T) string {
	t.Helper()
	for _, m := range method.All() {
		if m.ChoosesK {
			return m.Name
		}
	}
	t.Fatal("none chooses its k")
	return ""
}

func TestRefusedBeforeTheDebit(t *testing.T) {
	p := decided(t, columns(nil), choices())
	never := func() (release.Account, error) {
		t.Error("asked for a debit")
		return release.Account{}, nil
	}
	run := func(tab *Table, r Run) error {
		_, err := p.Run(context.Background(), tab, r)
		return err
	}
	wantFault(t, run(Open(table(3), columns(nil), nil), Run{}), fault.CodeRequest, "needs a debit", false)
	other := columns(func(s *schema.Schema) { s.RowsPerPerson = 2 })
	wantFault(t, run(Open(table(3), other, nil), Run{Debit: never}), fault.CodeSchema, "another schema", false)
	wantFault(t, run(Open(&text{data: []byte("a,b\n1,2\n")}, columns(nil), nil), Run{Debit: never}), fault.CodeSchema, "lacks", false)
	wantFault(t, run(Open(OSFile(filepath.Join(t.TempDir(), "secret-name")), columns(nil), nil), Run{Debit: never}), fault.CodeFile, "could not be opened", false)
	wantFault(t, run(Open(vanished{}, columns(nil), nil), Run{Debit: never}), fault.CodeFile, "changed or vanished", false)
	one := columns(func(s *schema.Schema) { s.Fields = s.Fields[:1] })
	_, err := Open(table(3), one, nil).Sum(context.Background(), nil)
	wantFault(t, err, fault.CodeSchema, "one feature only", false)
}

type vanished struct{}

func (vanished) Open() (io.ReadCloser, error) { return nil, ErrChanged }
func (vanished) Size() int64                  { return 7 }

// An error of opening a file may name it; a fault does not.
func TestFileNamesAreNotTold(t *testing.T) {
	_, err := Header(context.Background(), OSFile(filepath.Join(t.TempDir(), "secret-name")))
	wantFault(t, err, fault.CodeFile, "could not be opened", false)
	if raw, _ := json.Marshal(err); strings.Contains(err.Error(), "secret") || strings.Contains(string(raw), "secret") {
		t.Errorf("%v, %s", err, raw)
	}
}

func TestHeader(t *testing.T) {
	name := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(name, []byte("a;b\n1;2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := OSFile(name)
	h, err := Header(context.Background(), f)
	if err != nil || strings.Join(h.Columns, "|") != "a|b" || h.Delimiter != ";" || f.Size() != 8 {
		t.Errorf("%+v, %v, %d bytes", h, err, f.Size())
	}
	_, err = Header(context.Background(), &text{})
	wantFault(t, err, fault.CodeFile, "empty", false)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Header(ended, f); err != context.Canceled {
		t.Error(err)
	}
	if OSFile(t.TempDir()).Size() != 0 {
		t.Error("a folder has a size")
	}
}

// Whatever happens after the debit, the budget is gone, and the error says so.
func TestSpent(t *testing.T) {
	c := choices()
	c.Steps = &plan.Steps{NormBound: &plan.NormBound{Share: .1, Quantile: .9}}
	for name, data := range map[string]string{
		"another record more": string(table(31).data),
		"one cell of an id":   strings.Replace(string(table(30).data), "p29", "p28", 1),
		"cut short":           string(table(30).data[:50]),
		"nothing":             "",
	} {
		file := table(30)
		m, _ := seeded(1)
		p := decided(t, columns(nil), c)
		_, err := p.Run(context.Background(), Open(file, columns(nil), m), Run{Debit: func() (release.Account, error) {
			file.data = []byte(data)
			return release.Account{}, nil
		}})
		t.Run(name, func(t *testing.T) { wantFault(t, err, fault.CodeFile, "count the release as spent", true) })
	}
	// Noise that no 64-bit sum can hold is found before the debit; a matrix that has a
	// complex eigenvalue after it.
	for _, how := range method.All() {
		if !how.Refuses {
			continue
		}
		c := choices()
		c.Mechanism, c.Epsilon = how.Name, .1
		p := decided(t, columns(nil), c)
		refusals := 0
		for seed := range uint64(50) {
			m, _ := seeded(seed)
			if _, err := p.Run(context.Background(), Open(table(30), columns(nil), m), Run{Debit: NoLedger}); err != nil {
				wantFault(t, err, fault.CodeRefused, "no subspace", true)
				refusals++
			}
		}
		if refusals == 0 {
			t.Errorf("%s never refused", how.Name)
		}
	}
}

// A context ends the work at the next piece: before the debit nothing is spent, after it the
// budget is.
func TestContexts(t *testing.T) {
	c := choices()
	c.Steps = &plan.Steps{NormBound: &plan.NormBound{Share: .1, Quantile: .9}}
	for name, stop := range map[string]func(Progress) bool{
		"before":         nil,
		"while reading":  func(p Progress) bool { return p.Phase == plan.PhaseRead },
		"in a step":      func(p Progress) bool { return p.Phase == plan.PhaseNormBound },
		"while drawing":  func(p Progress) bool { return p.Phase == plan.PhaseNoise },
		"decomposing it": func(p Progress) bool { return p.Phase == plan.PhaseVectors },
	} {
		ctx, cancel := context.WithCancel(context.Background())
		if stop == nil {
			cancel()
			stop = func(Progress) bool { return false }
		}
		m, _ := seeded(1)
		debits := 0
		_, err := decided(t, columns(nil), c).Run(ctx, Open(table(30), columns(nil), m), Run{
			Debit: func() (release.Account, error) { debits++; return release.Account{}, nil },
			Progress: func(p Progress) {
				if stop(p) {
					cancel()
				}
			},
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		var f *fault.Error
		if told := errors.As(err, &f) && f.Spent; told != (debits > 0) {
			t.Errorf("%s: %d debits, and %+v", name, debits, err)
		}
		if early := name == "before" || name == "while reading"; early != (debits == 0) {
			t.Errorf("%s: %d debits", name, debits)
		}
		cancel()
	}
}

// elsewhere sums a file as a cluster would.
type elsewhere struct {
	file     File
	identity string
}

func (e *elsewhere) Sum(ctx context.Context, s *schema.Schema, progress func(Progress)) (*moment.Matrix, *Summary, error) {
	t := Open(e.file, s, nil)
	summary, err := t.Sum(ctx, progress)
	return t.Matrix(), summary, err
}

func (e *elsewhere) SumFeatures(ctx context.Context, s *schema.Schema, progress func(Progress)) (*dataset.FeatureSum, *Summary, error) {
	t := Open(e.file, s, nil)
	summary, err := t.Sum(ctx, progress)
	return t.features, summary, err
}

func (e *elsewhere) SumPass(ctx context.Context, s *schema.Schema, p passes.Pass, progress func(Progress)) (*passes.Sum, *Summary, error) {
	return Open(e.file, s, nil).SumPass(ctx, p, progress)
}

func (e *elsewhere) Identity() []byte { return []byte(e.identity) }

// What is summed elsewhere gives the same document, byte for byte, also under the norm rules sign and mean, which sum twice and three times.
func TestFrom(t *testing.T) {
	for _, rule := range []schema.NormRule{schema.Clip, schema.Sign, schema.Mean} {
		s, c := columns(func(s *schema.Schema) { s.NormRule = rule }), choices()
		if rule == schema.Mean {
			s.Scaling, s.Centre, c = schema.Affine, schema.CentreNone, usual(2, 1)
		}
		m, _ := seeded(7)
		other, _ := seeded(7)
		var documents [][]byte
		for _, tab := range []*Table{Open(table(60), s, m), From(&elsewhere{file: table(60)}, s, other)} {
			r, err := decided(t, s, c).Run(context.Background(), tab, Run{Debit: NoLedger, Now: now})
			if err != nil {
				t.Fatal(err)
			}
			b, err := r.Encode(2)
			if err != nil {
				t.Fatal(err)
			}
			documents = append(documents, b)
		}
		if !bytes.Equal(documents[0], documents[1]) {
			t.Errorf("%s: the documents differ", rule)
		}
	}
	s := columns(nil)
	source := &elsewhere{file: table(60), identity: "one"}
	elsewhere := From(source, s, nil)
	if _, err := elsewhere.Sum(context.Background(), nil); err != nil || elsewhere.Fingerprint() == "" {
		t.Error(err)
	}
	source.identity = "two"
	if _, err := elsewhere.Under(context.Background(), s, nil); !errors.Is(err, ErrChanged) {
		t.Errorf("other records: %v", err)
	}
	c := choices()
	c.Steps = &plan.Steps{Centre: &plan.Centre{Share: .1}}
	never := func() (release.Account, error) { t.Error("debited"); return release.Account{}, nil }
	_, err := decided(t, s, c).Run(context.Background(), elsewhere, Run{Debit: never})
	wantFault(t, err, fault.CodeRequest, "cannot be read again", false)
	wantFault(t, elsewhere.Each(context.Background(), s, nil, nil), fault.CodeRequest, "cannot be read again", false)
	wantFault(t, elsewhere.Norms(context.Background(), s, nil, nil), fault.CodeRequest, "cannot be read again", false)
}

// Every reading is compared with the first, also where its vectors are the same.
func TestEveryReadingIsCompared(t *testing.T) {
	s := columns(nil)
	each := func(tab *Table) error {
		return tab.Each(context.Background(), s, nil, func([]int16) error { return nil })
	}
	for name, read := range map[string]func(*Table) error{
		"records": each,
		"norms":   func(tab *Table) error { return tab.Norms(context.Background(), s, nil, func(float64) {}) },
		"another schema": func(tab *Table) error {
			_, err := tab.Under(context.Background(), columns(func(s *schema.Schema) { s.NormBound = 1 }), nil)
			return err
		},
	} {
		file := table(30)
		tab := Open(file, s, nil)
		if _, err := tab.Sum(context.Background(), nil); err != nil || tab.Fingerprint() == "" {
			t.Fatal(err)
		}
		if err := read(tab); err != nil {
			t.Errorf("%s, unchanged: %v", name, err)
		}
		file.data = []byte(strings.Replace(string(file.data), "p7", "q7", 1))
		if err := read(tab); err != ErrChanged {
			t.Errorf("%s, changed: %v", name, err)
		}
	}
	// A sum that failed keeps nothing.
	tab := Open(&text{data: []byte("a,b,c\n1,2,\"x\n")}, s, nil)
	if _, err := tab.Sum(context.Background(), nil); err == nil || tab.Matrix() != nil {
		t.Errorf("%v", err)
	}
	// The error of whoever takes the records is passed on as it is.
	file := table(30)
	tab = Open(file, s, nil)
	stop := errors.New("stop")
	if err := tab.Each(context.Background(), s, nil, func([]int16) error { return stop }); err != stop {
		t.Error(err)
	}
}

// Pairs that do not fit into memory are read again; a seed is drawn from the machine.
func TestPairs(t *testing.T) {
	s := columns(func(s *schema.Schema) { s.NormRule = schema.Pairs })
	sums := map[int64]bool{}
	for seed := range uint64(3) {
		m, source := seeded(seed)
		tab := Open(table(61), s, m)
		if _, err := tab.Sum(context.Background(), nil); err != nil || source.words != 4 {
			t.Errorf("%v, %d words", err, source.words)
		}
		sums[tab.Matrix().At(0, 1)] = true
	}
	if len(sums) != 3 {
		t.Errorf("three seeds give %d sums", len(sums))
	}
}

// The cost is that of every k which may be chosen, and of what the document states.
func TestCost(t *testing.T) {
	for _, how := range method.All() {
		if !how.ChoosesK {
			continue
		}
		for _, core := range []float64{0, .3} {
			if core > 0 && !how.HasCore {
				continue
			}
			c := choices()
			c.Mechanism, c.K, c.CoreShare, c.Steps = how.Name, 0, core, &plan.Steps{ChooseK: &plan.ChooseK{Share: .2, Target: .8, Max: 2}}
			p := decided(t, columns(nil), c)
			for k := 1; k <= 2; k++ {
				from, err := p.mechanism(k, Machine{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				other := *p
				if err := other.compose(from.Cost()); err != nil || fmt.Sprint(other.cost) != fmt.Sprint(p.Cost()) {
					t.Errorf("%s, core %v, k = %d: %+v, want %+v, %v", how.Name, core, k, other.cost, p.Cost(), err)
				}
			}
		}
	}
}

// What composition proves is shown before, and stated: less than what was asked for where the steps together cost less, and what
// was asked for where they are calibrated to it.
func TestStatesWhatIsProven(t *testing.T) {
	c := choices()
	c.Mechanism, c.K, c.Epsilon, c.Delta, c.CoreShare = "ppca", 0, 2, .01, .1
	c.Steps = &plan.Steps{ChooseK: &plan.ChooseK{Share: .5, Target: .8, Max: 2}}
	p := decided(t, columns(nil), c)
	from, err := p.mechanism(2, Machine{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	own := from.Cost()
	parts := append(p.parts[:1:1], privacy.Part{Step: "mechanism", Mechanism: c.Mechanism, Epsilon: own.Epsilon, Delta: own.Delta, Rho: own.Rho, Claim: own.Claim})
	composed, err := privacy.Compose(parts, c.Delta)
	if err != nil || composed.Epsilon >= .99*c.Epsilon {
		t.Fatalf("the case is none: composed ε = %v, %v", composed.Epsilon, err)
	}
	if got := p.Cost().Epsilon; got != composed.Epsilon || p.Statement().Epsilon != got {
		t.Errorf("stated ε = %v, composed %v", got, composed.Epsilon)
	}

	c = choices()
	c.Epsilon, c.Delta = .5, 1e-3
	c.Steps = &plan.Steps{NormBound: &plan.NormBound{Share: .5, Quantile: .9}}
	p = decided(t, columns(nil), c)
	if got := p.Cost().Epsilon; got != c.Epsilon || p.Statement().Epsilon != got {
		t.Errorf("stated ε = %v, calibrated for %v", got, c.Epsilon)
	}
	alone := choices()
	alone.Epsilon, alone.Delta = .5-p.Steps()[0].Budget.Epsilon, 1e-3
	if together, apart := p.Steps()[1].Width.Sigma, decided(t, columns(nil), alone).Cost().Rho; !(p.Cost().Rho > apart) {
		t.Errorf("σ = %d: no narrower than that of the ε that is left", together)
	}
}

func TestStatement(t *testing.T) {
	if got := decided(t, columns(func(s *schema.Schema) { s.BoundsFrom = schema.FromData }), choices()); got.Claim() != privacy.NotPrivate || !strings.Contains(got.Statement().String(), "not private") {
		t.Errorf("%s", got.Statement())
	}
	s := columns(func(s *schema.Schema) { s.RowsPerPerson, s.PersonColumn = 3, "id" })
	if got := decided(t, s, choices()).Statement().String(); !strings.Contains(got, "all rows that share id, at most 3") {
		t.Errorf("%s", got)
	}
}

// A plan lists its steps with what each may spend.
func TestSteps(t *testing.T) {
	c := choices()
	c.Steps = &plan.Steps{Centre: &plan.Centre{Share: .25}}
	p := decided(t, columns(nil), c)
	steps := p.Steps()
	if len(steps) != 2 || steps[0].Name != method.StepCentre || math.Abs(steps[0].Width.Rho/steps[1].Width.Rho-1./3) > 1e-3 || !p.ReadsAgain() {
		t.Errorf("%+v", steps)
	}
	steps[0].Name = "changed"
	if p.Steps()[0].Name != method.StepCentre {
		t.Error("the plan was changed")
	}
	if p := decided(t, columns(nil), choices()); p.ReadsAgain() || len(p.Steps()) != 1 {
		t.Errorf("%+v", p.Steps())
	}
}
