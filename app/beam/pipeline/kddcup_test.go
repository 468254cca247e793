package pipeline

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"privatepca/core/dataset"
	"privatepca/core/moment"
	"privatepca/core/pca"
	"privatepca/core/schema"
	"privatepca/core/schema/papertest"
)

// Eight times kddcup10: the sum is that of one native reading counted eight times, from gzip and from plain files that are split, in
// tiles; persons' first rows are those of a native reading, and pairs those of the reference with the same keys.
func TestKDDCup8(t *testing.T) {
	if os.Getenv("PRIVATEPCA_SLOW") == "" {
		t.Skip("set PRIVATEPCA_SLOW=1")
	}
	packed, text := papertest.Path(t, "kddcup10.csv.gz"), papertest.Text(t, "kddcup10")
	under := func(change func(*schema.Schema)) *schema.Schema {
		s := papertest.Schema(t, "kddcup10")
		s.NormRule, s.NormBound = schema.Clip, 3.79
		if change != nil {
			change(s)
		}
		return s
	}
	dir := t.TempDir()
	plain := filepath.Join(dir, "kddcup.csv")
	if err := os.WriteFile(plain, text, 0o666); err != nil {
		t.Fatal(err)
	}
	absolute, err := filepath.Abs(packed)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		if err := os.Symlink(absolute, filepath.Join(dir, fmt.Sprintf("gzip-%d.csv.gz", i))); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(plain, filepath.Join(dir, fmt.Sprintf("plain-%d.csv", i))); err != nil {
			t.Fatal(err)
		}
	}
	s := under(nil)
	one, eight := moment.NewAccumulator(s.D(), schema.Scale), moment.NewAccumulator(s.D(), schema.Scale)
	if _, err := dataset.Read(bytes.NewReader(text), s, one.Add); err != nil {
		t.Fatal(err)
	}
	for range 8 {
		if err := eight.Merge(one); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		pattern string
		o       Options
	}{
		"gzip": {"gzip-*", Options{}}, "plain, split": {"plain-*", Options{Split: 4 << 20}}, "tiles": {"plain-*", Options{Tile: 1000}},
	} {
		m, _, err := source(t, filepath.Join(dir, c.pattern), s, c.o).Sum(t.Context(), s, nil)
		if err != nil || m.Digest() != eight.Matrix().Digest() {
			t.Errorf("%s: %v, or another sum", name, err)
		}
	}
	s = under(func(s *schema.Schema) { s.PersonColumn, s.RowsPerPerson = "label", 3000 })
	table := pca.Open(pca.OSFile(plain), s, nil)
	want, err := table.Sum(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	m, summary, err := source(t, plain, s, Options{Split: 4 << 20}).Sum(t.Context(), s, nil)
	if err != nil || m.Digest() != table.Matrix().Digest() || summary.Persons != want.Persons || summary.Rows != want.Rows {
		t.Errorf("persons: %v, or another sum", err)
	}
	s = under(func(s *schema.Schema) { s.NormRule, s.NormBound = schema.Pairs, 0 })
	seed := bytes.Repeat([]byte{9}, 32)
	src := source(t, plain, s, Options{Buckets: 8, Seed: seed})
	if m, _, err = src.Sum(t.Context(), s, nil); err != nil || m.Digest() != reference(t, src, s, seed, 8) {
		t.Errorf("pairs: %v, or another sum", err)
	}
}
