package relation_test

import (
	"strings"
	"testing"

	"privatepca/core/relation"
)

// Of a pair with an empty cell only the column is named that is not seen.
func TestHiddenColumnsAreNamed(t *testing.T) {
	m, err := relation.FromDocument(documents(t)["weights"], nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []relation.Of{relation.Correlation, relation.Association} {
		t.Run(string(of), func(t *testing.T) {
			table, err := m.Table(of, []string{"x1", "x10"}, relation.Advice{})
			if err != nil {
				t.Fatal(err)
			}
			if said := strings.Join(table.Notes, "\n"); !strings.Contains(said, "Too little is seen of the spread of x10: ") {
				t.Errorf("%s", said)
			}
		})
	}
}
