package schema

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// No part of an address that may hold a secret is kept, and nothing odd is an address.
func TestPublicAddress(t *testing.T) {
	for address, want := range map[string]string{
		"https://d.example/a/s.json":            "https://d.example/a/s.json",
		"https://d.example/s.json?token=1#part": "https://d.example/s.json",
		"http://localhost:8001":                 "http://localhost:8001",
		"https://user:pass@d.example/s.json":    "",
		"ftp://d.example/s.json":                "", "javascript:alert(1)": "", "d.example/s.json": "", "https://": "", "": "",
		"https://d.example/a b":                          "",
		"https://d.example/<script>":                     "",
		"https://d.example/\u202ejson.s":                 "",
		"https://d.example/" + strings.Repeat("x", 2000): "",
	} {
		t.Run(fmt.Sprintf("%.60s", address), func(t *testing.T) {
			if got := PublicAddress(address); got != want {
				t.Errorf("%q is kept as %q, want %q", address, got, want)
			}
		})
	}
}

func TestSourceIsWrittenAndRead(t *testing.T) {
	s := New(Field{Name: "a", Kind: Number, Minimum: 0, Maximum: 1})
	s.Source = "https://d.example/s.json"
	for what, text := range map[string][]byte{"Frictionless": s.Encode(), "CSVW": s.EncodeCSVW("a.csv")} {
		t.Run(what, func(t *testing.T) {
			if again, err := Parse(text); err != nil || again.Source != s.Source {
				t.Errorf("%s: %+v, %v", what, again, err)
			}
			odd := bytes.Replace(text, []byte("s.json"), []byte("s.json?token=1"), 1)
			if again, err := Parse(odd); err != nil || again.Source != s.Source {
				t.Errorf("%s: with a query: %+v, %v", what, again, err)
			}
		})
	}
	s.Source += "?token=1"
	if s.Validate() == nil {
		t.Error("a source with a query is valid")
	}
}

// A file beside a table describes it only when it says so.
func TestDescribes(t *testing.T) {
	for text, want := range map[string]bool{
		`{"resources":[{"name":"other","path":"other.csv"},{"name":"visits","path":"data/visits.csv","schema":{"fields":[{"name":"a"}]}}]}`: true,
		`{"name":"visits","resources":[{"name":"other","path":"other.csv","schema":{"fields":[]}}]}`:                                        false,
		`{"@context":"http://www.w3.org/ns/csvw","url":"visits.csv","tableSchema":{"columns":[{"name":"a"}]}}`:                              true,
		`{"tables":[{"url":"visits.csv"},{"url":"b.csv"}]}`:                                                                                 true,
		`{"fields":[{"name":"visits"}]}`: false,
		`<!doctype html>`:                false, ``: false, `[]`: false,
	} {
		t.Run(text, func(t *testing.T) {
			if got := Describes([]byte(text), "visits.csv.gz"); got != want {
				t.Errorf("%s: %v, want %v", text, got, want)
			}
		})
	}
}
