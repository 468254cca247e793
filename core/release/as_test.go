package release

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// What two releases cost together is stated where both protect the same, and nowhere else: where one row of a person counted in the earlier one and five
// do here, the earlier one cost such a person up to five times its μ.
func TestBothCostIsOfTheSameUnit(t *testing.T) {
	text := documentsIn(t, 1, "testdata", "found")["factors"]
	d, err := Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	e, err := EarlierOf(d, text)
	if err != nil {
		t.Fatal(err)
	}
	const mu, delta = .3, 1e-6
	under := func(rows int, column string) *schema.Schema {
		return &schema.Schema{RowsPerPerson: rows, PersonColumn: column}
	}
	if said := e.BothCost(mu, delta, under(1, "")); !strings.Contains(said, "both cost ε = ") {
		t.Errorf("of the same unit: %q", said)
	}
	for _, c := range []struct {
		earlier, mu, delta float64
		stated             bool
	}{{0, mu, delta, false}, {.2, 0, delta, false}, {.2, mu, 0, false}, {1, mu, delta, true}, {.2, 1, delta, true}} {
		t.Run(fmt.Sprintf("%g and %g at %g", c.earlier, c.mu, c.delta), func(t *testing.T) {
			of := *e
			of.Mu = c.earlier
			if said := of.BothCost(c.mu, c.delta, under(1, "")); (said != "") != c.stated {
				t.Errorf("%q", said)
			}
		})
	}
	for what, s := range map[string]*schema.Schema{"five rows": under(5, ""), "a column": under(1, "person"), "both": under(5, "person")} {
		if said := e.BothCost(mu, delta, s); strings.Contains(said, "ε") || !strings.Contains(said, "protects one row, and this one "+map[string]string{"five rows": "at most 5 rows", "a column": "all rows that share person, at most 1 kept", "both": "all rows that share person, at most 5 kept"}[what]) {
			t.Errorf("%s: %q", what, said)
		}
	}
	d.Privacy.RowsPerPerson, d.Privacy.PersonColumn = 5, "person"
	e, err = EarlierOf(d, text)
	if err != nil {
		t.Fatal(err)
	}
	for s, sum := range map[*schema.Schema]bool{under(5, "person"): true, under(5, "clinic"): false, under(4, "person"): false, under(5, ""): false} {
		if said := e.BothCost(mu, delta, s); strings.Contains(said, "both cost ε = ") != sum {
			t.Errorf("%d rows by %q: %q", s.RowsPerPerson, s.PersonColumn, said)
		}
	}
	var kept map[string]any // by a version that did not keep the unit
	b, err := json.Marshal(e)
	if err == nil {
		err = json.Unmarshal(b, &kept)
	}
	if err != nil || kept["rows_per_person"] != 5. || kept["person_column"] != "person" {
		t.Fatalf("%v: %v", err, kept)
	}
	delete(kept, "rows_per_person")
	delete(kept, "person_column")
	if b, err = json.Marshal(kept); err != nil {
		t.Fatal(err)
	}
	var old Earlier
	if err := json.Unmarshal(b, &old); err != nil || old.Mu != e.Mu {
		t.Fatal(err)
	}
	of := EarlierIn(&e.As, &schema.Schema{RowsPerPerson: 1, NormRule: schema.Mean}, privacy.ReplaceOne)
	of.Mu = e.Mu
	for _, e := range []*Earlier{&old, of} {
		if said := e.BothCost(mu, delta, under(1, "")); said != "" {
			t.Errorf("of a unit that is not known: %q", said)
		}
	}
}
