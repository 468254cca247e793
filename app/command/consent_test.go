//go:build !js

package command

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// -yes agrees to a price. A result that is not private takes a flag of its own, or an answer of its own, and no configuration brings it.
func TestNotPrivateTakesAFlag(t *testing.T) {
	d := newDesk(t, plain+`,"bounds_from":"data"`)
	d.schema = d.write("schema.json", strings.ReplaceAll(d.read(d.schema), `"constraints":{"minimum"`, `"privatepca":{"bounds_from":"data"},"constraints":{"minimum"`))
	d.succeeds(d.releasing("-accept-not-private", "-out", filepath.Join(d.dir, "first"), "-cap", "9")...)
	config := []string{"release", "-config", filepath.Join(d.dir, "first", "config.json"), "-population", "people", "-ledger", d.ledger, "-out", d.folder, "-yes", d.table}
	for name, args := range map[string][]string{"the schema": d.releasing(), "a config": config} {
		before := listed(t, d.dir)
		if code, out, err := run(t, 0, "", args...); code != codeRefused || out != "" || !strings.Contains(err, "-accept-not-private") {
			t.Errorf("%s: code %d: %s", name, code, err)
		}
		if listed(t, d.dir) != before {
			t.Errorf("%s: something was written", name)
		}
	}
	for answers, want := range map[string]int{"yes\n": codeRefused, "no\nyes\n": codeRefused, "yes\nyes\n": codeDone} {
		p, _, err := ready(t, 0, answers)
		p.person = true
		if code := p.main(remove(d.releasing("-progress", "none", "-out", filepath.Join(d.dir, "asked")), "-yes", 1)); code != want {
			t.Errorf("%q: code %d: %s", answers, code, err)
		}
	}
	out := d.succeeds("ledger", "show", "-ledger", d.ledger)
	if strings.Count(out, "(not private)") != 2 || !strings.Contains(out, "2 releases were not private: no total bounds") {
		t.Error(out)
	}
}

// A file that was declared public is no less asked about.
func TestPublicFileTakesAFlag(t *testing.T) {
	d := newDesk(t, plain)
	d.succeeds(d.releasing("-out", filepath.Join(d.dir, "first"), "-mechanism", "laplace", "-population", "others")...)
	text := d.exported()
	found := regexp.MustCompile(`"fingerprint": "([^"]+)"`).FindStringSubmatch(text)
	if found == nil {
		t.Fatal(text)
	}
	other := d.write("public.json", `{"format":"privatepca/ledger","version":1,"entries":[{"id":"`+strings.Repeat("a", 32)+`","kind":"public","time":"2026-01-02T03:04:05Z","fingerprint":"`+found[1]+`"}]}`)
	// Fingerprints are of one key: the ledger without its spendings.
	header, _, _ := strings.Cut(d.read(d.ledger), "\n")
	d.write("ledger", header+"\n")
	d.succeeds("ledger", "import", "-yes", "-ledger", d.ledger, other)
	code, _, err := run(t, 0, "", d.releasing()...)
	if code != codeRefused || !strings.Contains(err, "declared public") || !strings.Contains(err, "-accept-not-private") {
		t.Errorf("code %d: %s", code, err)
	}
	d.succeeds(d.releasing("-accept-not-private")...)
	if n := d.spendings(); n != 0 {
		t.Errorf("%d spendings", n)
	}
}

// Who one person is, where a configuration answers it, is named. How many rows count of a person says nothing of the column that names one.
func TestConfigNamesThePerson(t *testing.T) {
	for _, c := range []struct {
		stated, more, want string
	}{
		{`"rows_per_person":3`, "", "at most 3 rows."},
		{`"rows_per_person":3`, "-rows-per-person 3", ""},
		{`"rows_per_person":3`, "-schema SCHEMA", ""},
		{`"person_column":"person"`, "", "all rows that share person, at most 1 kept."},
		{`"person_column":"person"`, "-rows-per-person 1", "all rows that share person, at most 1 kept."},
		{`"person_column":"person"`, "-person person", ""},
	} {
		t.Run(c.stated+c.more, func(t *testing.T) {
			d := newDesk(t, plain+","+c.stated)
			d.succeeds(d.releasing("-out", filepath.Join(d.dir, "first"), "-cap", "9")...)
			args := []string{"release", "-config", filepath.Join(d.dir, "first", "config.json"), "-population", "people", "-ledger", d.ledger, "-yes", "-out", filepath.Join(d.dir, "out")}
			code, _, err := run(t, 0, "", append(append(args, strings.Fields(strings.ReplaceAll(c.more, "SCHEMA", d.schema))...), d.table)...)
			const said = "config.json answers who one person is: "
			if code != codeDone || c.want == "" && strings.Contains(err, said) || !strings.Contains(err, said+c.want) && c.want != "" {
				t.Errorf("code %d: %s", code, err)
			}
		})
	}
}

// A configuration that has a release measured as an earlier one is named with that one's digest, since nobody reads its document.
func TestConfigNamesTheEarlierRelease(t *testing.T) {
	d := newDesk(t, `"norm_rule":"mean"`)
	first, second := filepath.Join(d.dir, "first"), filepath.Join(d.dir, "second")
	d.succeeds(d.releasing("-cap", "9", "-out", first)...)
	document := filepath.Join(first, "release.json")
	const said = "has this release measured as an earlier one"
	if _, _, err := run(t, 0, "", d.releasing("-as", document, "-out", second)...); strings.Contains(err, said) {
		t.Errorf("of a document that was read: %s", err)
	}
	config := filepath.Join(second, "config.json")
	args := func(out string, more ...string) []string {
		return append(append([]string{"release", "-config", config, "-population", "people", "-ledger", d.ledger, "-yes", "-out", filepath.Join(d.dir, out)}, more...), d.table)
	}
	sum := sha256.Sum256([]byte(d.read(document)))
	if code, _, err := run(t, 0, "", args("third")...); code != codeDone || !strings.Contains(err, said+", whose document has the SHA-256 "+hex.EncodeToString(sum[:])) {
		t.Errorf("code %d: %s", code, err)
	}
	if code, _, err := run(t, 0, "", args("fourth", "-as", document)...); code != codeDone || strings.Contains(err, said) {
		t.Errorf("code %d: %s", code, err)
	}
}

// A δ that is large beside 1/n is warned of where n is public, and one above .01 refused without a flag.
func TestLargeDelta(t *testing.T) {
	d := newDesk(t, plain)
	d.succeeds(d.releasing("-cap", "9", "-out", filepath.Join(d.dir, "small"), "-delta", "0.004", "-sum-delta", "1e-6", "-mechanism", "laplace")...)
	for i, c := range []struct {
		more   string
		code   int
		warned bool
	}{
		{"-delta 0.004", codeDone, false}, // of 240 people
		{"-delta 0.0042", codeDone, true},
		{"-delta 0.0042 -relation add-remove -population others", codeDone, false},
		{"-delta 0.0042 -rows-per-person 2 -population more", codeDone, false},
		{"-delta 0.02", codeRefused, false},
		{"-delta 0.02 -accept-delta", codeDone, true},
		{"-delta 0.02 -mechanism laplace -population pure", codeDone, false},
	} {
		ledger := filepath.Join(t.TempDir(), "ledger")
		code, _, err := run(t, 0, "", d.releasing(append(strings.Fields(c.more), "-ledger", ledger, "-out", filepath.Join(d.dir, strings.Repeat("x", i+1)))...)...)
		if code != c.code || strings.Contains(err, "is not below 1/n = 0.00417") != c.warned || code == codeRefused && !strings.Contains(err, "-accept-delta") {
			t.Errorf("%s: code %d: %s", c.more, code, err)
		}
	}
}
