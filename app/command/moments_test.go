//go:build !js

package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// holders cuts the desk's table into three, makes a key, and gives the files' names.
func (d *desk) holders() (tables []string, secret, public string) {
	d.t.Helper()
	lines := strings.SplitAfter(d.read(d.table), "\n")
	for i, cut := range [][]string{lines[1:91], lines[91:100], lines[100:]} {
		tables = append(tables, d.write(fmt.Sprintf("site%d.csv", i+1), lines[0]+strings.Join(cut, "")))
	}
	secret = filepath.Join(d.dir, "releaser.key")
	d.succeeds("key", "new", "-name", "releaser", "-out", secret)
	return tables, secret, secret + ".pub"
}

// succeeds runs the command and gives its standard output.
func (d *desk) succeeds(args ...string) string {
	d.t.Helper()
	code, out, err := run(d.t, 0, "", args...)
	if code != codeDone {
		d.t.Fatalf("%v: code %d: %s", args, code, err)
	}
	return out
}

// Three holders' sealed sums are the sum of their tables together, and make its document, byte for byte.
func TestMerge(t *testing.T) {
	d := newDesk(t, plain)
	tables, secret, public := d.holders()
	var sums []string
	for i, table := range tables {
		sums = append(sums, filepath.Join(d.dir, fmt.Sprintf("%d.moment", i)))
		d.succeeds("sum", "-schema", d.schema, "-out", sums[i], "-to", public, "-run", "may", "-part", fmt.Sprintf("%d/3", i+1), table)
		if text := d.read(sums[i]); strings.Contains(text, "second moment") || strings.Contains(text, "sources") {
			t.Error("a sealed file shows what is in it")
		}
	}
	digest := d.succeeds("sum", "-schema", d.schema, "-digest", d.table)
	if got := d.succeeds(append([]string{"merge", "-schema", d.schema, "-key", secret, "-apart", "-digest", sums[2], sums[0]}, sums[1])...); got != digest {
		t.Errorf("%s, want %s", got, digest)
	}
	all := filepath.Join(d.dir, "all.moment")
	d.succeeds("merge", "-schema", d.schema, "-key", secret, "-moments", all, "-apart", "-to", public, filepath.Join(d.dir, "?.moment"))
	if got := d.succeeds("merge", "-schema", d.schema, "-key", secret, "-apart", "-digest", all); got != digest {
		t.Errorf("%s, want %s", got, digest)
	}
	whole := d.folder
	if code, _, err := run(t, 7, "", d.releasing()...); code != codeDone {
		t.Fatal(err)
	}
	args := []string{"merge", "-schema", d.schema, "-key", secret, "-k", "2", "-epsilon", "1", "-population", "others", "-ledger", d.ledger, "-out", filepath.Join(d.dir, "merged"), "-yes", "-apart"}
	if code, _, err := run(t, 7, "", append(args, sums...)...); code != codeDone {
		t.Fatal(err)
	}
	if a, b := d.read(filepath.Join(whole, documentName)), d.read(filepath.Join(d.dir, "merged", documentName)); a != together(t, b, 3) {
		t.Errorf("the document is another one:\n%s", b)
	}
	for _, name := range []string{"loadings.csv", "config.json"} {
		if d.read(filepath.Join(whole, name)) != d.read(filepath.Join(d.dir, "merged", name)) {
			t.Errorf("%s is another one", name)
		}
	}
	d.succeeds("verify", filepath.Join(d.dir, "merged", documentName))
	if n := d.spendings(); n != 2 {
		t.Errorf("%d spendings", n)
	}
}

// together is the document of sums that were added, without the words on that: as records that were read together give it.
func together(t *testing.T, document string, tables int) string {
	t.Helper()
	said := regexp.MustCompile(fmt.Sprintf(`,\n *"nobody has records in two of the %d tables whose sums were added: whoever has is protected less"`, tables))
	kept := regexp.MustCompile(fmt.Sprintf(`,\n *"history": \{\n *"tables": %d\n *\}`, tables))
	if !said.MatchString(document) || !kept.MatchString(document) {
		t.Errorf("the document does not say that it is of %d tables", tables)
	}
	return kept.ReplaceAllString(said.ReplaceAllString(document, ""), "")
}

// What is wrong with a moment file is said by name, before anything is spent.
func TestMergeRefuses(t *testing.T) {
	d := newDesk(t, plain)
	tables, secret, public := d.holders()
	at := func(name string) string { return filepath.Join(d.dir, name) }
	sum := func(name string, more ...string) string {
		d.succeeds(append([]string{"sum", "-schema", d.schema, "-out", at(name), "-to", public}, more...)...)
		return at(name)
	}
	one, two := sum("one", "-run", "may", "-part", "1/2", tables[0]), sum("two", "-run", "may", "-part", "2/2", tables[1])
	d.succeeds("key", "new", "-name", "other", "-out", at("other.key"))
	flipped := []byte(d.read(two))
	flipped[len(flipped)-20] ^= 1
	changed := d.write("changed", string(flipped))
	clear := at("clear")
	d.succeeds("sum", "-schema", d.schema, "-out", clear, "-this-is-raw-data-write-it-in-the-clear", tables[1])
	altered := []byte(d.read(clear))
	altered[len(altered)/2] ^= 1
	for name, c := range map[string]struct {
		files []string
		flags string
		want  string
	}{
		"a part twice":      {[]string{one, one}, "-key " + secret, "Each part is added once"},
		"a part missing":    {[]string{one}, "-key " + secret, "Part 2 of 2 of run \"may\" is missing"},
		"a stale part":      {[]string{one, sum("stale", "-run", "april", "-part", "2/2", tables[1])}, "-key " + secret, "stale is a stale part"},
		"the same table":    {[]string{sum("a", tables[0]), sum("b", tables[0])}, "-key " + secret, "hold the same table"},
		"another schema":    {[]string{one, two}, "-norm 3 -key " + secret, "under another schema or norm rule"},
		"a changed byte":    {[]string{one, changed}, "-key " + secret, "changed or cut short"},
		"a changed clear":   {[]string{d.write("altered", string(altered))}, "", "its checksum is another"},
		"another key":       {[]string{one, two}, "-key " + at("other.key"), "sealed to another key"},
		"no key":            {[]string{one, two}, "", "Name the secret key"},
		"a public key":      {[]string{one, two}, "-key " + public, "This is a public key"},
		"a table":           {[]string{tables[0]}, "-key " + secret, "This is no moment file"},
		"standard input":    {[]string{"-"}, "-key " + secret, "Moment files are named"},
		"persons together":  {[]string{sum("p", "-person", "person", "-rows-per-person", "2", tables[0]), sum("q", "-person", "person", "-rows-per-person", "2", tables[1])}, "-person person -rows-per-person 2 -key " + secret, "-apart"},
		"tables together":   {[]string{sum("e", tables[0]), sum("f", tables[1])}, "-key " + secret, "-apart"},
		"pairs of two":      {[]string{sum("v", "-norm", "pairs", tables[0]), sum("w", "-norm", "pairs", tables[1])}, "-norm pairs -key " + secret, "never paired"},
		"a first pass":      {[]string{sum("s", "-norm", "sign", tables[0])}, "-norm sign -key " + secret, "-again PATTERN"},
		"a file for nobody": {[]string{at("missing")}, "-key " + secret, "There is no such file"},
	} {
		args := append([]string{"merge", "-schema", d.schema, "-k", "2", "-epsilon", "1", "-population", "people", "-ledger", d.ledger, "-out", d.folder, "-yes"}, strings.Fields(c.flags)...)
		if c.want != "-apart" {
			args = append(args, "-apart")
		}
		code, out, err := run(t, 0, "", append(args, c.files...)...)
		if code != codeRefused || out != "" || !strings.Contains(err, c.want) || strings.Count(strings.TrimSpace(err), "\n") > 0 {
			t.Errorf("%s: code %d, %q: %s", name, code, out, err)
		}
		if _, err := os.Stat(d.folder); err == nil || d.spendings() > 0 {
			t.Fatalf("%s: something was written or spent", name)
		}
	}
	for name, args := range map[string][]string{
		"without a key":    {"-out", at("x"), tables[0]},
		"over a file":      {"-out", one, "-to", public, tables[0]},
		"both":             {"-out", at("x"), "-to", public, "-this-is-raw-data-write-it-in-the-clear", tables[0]},
		"to a secret":      {"-out", at("x"), "-to", secret, tables[0]},
		"to nobody":        {"-out", at("x"), "-to", public, "-recipient", "somebody", tables[0]},
		"part of nothing":  {"-out", at("x"), "-to", public, "-part", "3/2", tables[0]},
		"nothing to write": {tables[0]},
	} {
		if code, _, err := run(t, 0, "", append([]string{"sum", "-schema", d.schema}, args...)...); code != codeRefused || strings.Contains(err, "AAAA") {
			t.Errorf("%s: code %d: %s", name, code, err)
		}
		if _, err := os.Stat(at("x")); err == nil {
			t.Fatalf("%s: a file was written", name)
		}
	}
	if code, _, err := run(t, 0, "", "key", "new", "-name", "releaser", "-out", secret); code != codeRefused || !strings.Contains(err, "such a file already") {
		t.Errorf("code %d: %s", code, err)
	}
	if info, err := os.Stat(secret); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v: others may read the secret key", info.Mode())
	}
}

// Under the norm rule sign the holders sum twice, and the mean is released in between: the document is that of the whole table,
// byte for byte, for one debit.
func TestMergeInTwoPasses(t *testing.T) {
	d := newDesk(t, `"norm_rule":"sign"`)
	tables, secret, public := d.holders()
	pass := func(schema, name string) {
		for i, table := range tables {
			d.succeeds("sum", "-schema", schema, "-out", filepath.Join(d.dir, fmt.Sprintf("%s%d.moment", name, i)), "-to", public, table)
		}
	}
	pass(d.schema, "first")
	if code, _, err := run(t, 7, "", d.releasing()...); code != codeDone {
		t.Fatal(err)
	}
	merged := filepath.Join(d.dir, "merged")
	p, _, stderr := ready(t, 7, "")
	done := make(chan int)
	args := []string{
		"merge", "-schema", d.schema, "-key", secret, "-k", "2", "-epsilon", "1", "-population", "others", "-ledger", d.ledger, "-out", merged, "-yes", "-apart",
		"-again", filepath.Join(d.dir, "second*.moment"), filepath.Join(d.dir, "first*.moment"),
	}
	go func() { done <- p.main(args) }()
	second := filepath.Join(merged, "second-pass.schema.json")
	waitFor(t, second)
	if n := d.spendings(); n != 2 {
		t.Errorf("%d spendings when the mean is known", n)
	}
	pass(second, "second")
	if code := <-done; code != codeDone {
		t.Fatalf("code %d: %s", code, stderr)
	}
	if a, b := d.read(filepath.Join(d.folder, documentName)), together(t, d.read(filepath.Join(merged, documentName)), len(tables)); a != b {
		t.Error("the documents differ")
	}
	if !bytes.Contains(stderr.Bytes(), []byte("The mean is released")) || d.spendings() != 2 {
		t.Errorf("%d spendings: %s", d.spendings(), stderr)
	}
}

// waitFor waits until a file is there.
func waitFor(t *testing.T, name string) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(name); err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s was not written", filepath.Base(name))
		}
	}
}

// Under the norm rule mean the holders sum three times, each pass by what was released of the one before: each merged sum has the digest of the whole
// table's, and the document is that of the whole table, byte for byte, for one debit.
func TestMergeInThreePasses(t *testing.T) {
	d := newDesk(t, `"norm_rule":"mean","scaling":"affine"`)
	tables, secret, public := d.holders()
	at := func(name string) string { return filepath.Join(d.dir, name) }
	pass := func(name string, how ...string) {
		for i, table := range tables {
			file := at(fmt.Sprintf("%s%d.moment", name, i))
			d.succeeds(append(how, "-out", file, "-to", public, "-run", "may", "-part", fmt.Sprintf("%d/3", i+1), table)...)
			if text := d.read(file); strings.Contains(text, "sources") {
				t.Error("a sealed file shows what is in it")
			}
		}
	}
	same := func(name string, how ...string) {
		t.Helper()
		whole := d.succeeds(append(append([]string{"sum"}, how...), "-digest", d.table)...)
		if got := d.succeeds(append(append([]string{"merge"}, how...), "-key", secret, "-apart", "-digest", at(name+"0.moment"), at(name+"2.moment"), at(name+"1.moment"))...); got != whole {
			t.Errorf("%s: the merged sum is another one", name)
		}
	}
	pass("first", "sum", "-schema", d.schema)
	same("first", "-schema", d.schema)
	if code, _, err := run(t, 7, "", d.releasing()...); code != codeDone {
		t.Fatal(err)
	}
	merged := at("merged")
	p, _, stderr := ready(t, 7, "")
	done := make(chan int)
	args := []string{
		"merge", "-schema", d.schema, "-key", secret, "-k", "2", "-epsilon", "1", "-population", "others", "-ledger", d.ledger, "-out", merged, "-yes", "-apart",
		"-again", at("later*.moment"), at("first*.moment"),
	}
	go func() { done <- p.main(args) }()
	for _, n := range []string{"2", "3"} {
		file := filepath.Join(merged, "pass-"+n+".json")
		waitFor(t, file)
		if got := d.spendings(); got != 2 {
			t.Errorf("%d spendings before pass %s", got, n)
		}
		pass("later"+n, "sum", "-pass", file)
		same("later"+n, "-pass", file, "-schema", d.schema)
	}
	if code := <-done; code != codeDone {
		t.Fatalf("code %d: %s", code, stderr)
	}
	if a, b := d.read(filepath.Join(d.folder, documentName)), together(t, d.read(filepath.Join(merged, documentName)), len(tables)); a != b {
		t.Error("the documents differ")
	}
	if d.spendings() != 2 {
		t.Errorf("%d spendings: %s", d.spendings(), stderr)
	}

	// A pass file is not signed: one with another schema is summed by itself, with its digest told, and refused beside the schema of pass 1.
	replaced := d.write("replaced.json", strings.Replace(d.read(filepath.Join(merged, "pass-3.json")), `"maximum": 100`, `"maximum": 101`, 1))
	told := regexp.MustCompile(`schema with the SHA-256 ([0-9a-f]{64}), of 4 columns`)
	var digests []string
	for _, args := range [][]string{{"-schema", d.schema}, {"-pass", filepath.Join(merged, "pass-3.json")}, {"-pass", replaced}} {
		code, _, err := run(t, 0, "", append(append([]string{"sum", "-digest"}, args...), d.table)...)
		found := told.FindStringSubmatch(err)
		if code != codeDone || len(found) != 2 {
			t.Fatalf("%q: code %d: %s", args, code, err)
		}
		digests = append(digests, found[1])
	}
	if digests[0] != digests[1] || digests[0] == digests[2] {
		t.Errorf("schemas of pass 1, of its later pass, and of a replaced one: %v", digests)
	}

	// What does not belong together is refused before anything is spent.
	for name, c := range map[string]struct{ args, want string }{
		"a later pass first":          {"merge -schema " + d.schema + " -k 2 -epsilon 1 -population x -ledger " + d.ledger + " -out " + at("x") + " -yes -apart -again y -key " + secret + " " + at("later20.moment"), "holds pass 2, and pass 1 is wanted"},
		"nothing to wait for":         {"merge -schema " + d.schema + " -k 2 -epsilon 1 -population x -ledger " + d.ledger + " -out " + at("x") + " -yes -apart -key " + secret + " " + strings.Join([]string{at("first0.moment"), at("first1.moment"), at("first2.moment")}, " "), "-again PATTERN"},
		"a pass in a release":         {"merge -pass " + filepath.Join(merged, "pass-2.json") + " -schema " + d.schema + " -k 2 -epsilon 1 -population x -ledger " + d.ledger + " -out " + at("x") + " -yes -key " + secret + " " + at("later20.moment"), "-pass goes with"},
		"two passes":                  {"merge -pass " + filepath.Join(merged, "pass-3.json") + " -digest -apart -key " + secret + " " + at("later30.moment") + " " + at("later21.moment"), "holds pass 2, and pass 3 is wanted"},
		"another rule beside a pass":  {"sum -pass " + filepath.Join(merged, "pass-3.json") + " -norm sign -digest " + d.table, "holds the schema: leave out -norm"},
		"a pass of another schema":    {"sum -pass " + replaced + " -schema " + d.schema + " -digest " + d.table, "Nothing was summed"},
		"a schema in place of a pass": {"sum -pass " + d.schema + " -digest " + d.table, "This is no file of a pass"},
	} {
		if code, out, err := run(t, 0, "", strings.Fields(c.args)...); code != codeRefused || out != "" || !strings.Contains(err, c.want) {
			t.Errorf("%s: code %d, %q: %s", name, code, out, err)
		}
	}
	if d.spendings() != 2 {
		t.Error("a refusal was spent")
	}
}

// A holder's table that changed between two passes ends the release, which stays spent; the line says whose file it is. Files of another release's
// pass are not taken.
func TestAHoldersTableThatChanges(t *testing.T) {
	d := newDesk(t, `"norm_rule":"mean","scaling":"affine"`)
	at := func(name string) string { return filepath.Join(d.dir, name) }
	clear := "-this-is-raw-data-write-it-in-the-clear"
	d.succeeds("sum", "-schema", d.schema, "-out", at("first.moment"), clear, d.table)
	p, _, stderr := ready(t, 7, "")
	done := make(chan int)
	args := []string{
		"merge", "-schema", d.schema, "-k", "2", "-epsilon", "1", "-population", "people", "-ledger", d.ledger, "-out", d.folder, "-yes",
		"-again", at("later*.moment"), at("first.moment"),
	}
	go func() { done <- p.main(args) }()
	file := filepath.Join(d.folder, "pass-2.json")
	waitFor(t, file)
	other := d.write("other.json", strings.Replace(d.read(file), `"longest": `, `"longest": 1`, 1))
	d.succeeds("sum", "-pass", other, "-out", at("later-other.moment"), clear, d.table)
	select {
	case code := <-done:
		t.Fatalf("a pass by other numbers was taken: code %d, %s", code, stderr)
	case <-time.After(600 * time.Millisecond):
	}
	if err := os.Remove(at("later-other.moment")); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(d.read(d.table), "\n")
	changed := d.write("changed.csv", strings.Join(append(lines[:5:5], lines[6:]...), ""))
	d.succeeds("sum", "-pass", file, "-out", at("later.moment"), clear, changed)
	if code := <-done; code != codeSpent {
		t.Errorf("code %d, want %d", code, codeSpent)
	}
	if text := stderr.String(); !strings.Contains(text, "later.moment is of a table that the first pass had not") || !strings.Contains(text, "count the release as spent") || !strings.Contains(text, "numbers of another release") {
		t.Errorf("it says: %s", text)
	}
	if d.spendings() != 1 {
		t.Errorf("%d spendings", d.spendings())
	}
}
