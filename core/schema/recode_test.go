package schema

import (
	"bytes"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

func recoding(recode map[string]string) *Schema {
	return New(
		Field{Name: "ok", Kind: Category, Enum: []string{"yes", "no"}, MissingValues: []string{"", "k. A."}, Recode: recode},
		Field{Name: "x", Kind: Number, Maximum: 1})
}

// A schema for its owner has the recodings; what is published, and the digest of what is public, do not.
func TestRecodingsStayPrivate(t *testing.T) {
	const planted = "qzxplanted"
	list := ListOf(Field{Name: "l", Recode: map[string]string{planted: "b"}}, ";", []string{"a", "b"})
	s := recoding(map[string]string{planted: "yes", planted + "2": ""})
	s.Fields = append(s.Fields, list...)
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	again, err := Parse(s.Encode())
	if err != nil || !reflect.DeepEqual(again.Fields, s.Fields) {
		t.Errorf("read back %+v, %v", again, err)
	}
	for name, text := range map[string][]byte{"published": Published(s).Encode(), "CSVW": s.EncodeCSVW("t.csv")} {
		t.Run(name, func(t *testing.T) {
			if bytes.Contains(text, []byte(planted)) {
				t.Errorf("%s holds a cell: %s", name, text)
			}
		})
	}
	if Facts(s) != Facts(Published(s)) || Recodes(Published(s)) || !Recodes(s) {
		t.Error("the digest of what is public depends on recodings")
	}
	if len(s.Fields[0].Recode) != 2 {
		t.Error("what is published is not a copy")
	}
}

// What is wrong with a recoding is said without the cell.
func TestRecodingProblems(t *testing.T) {
	const cell = "qzxplanted"
	number := recoding(nil)
	number.Fields[1].Recode = map[string]string{cell: "yes"}
	list := New(ListOf(Field{Name: "l", Recode: map[string]string{cell: "c"}}, ";", []string{"a", "b"})...)
	for name, c := range map[string]struct {
		schema *Schema
		says   string
	}{
		"no level":         {recoding(map[string]string{cell: "maybe"}), "no level"},
		"a level":          {recoding(map[string]string{"no": "yes"}), "already"},
		"a missing value":  {recoding(map[string]string{"k. A.": "yes"}), "already"},
		"an empty cell":    {recoding(map[string]string{"": "yes"}), "empty cell"},
		"a number":         {number, "levels"},
		"no level of list": {list, "no level"},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.schema.Validate()
			if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), cell) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// As many recodings as levels take a time that grows with their number: it was its square, half a minute for these.
func TestManyRecodings(t *testing.T) {
	const n = 120_000
	f := Field{Name: "a", Kind: Category, Recode: map[string]string{}, MissingValues: []string{""}}
	for i := range n {
		f.Enum = append(f.Enum, "level"+strconv.Itoa(i))
		f.Recode["cell"+strconv.Itoa(i)] = "level" + strconv.Itoa(n-1-i%100)
	}
	start := time.Now()
	if wrong := recodeProblem(&f, f.Enum, map[string]bool{"": true}); wrong != "" || time.Since(start) > 10*time.Second {
		t.Errorf("%q after %v", wrong, time.Since(start))
	}
	f.Recode["more"] = "none of them"
	if wrong := recodeProblem(&f, f.Enum, nil); !strings.Contains(wrong, "no level of the column") {
		t.Errorf("%q", wrong)
	}
}
