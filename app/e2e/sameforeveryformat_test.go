package e2e

import (
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/convert/converttest"
	"privatepca/core/schema"
	"privatepca/core/schema/papertest"
)

// sameSums opens a table in each format, and its texts in other encodings, in a page whose worker tells the digest of the exact sum.
// Each must be that of the command for the CSV text. The texts of accented hold the same records by other names, or no records: none is opened.
func sameSums(t *testing.T, p *person, table converttest.Table, s *schema.Schema, accented converttest.Table, renamed *schema.Schema, formats map[string][]byte) {
	t.Helper()
	describe := func(s *schema.Schema, d schema.Dialect) string {
		described := *s
		described.NormRule, described.NormBound, described.Dialect = schema.Clip, 1.5, d
		return file(t, "table.schema.json", string(described.Encode()))
	}
	plain := describe(s, schema.Dialect{})
	text := file(t, "table.csv", string(table.CSV()))
	digest := func(j drive.Job) string {
		said := shellOf(t, filepath.Dir(text))(binary, "sum", "-schema", j.Schema, "-digest", "-progress", "none", j.Data)
		out := regexp.MustCompile(`(?m)^[0-9a-f]{64}$`).FindString(said) // behind what the command counts for its user
		if out == "" {
			t.Fatalf("the command gives no digest: %s", said)
		}
		return out
	}
	want := digest(drive.Job{Data: text, Schema: plain})
	jobs := map[string]drive.Job{"the CSV text": {Data: text, Schema: plain}}
	for name, content := range formats {
		jobs[name] = drive.Job{Data: file(t, name, string(content)), Schema: plain}
	}
	var texts map[string]converttest.Text
	if len(accented.Rows) > 0 {
		texts = accented.Texts()
	}
	for name, text := range texts {
		jobs[name] = drive.Job{Data: file(t, name, string(text.Bytes)), Schema: describe(renamed, text.Dialect)}
	}
	for i, name := range slices.Sorted(maps.Keys(jobs)) {
		if brief() && i%3 != 0 { // core/convert's own tests read all of them
			continue
		}
		start := time.Now()
		if said := p.try(jobs[name]); !strings.Contains(said, "The sum has the digest "+want+".") {
			t.Errorf("%s: the page says %s, the command %s of the CSV text", name, said, want)
		}
		if said := digest(jobs[name]); said != want {
			t.Errorf("%s: the command says %s, and %s of the CSV text", name, said, want)
		}
		p.leaveAlert()
		t.Logf("%s in %s", name, time.Since(start).Round(10*time.Millisecond))
	}
}

// In a page a table has the same second moment in every format and every encoding, bit for bit.
func TestEveryFormatHasTheSameSum(t *testing.T) {
	t.Parallel()
	p := sit(t, mutant(t, "worker.wasm", tellsDigest), 90*time.Second)
	table, s := converttest.Made()
	sameSums(t, p, table, s, table, s, table.Formats())
}

// The same of the KDD Cup's table, of which a workbook holds the first 50,000 rows.
func TestKDDCupHasTheSameSum(t *testing.T) {
	long(t, "reads 75 MB a dozen times")
	p := sit(t, mutant(t, "worker.wasm", tellsDigest), 8*time.Minute)
	table, s := kddTable(t, -1), papertest.Schema(t, "kddcup10")
	formats := table.Formats()
	delete(formats, "table.xlsx")
	accented, renamed := converttest.Accented(table, s, "protocol_type", "tcp") // the table itself is ASCII
	sameSums(t, p, table, s, accented, renamed, formats)
	first := converttest.Table{Header: table.Header, Rows: table.Rows[:50_000]}
	sameSums(t, p, first, s, converttest.Table{}, s, map[string][]byte{"table.xlsx": converttest.Workbook([]string{"data"}, first)})
}

// byDuckDB has DuckDB, whose Parquet writer is a program of its own, write a CSV text as Parquet with each codec.
const byDuckDB = `const { DuckDBInstance } = require(process.argv[1]);
(async () => {
  const c = await (await DuckDBInstance.create(':memory:')).connect();
  for (const codec of ['uncompressed', 'snappy', 'gzip', 'brotli', 'zstd', 'lz4_raw'])
    await c.run("COPY (SELECT * FROM read_csv('" + process.argv[2] + "', header = true)) TO 'DuckDB " + codec + ".parquet' (FORMAT parquet, COMPRESSION " + codec + ")");
})();`

// The KDD Cup's table as another program writes it has the same second moment, in the page and by the command, bit for bit.
func TestKDDCupByAnotherWriter(t *testing.T) {
	long(t, "fetches DuckDB from npm, and reads 75 MB a dozen times")
	duckDB := fromNPM(t, "@duckdb/node-api", "1.4.1-r.4", "@duckdb", "node-api")
	p := sit(t, mutant(t, "worker.wasm", tellsDigest), 8*time.Minute)
	table, s := kddTable(t, -1), papertest.Schema(t, "kddcup10")
	text := file(t, "kdd.csv", string(table.CSV()))
	dir := filepath.Dir(text)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no Node.js: ", err)
	}
	shellOf(t, dir)(node, "-e", byDuckDB, duckDB, text)
	formats := map[string][]byte{}
	names, err := filepath.Glob(filepath.Join(dir, "*.parquet"))
	if err != nil || len(names) != 6 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		formats[filepath.Base(name)] = content
	}
	sameSums(t, p, table, s, converttest.Table{}, s, formats)
}

// Files that are made to fill a memory or a disk, and files that are cut or overwritten, are refused in words. The next file
// is chosen on the same page; after those that fill a memory it opens a good one, and at last it makes a release.
func TestHostileFormats(t *testing.T) {
	t.Parallel()
	table, err := converttest.Read(strings.NewReader(smallTable), -1)
	if err != nil {
		t.Fatal(err)
	}
	large := table
	large.Rows = slices.Repeat(table.Rows, 4000)
	packed, small := large.Formats(), file(t, "small.schema.json", smallSchema)
	overwritten := slices.Clone(packed["zstd.parquet"])
	for i := range 16 {
		overwritten[4+i] ^= 0x55 // where the first page begins
	}
	type hostile struct{ content, want string }
	files := map[string]hostile{
		"bomb.zip":     {string(converttest.Archive(map[string]string{"table.csv": "age,height,smoker\n" + strings.Repeat("34,170,yes\n", 7<<20)})), "300 times"},
		"bomb.csv.zst": {string(converttest.Zstd([]byte("age,height,smoker\n" + strings.Repeat("34,170,yes\n", 7<<20)))), "300 times"},
		"empty.xlsx": {string(converttest.Archive(map[string]string{
			"xl/workbook.xml":            `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="worksheets/one.xml"/></Relationships>`,
			"xl/worksheets/one.xml":      converttest.Sheet(strings.Repeat("<row></row>", 1_000_000)),
		})), "empty"},
		"claims.parquet":      {string(table.Claiming(2 << 30)), "more than 1 GiB"},
		"overwritten.parquet": {string(overwritten), "damaged"},
	}
	for _, name := range []string{"table.xlsx", "table.zip", "table.csv.zst", "zstd.parquet"} {
		files["half "+name] = hostile{string(packed[name][:len(packed[name])/2]), "damaged"}
		files["without its end "+name] = hostile{string(packed[name][:len(packed[name])-3]), "damaged"}
	}
	p := sit(t, server, 90*time.Second)
	good := drive.Job{Data: file(t, "small.csv", smallTable), Schema: small}
	for i, name := range slices.Sorted(maps.Keys(files)) {
		if brief() && files[name].want == "damaged" && i%4 != 0 { // core/convert's own tests read all of them
			continue
		}
		said := p.try(drive.Job{Data: file(t, name, files[name].content), Schema: small})
		if !strings.HasPrefix(said, "file:") || !strings.Contains(said, files[name].want) {
			t.Errorf("%s: the page does not say %q: %s", name, files[name].want, said)
		}
		p.leaveAlert()
		if files[name].want == "damaged" {
			continue
		}
		p.click(`nav a[href="/"]`)
		p.until(`document.querySelector('#file-input')`)
		at.Start(p).Open(good)
	}
	if said := p.try(good); !strings.HasPrefix(said, "released:") {
		t.Errorf("after all these a good file: %s", said)
	}
}

// What is sent of the programs, at the least effort of brotli: a fifth more than at the most effort (docs/speed.md). The page computes findings
// again, and correlations, in Go and in the loaders that it writes; the converter reads SPSS, Stata and YAML.
func TestProgramsAreSmall(t *testing.T) {
	t.Parallel()
	for name, most := range map[string]int{"app.wasm": 2_340_000, "worker.wasm": 1_630_000, "convert.wasm": 2_080_000} {
		t.Run(name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/web/"+name, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept-Encoding", "br")
			answer, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
			size, err := strconv.Atoi(answer.Header.Get("Content-Length"))
			if err != nil || answer.Header.Get("Content-Encoding") != "br" || answer.StatusCode != http.StatusOK {
				t.Fatalf("%s: %s, %v", name, answer.Status, answer.Header)
			}
			whole, err := os.ReadFile(filepath.Join(web, name))
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d bytes of %d of %s are sent", size, len(whole), name)
			if size > most || size < len(whole)/20 {
				t.Errorf("%d bytes of %d of %s are sent, want at most %d", size, len(whole), name, most)
			}
		})
	}
}
