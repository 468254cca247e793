package e2e

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/dataset"
	"privatepca/core/release"
)

// A typedColumn is one whose type is set in the page as a person would set it.
type typedColumn struct {
	name, kind string
	min, max   string
	levels     string
	details    map[string]string           // controls under More, and what they are given
	cell       func(rng *rand.Rand) string // of the table
	features   int
}

func typedColumns() []typedColumn {
	oneOf := func(of ...string) func(*rand.Rand) string {
		return func(rng *rand.Rand) string { return of[rng.IntN(len(of))] }
	}
	day := func(format string) func(*rand.Rand) string {
		return func(rng *rand.Rand) string {
			return time.Unix(86400*int64(14610+rng.IntN(9000)), 0).UTC().Format(format)
		}
	}
	number := func(format string, scale float64) func(*rand.Rand) string {
		return func(rng *rand.Rand) string { return fmt.Sprintf(format, scale*(rng.Float64()-0.2)) }
	}
	return []typedColumn{
		{name: "age", kind: "number", min: "0", max: "100", details: map[string]string{"detail-missing": "-9\nrefused", "detail-weight": "0.5"}, cell: oneOf("20", "41", "83", "-9", "refused", ""), features: 1},
		{name: "visit", kind: "date", min: "2010-01-01", max: "2034-12-31", cell: day("2006-01-02"), features: 1},
		{name: "born", kind: "date", details: map[string]string{"detail-part": "month cycle", "detail-format": "%d.%m.%Y"}, cell: day("02.01.2006"), features: 2},
		{name: "weekday", kind: "date", details: map[string]string{"detail-part": "weekday"}, cell: day("2006-01-02T15:04:05"), features: 1},
		{name: "grade", kind: "ordinal", levels: "low\nmiddle\nhigh", details: map[string]string{"detail-scores": "1\n2\n5"}, cell: oneOf("low", "middle", "high", "else"), features: 1},
		{name: "income", kind: "log", min: "1", max: "1000000", cell: number("%.2f", 1e5), features: 1},
		{name: "change", kind: "signed log", min: "-1000", max: "1000", cell: number("%.1f", 2e3), features: 1},
		{name: "children", kind: "integer", min: "0", max: "10", cell: oneOf("0", "1", "2", "7", "12"), features: 1},
		{name: "smoker", kind: "boolean", cell: oneOf("true", "false", "yes", "0", ""), features: 2},
		{name: "town", kind: "category", levels: "Köln\nÉvry", cell: oneOf("Köln", "Évry", "Ulm"), features: 2},
	}
}

// stateTypes answers the columns' controls, one by one.
func (p *person) stateTypes(columns []typedColumn) {
	p.t.Helper()
	for i, c := range columns {
		at := func(part string) string { return fmt.Sprintf("#%s-%d", part, i) }
		p.must(p.Select(p.ctx, at("type"), c.kind))
		shown := map[string]string{"boolean": "category"}[c.kind] // of the levels true and false
		p.until(fmt.Sprintf(`document.querySelector('%s')?.value === %q`, at("type"), cmp.Or(shown, c.kind)))
		if c.levels != "" {
			p.must(p.Type(p.ctx, "#levels", c.levels)) // the list opens by itself
			p.click("#levels-done")
			p.until(`!document.querySelector('#levels')`)
		}
		if c.min != "" {
			p.must(p.Type(p.ctx, at("min"), c.min))
			p.must(p.Type(p.ctx, at("max"), c.max))
		}
		if len(c.details) == 0 {
			continue
		}
		p.click(at("more"))
		p.until(`document.querySelector('#details-panel')`)
		for control, value := range c.details {
			if strings.HasSuffix(control, "-part") || strings.HasSuffix(control, "-format") {
				p.must(p.Select(p.ctx, "#"+control, value))
			} else {
				p.must(p.Type(p.ctx, "#"+control, value))
			}
		}
		p.typesAt(c.name)
		p.click("#details-done")
		p.until(`!document.querySelector('#details-panel')`)
	}
}

// typesAt saves what the page shows in a wide and in a narrow window, where a folder for it is named, and looks
// that nothing scrolls sideways.
func (p *person) typesAt(name string) {
	p.t.Helper()
	for _, width := range []int64{390, 1280} {
		p.must(p.Width(p.ctx, width))
		p.until(fmt.Sprintf(`innerWidth === %d`, width))
		if w := ask[int64](p, `document.documentElement.scrollWidth`); w > width {
			p.t.Errorf("%s: %d CSS pixels wide in a window of %d", name, w, width)
		}
		if cut := ask[[]string](p, `[...document.querySelectorAll('#columns-view input.b')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.value)`); len(cut) > 0 {
			p.t.Errorf("%s: at %d pixels the bounds %q are cut off", name, width, cut)
		}
		if folder := os.Getenv("PRIVATEPCA_PICTURES"); folder != "" {
			p.must(p.Eval(p.ctx, `(document.querySelector('#details-panel') ?? document.querySelector('#columns') ?? document.body).scrollIntoView()`, nil))
			b, err := p.Screenshot(p.ctx)
			p.must(err)
			p.must(os.WriteFile(filepath.Join(folder, fmt.Sprintf("types-%s-%d.png", name, width)), b, 0o666))
		}
	}
}

// Every type and every detail is set in the page, read and released. The document agrees with itself, and both loaders and the page's own
// way encode the table's rows alike.
func TestEveryTypeInThePage(t *testing.T) {
	t.Parallel()
	onlyChromium(t, "screens of two widths")
	p := sit(t, server, 60*time.Second)
	columns, rng := typedColumns(), rand.New(rand.NewPCG(8, 8))
	var text strings.Builder
	features := 0
	for i, c := range columns {
		text.WriteString(map[bool]string{true: ","}[i > 0] + c.name)
		features += c.features
	}
	for range 400 {
		text.WriteByte('\n')
		for i, c := range columns {
			text.WriteString(map[bool]string{true: ","}[i > 0] + c.cell(rng))
		}
	}
	j := drive.Job{Data: file(t, "types.csv", text.String()+"\n"), Epsilon: "2", Delta: "1e-6", K: "3", Mechanism: "gaussian"}
	at.Start(p).Open(j)
	p.stateTypes(columns)
	p.typesAt("columns")
	if said := p.text("#columns-view"); strings.Contains(said, "none yet") || strings.Contains(said, "to do") || strings.Contains(said, "?") {
		t.Errorf("all is stated, and the table says %s", said)
	}
	toRelease(p, j)
	p.must(p.Release(p.ctx))
	p.typesAt("result")
	document, _, err := p.TakeDocument(p.ctx)
	p.must(err)
	d, err := release.Decode(document)
	p.must(err)
	for _, check := range release.Verify(d, document) {
		if !check.Holds {
			t.Errorf("%s: %s", check.What, check.Detail)
		}
	}
	if d.NumFeatures != features {
		t.Errorf("%d features %q, want %d", d.NumFeatures, d.FeatureNames, features)
	}
	for _, want := range []string{"born (month cycle, cos)", "income (log)", "visit", "grade", "smoker=true", "town=Köln"} {
		if !strings.Contains(strings.Join(d.FeatureNames, "|"), want) {
			t.Errorf("no feature %s among %q", want, d.FeatureNames)
		}
	}
	p.agrees(file(t, "release.json", string(document)))

	read, err := dataset.Public(strings.NewReader(text.String()), d.Reading(nil))
	p.must(err)
	rows := make([]release.Row, len(read.Features))
	for r, features := range read.Features {
		for j := range features {
			rows[r].Features = append(rows[r].Features, &features[j])
			if math.IsNaN(features[j]) {
				rows[r].Features[j] = nil
			}
		}
	}
	applied, err := d.Apply(rows)
	p.must(err)
	dir := t.TempDir()
	for name, content := range map[string]string{
		"release.py": string(d.Python()), "release.R": string(d.R()), "types.csv": text.String() + "\n",
		"run.py": `import csv, release
rows = list(csv.reader(open("types.csv", encoding="utf-8")))[1:]
for v in release.pca.encode(rows): print(*("%.9f" % x for x in v))
`,
		"run.R": `source("release.R")
rows <- read.csv("types.csv", colClasses = "character", na.strings = character(0), strip.white = FALSE, check.names = FALSE, encoding = "UTF-8")
x <- sweep(sweep(privatepca_features(release, rows), 2, release$center), 2, release$scale, "/")
for (i in seq_len(nrow(x))) cat(sprintf("%.9f", x[i, ]), "\n")
`,
	} {
		p.must(os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666))
	}
	for _, run := range [][]string{{"/usr/bin/python3", "run.py"}, {"Rscript", "--vanilla", "run.R"}} {
		t.Run(fmt.Sprint(run), func(t *testing.T) {
			cmd := exec.CommandContext(p.ctx, run[0], run[1:]...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Logf("NOT RUN: %v: %v\n%s", run, err, out)
				return
			}
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			if len(lines) != len(applied.Vectors) || len(lines) < 300 {
				t.Fatalf("%s: %d vectors, the page has %d", run[0], len(lines), len(applied.Vectors))
			}
			for r, line := range lines {
				for i, field := range strings.Fields(line) {
					var x float64
					if _, err := fmt.Sscan(field, &x); err != nil || math.Abs(x-applied.Vectors[r][i]) > 1e-6 {
						t.Fatalf("%s: row %d, %s is %s, of the page %v", run[0], r+1, d.FeatureNames[i], field, applied.Vectors[r][i])
					}
				}
			}
		})
	}
}
