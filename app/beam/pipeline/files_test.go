package pipeline

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// tree writes files to a folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A folder, and two stars, stand for all files below, but for what an engine writes beside them; a pattern that meets a folder is refused in words.
func TestFoldersAreFound(t *testing.T) {
	dir := tree(t, map[string]string{
		"table/a.csv": "1", "table/day=0/b.csv": "1", "table/day=0/hour=1/c.csv": "1", "table/day=0/hour=1/d.txt": "1",
		"table/_SUCCESS": "1", "table/.b.csv.crc": "1", "table/_temporary/0/e.csv": "1", "table/_kind=2/f.csv": "1", "empty/.keep": "",
	})
	all := []string{"_kind=2/f.csv", "a.csv", "day=0/b.csv", "day=0/hour=1/c.csv", "day=0/hour=1/d.txt"}
	for _, c := range []struct {
		pattern, refused string
		want             []string
	}{
		{"table", "", all},
		{"table/", "", all},
		{"table/**", "", all},
		{"table/**/*.csv", "", []string{"_kind=2/f.csv", "a.csv", "day=0/b.csv", "day=0/hour=1/c.csv"}},
		{"table/day=0/**/c.csv", "", []string{"day=0/hour=1/c.csv"}},
		{"table/*/*.csv", "", []string{"_kind=2/f.csv", "day=0/b.csv"}},
		{"table/day*", "day=0: This is a folder. Say ", nil},
		{"empty", "There is no such file", nil},
		{"none/**", "There is no such file", nil},
		{"table/[", "cannot be looked through", nil},
		{"http://a/b", "No file system of this program knows", nil},
	} {
		t.Run(c.pattern, func(t *testing.T) {
			pattern := c.pattern
			if !strings.Contains(pattern, "://") {
				pattern = dir + "/" + pattern
			}
			got, err := find(t.Context(), pattern)
			slices.Sort(got)
			for i := range got {
				got[i] = strings.TrimPrefix(got[i], dir+"/table/")
			}
			if c.refused == "" && (err != nil || !slices.Equal(got, c.want)) || c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)) {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
}

// The columns of Hive's folders are columns like any: of features, of the person, under each rule, of files that are whole and that are cut; and the sum
// is that of a file which has them itself.
func TestFoldersAreColumns(t *testing.T) {
	rows := records(900, true)
	days := []string{"%31%30", "0", "7", "__HIVE_DEFAULT_PARTITION__"} // in the order of names, by which a person's first rows are found
	cells := []string{"10", "0", "7", ""}
	for _, c := range []struct {
		name   string
		quoted bool
		o      Options
		change func(*schema.Schema)
	}{
		{"clip", true, Options{}, nil},
		{"a file in pieces", false, Options{Split: 500}, nil},
		{"a person", true, Options{}, func(s *schema.Schema) { s.PersonColumn, s.RowsPerPerson = "kind of day", 50 }},
		{"persons, with a day each", true, Options{}, func(s *schema.Schema) { s.PersonColumn, s.RowsPerPerson = "id", 2 }},
		{"pairs", true, Options{Seed: []byte(strings.Repeat("s", 32))}, func(s *schema.Schema) { s.NormRule, s.NormBound = schema.Pairs, 0 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			of := rows
			if !c.quoted {
				of = records(900, false)
			}
			s := columns(func(s *schema.Schema) {
				s.Fields = append(s.Fields, schema.Field{Name: "day", Kind: schema.Number, Minimum: 0, Maximum: 20})
			})
			if c.change != nil {
				c.change(s)
			}
			files := map[string]string{"table/_SUCCESS": ""}
			var whole strings.Builder
			for i, day := range days {
				part := of[len(of)*i/4 : len(of)*(i+1)/4]
				kind := []string{"work", "a, b"}[i%2]
				files[fmt.Sprintf("table/day=%s/kind of day=%s/part.csv", day, kind)] = header + strings.Join(part, "")
				for _, row := range part {
					fmt.Fprintf(&whole, "%s,%q,%s", cells[i], kind, strings.ReplaceAll(row, "\n\n", "\n"))
				}
			}
			if c.name == "pairs" { // whose draws depend on places: the pairs' number is compared, and a second run
				dir := tree(t, files)
				a, _, err := source(t, dir+"/table", s, c.o).Sum(t.Context(), s, nil)
				if err != nil {
					t.Fatal(err)
				}
				b, summary, err := source(t, dir+"/table", s, c.o).Sum(t.Context(), s, nil)
				if err != nil || a.Digest() != b.Digest() || a.Records() != summary.Rows/2 || summary.Records != int64(len(of)) {
					t.Errorf("%v, %+v", err, summary)
				}
				return
			}
			dir := tree(t, files)
			name := filepath.Join(t.TempDir(), "whole.csv")
			if err := os.WriteFile(name, []byte("day,kind of day,"+header+whole.String()), 0o666); err != nil {
				t.Fatal(err)
			}
			want, wanted, err := source(t, name, s, Options{}).Sum(t.Context(), s, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, summary, err := source(t, dir+"/table/", s, c.o).Sum(t.Context(), s, nil)
			if err != nil || summary.Records != wanted.Records || summary.Rows != wanted.Rows || summary.Persons != wanted.Persons {
				t.Fatalf("%v: %+v, want %+v", err, summary, wanted)
			}
			if got.Digest() != want.Digest() {
				t.Error("another sum")
			}
		})
	}
	dir := tree(t, map[string]string{"table/day=0/a.csv": header + rows[0], "table/b.csv": header + rows[1]})
	if _, err := Open(t.Context(), []string{dir + "/table"}, columns(nil), Options{}); err == nil || !strings.Contains(err.Error(), "Its folders name the columns") {
		t.Error(err)
	}
}
