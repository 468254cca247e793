package release_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strings"
	"testing"

	"privatepca/core/release"
	"privatepca/core/schema"
)

// Apply gives rows the scores that the release's own encoder would, up to quantisation, under every encoding.
func TestApplyEncodesAsTheRelease(t *testing.T) {
	schemas, documents := variants(t)
	for at, s := range schemas {
		d := documents[at]
		if d.Encoding.NormRule == string(schema.Sign) {
			continue // whose records have length 1: TestApplyAboutTheCentre
		}
		var table bytes.Buffer
		w := csv.NewWriter(&table)
		w.Write([]string{s.Fields[0].Name, s.Fields[1].Name, s.Fields[2].Name})
		plain := [][]string{{"40", "f", "0.5"}, {"", "?", ""}, {"999", "m [1,\t2]", "-7"}, {"-3", "f", "1"}}
		w.WriteAll(plain)
		got, err := release.Placed(d, table.Bytes())
		if err != nil || got.Matched != 3 || len(got.Rows) != 4 || got.Rows[3] != "4" {
			t.Fatalf("%v: %+v", err, got)
		}
		vectors := encodedRows(t, s, plain)
		near := 2 * d.Encoding.NormBound / schema.Scale
		if d.Scale != nil {
			near *= 4 // the least of its scales is ¼
		}
		for r := range vectors {
			for k, direction := range d.Components {
				want := 0.0
				for i, x := range direction {
					if d.Scale != nil {
						x /= d.Scale[i]
					}
					want += x * vectors[r][i]
				}
				if math.Abs(got.Scores[r][k]-want) > near {
					t.Errorf("%s, %s, centre %s: row %d scores %v, want %.5f", d.Encoding.NormRule, d.Encoding.Scaling, d.Encoding.Centre, r+1, got.Scores[r], want)
				}
			}
		}
	}
}

// About a released centre, what is missing counts as the centre; a group's shares of levels stand for its rows.
func TestApplyAboutTheCentre(t *testing.T) {
	schemas, documents := variants(t)
	for at, s := range schemas {
		d := documents[at]
		if d.Encoding.NormRule != string(schema.Sign) {
			continue
		}
		name := s.Fields[1].Name
		got, err := release.Placed(d, []byte("group\tage\t\""+strings.ReplaceAll(name, `"`, `""`)+"=f\"\nA\t\t\nB\t\t1\n"))
		if err != nil || got.Matched != 2 || strings.Join(got.Rows, "") != "AB" {
			t.Fatalf("%v: %+v", err, got)
		}
		if got.Scores[0][0] != 0 || got.Scores[0][1] != 0 {
			t.Errorf("a row without cells scores %v", got.Scores[0])
		}
		// The second row: the category's features are 1 and 0, less the centre.
		want := d.Components[1][1]*(1-d.Encoding.CentrePoint[1]) + d.Components[1][2]*(0-d.Encoding.CentrePoint[2])
		if d.Scale != nil {
			want /= d.Scale[1] // of the category's column
		}
		if math.Abs(got.Scores[1][1]-want) > 1e-12 {
			t.Errorf("shares score %g, want %g", got.Scores[1][1], want)
		}
	}
}

// What cannot be applied is refused in a sentence that quotes no cell.
func TestApplyRefuses(t *testing.T) {
	_, documents := variants(t)
	d := documents[0]
	for text, want := range map[string]string{
		"":                                    "is empty",
		"age\n":                               "no records",
		"secret,other\n1,2\n":                 "none of the release",
		"age,age\n1,2\n":                      "twice",
		"age\n" + strings.Repeat("1\n", 2001): "more than 2000",
		"age,x y\n1,\"2\n3\n":                 "quote",
	} {
		_, err := release.Placed(d, []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(fmt.Sprint(err), "secret") {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}
