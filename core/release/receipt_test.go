package release

import (
	"fmt"
	"strings"
	"testing"

	"privatepca/core/privacy"
)

// receipted is a document with a receipt that covers it exactly. Its signature is none that anybody made: package receipt checks that.
func receipted(t *testing.T) *Document {
	t.Helper()
	d := sample()
	digest, err := Digest(d)
	if err != nil {
		t.Fatal(err)
	}
	p := &d.Privacy
	d.Receipt = &Receipt{
		Budget: "everyday life", ID: strings.Repeat("0a", 16), Number: 1, Cap: 2, CapDelta: 1e-6, Accounting: privacy.GDP, Mechanism: p.Mechanism, Epsilon: p.Epsilon, Delta: p.Delta,
		Rho: p.Rho, Mu: p.Mu, Claim: p.Claim, Relation: p.Relation, RowsPerPerson: max(1, p.RowsPerPerson), PersonColumn: p.PersonColumn,
		Document: digest, Key: strings.Repeat("0b", 32), Signature: strings.Repeat("0c", 64),
	}
	return d
}

// A receipt that lacks something, or holds a number below what can be, is malformed, whatever else it holds.
func TestMalformedReceipts(t *testing.T) {
	if err := (*Receipt)(nil).validate(); err != nil {
		t.Errorf("none: %v", err)
	}
	if err := receipted(t).Receipt.validate(); err != nil {
		t.Errorf("a genuine one: %v", err)
	}
	for name, good := range map[string]func(*Receipt){
		"rest":           func(r *Receipt) { r.Rest = strings.Repeat("0d", 32) },
		"raises":         func(r *Receipt) { r.Raises = 1 },
		"a long name":    func(r *Receipt) { r.Budget = strings.Repeat("ü", mostWords) },
		"of nothing":     func(r *Receipt) { r.Cap, r.CapDelta, r.Epsilon, r.Delta, r.Rho, r.Mu = 0, 0, 0, 0, 0, 0 },
		"number and m":   func(r *Receipt) { r.Number, r.RowsPerPerson = 7, 5 },
		"capital budget": func(r *Receipt) { r.Budget = "B" },
	} {
		t.Run(name, func(t *testing.T) {
			r := receipted(t).Receipt
			if good(r); r.validate() != nil {
				t.Error("a receipt that is well formed is refused")
			}
		})
	}
	for name, bad := range map[string]func(*Receipt){
		"no document": func(r *Receipt) { r.Document = "" }, "half a document": func(r *Receipt) { r.Document = r.Document[:32] }, "no id": func(r *Receipt) { r.ID = "" },
		"an id that is none": func(r *Receipt) { r.ID = strings.Repeat("xy", 16) }, "no key": func(r *Receipt) { r.Key = "" }, "no signature": func(r *Receipt) { r.Signature = "" },
		"half a signature": func(r *Receipt) { r.Signature = r.Signature[:64] }, "a rest that is none": func(r *Receipt) { r.Rest = "0d" }, "no budget": func(r *Receipt) { r.Budget = "" },
		"a name without end": func(r *Receipt) { r.Budget = strings.Repeat("ü", mostWords+1) }, "cap": func(r *Receipt) { r.Cap = -1 }, "cap’s delta": func(r *Receipt) { r.CapDelta = -1 },
		"epsilon": func(r *Receipt) { r.Epsilon = -1 }, "delta": func(r *Receipt) { r.Delta = -1 }, "rho": func(r *Receipt) { r.Rho = -1 }, "mu": func(r *Receipt) { r.Mu = -1 },
		"raises": func(r *Receipt) { r.Raises = -1 }, "resets": func(r *Receipt) { r.Resets = -1 }, "left out": func(r *Receipt) { r.LeftOut = -1 },
		"unprotected": func(r *Receipt) { r.Unprotected = -1 }, "number": func(r *Receipt) { r.Number = 0 }, "rows": func(r *Receipt) { r.RowsPerPerson = 0 },
	} {
		t.Run(name, func(t *testing.T) {
			r := receipted(t).Receipt
			if bad(r); r.validate() == nil {
				t.Error("it is taken")
			}
		})
	}
}

// What a site answers is no receipt until it was looked at: whatever is wrong with it, a document is not written with it, and the program goes on.
func TestAMalformedReceiptIsNotWritten(t *testing.T) {
	for name, bad := range map[string]func(*Receipt){
		"no key": func(r *Receipt) { r.Key = "" }, "half a key": func(r *Receipt) { r.Key = r.Key[:10] }, "no signature": func(r *Receipt) { r.Signature = "" }, "nothing": func(r *Receipt) { *r = Receipt{} },
	} {
		t.Run(name, func(t *testing.T) {
			d := receipted(t)
			r := *d.Receipt
			d.Receipt = nil
			if bad(&r); r.Document != "" {
				r.Document, _ = Digest(d)
			}
			if text, err := Receipted(d, r); err == nil || text != nil {
				t.Errorf("it is written: %v", err)
			}
		})
	}
}

// A debited ρ or μ pays for one that is not larger; where a document states none, none may have been debited.
func TestWhatPays(t *testing.T) {
	for _, c := range []struct {
		debited, stated float64
		want            bool
	}{{1, 1, true}, {2, 1, true}, {1, 2, false}, {0, 0, true}, {1e-12, 0, false}, {0, 1, false}, {.5, .5, true}, {.4, .5, false}} {
		t.Run(fmt.Sprintf("%g for %g", c.debited, c.stated), func(t *testing.T) {
			if got := pays(c.debited, c.stated); got != c.want {
				t.Error(got)
			}
		})
	}
}

// A receipt covers a document that costs no more, of the same mechanism, unit and claim, and that tells what happened to its budget.
func TestReceiptsCover(t *testing.T) {
	for name, enough := range map[string]func(*Document){
		"exactly": func(*Document) {}, "more ε": func(d *Document) { d.Receipt.Epsilon *= 2 }, "more δ": func(d *Document) { d.Receipt.Delta += 1e-9 },
		"raised, and told": func(d *Document) { d.Receipt.Raises, d.Privacy.History = 1, &History{Raises: 1} },
	} {
		t.Run(name, func(t *testing.T) {
			d := receipted(t)
			enough(d)
			d.Receipt.Document, _ = Digest(d)
			if c := verifyReceipt(d); !c.Holds {
				t.Error(c.Detail)
			}
		})
	}
	for name, c := range map[string]struct {
		change func(*Document)
		says   string
	}{
		"of another document":  {func(d *Document) { d.Receipt.Document = strings.Repeat("0e", 32) }, "another document"},
		"of another mechanism": {func(d *Document) { d.Receipt.Mechanism = "laplace" }, "another mechanism"},
		"of another relation":  {func(d *Document) { d.Receipt.Relation = "other" }, "another mechanism, relation"},
		"of more rows":         {func(d *Document) { d.Receipt.RowsPerPerson++ }, "unit"},
		"of a column":          {func(d *Document) { d.Receipt.PersonColumn += "person" }, "unit"},
		"less ε":               {func(d *Document) { d.Receipt.Epsilon /= 2 }, "less than"},
		"less δ":               {func(d *Document) { d.Privacy.Delta += 1e-6; d.Receipt.Document, _ = Digest(d) }, "less than"},
		"less ρ": {func(d *Document) {
			d.Receipt.Rho = d.Privacy.Rho + 1
			d.Privacy.Rho += 2
			d.Receipt.Document, _ = Digest(d)
		}, "less than"},
		"less μ": {func(d *Document) {
			d.Receipt.Mu = d.Privacy.Mu + 1
			d.Privacy.Mu += 2
			d.Receipt.Document, _ = Digest(d)
		}, "less than"},
		"of another claim": {func(d *Document) { d.Receipt.Claim += "!" }, "less than"},
		"raised":           {func(d *Document) { d.Receipt.Raises = 1 }, "raised limits"}, "reset": {func(d *Document) { d.Receipt.Resets = 1 }, "raised limits"},
		"left out": {func(d *Document) { d.Receipt.LeftOut = 1 }, "raised limits"}, "unprotected": {func(d *Document) { d.Receipt.Unprotected = 1 }, "raised limits"},
	} {
		t.Run(name, func(t *testing.T) {
			d := receipted(t)
			c.change(d)
			if got := verifyReceipt(d); got.Holds || !strings.Contains(got.Detail, c.says) {
				t.Errorf("%+v", got)
			}
		})
	}
}
