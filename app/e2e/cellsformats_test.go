package e2e

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/core/convert/converttest"

	"privatepca/app/e2e/at"
)

// plantedFormats are the planted table in formats that a second program reads. Their rows are as wide as the header.
func plantedFormats(t *testing.T) map[string]string {
	t.Helper()
	r := csv.NewReader(strings.NewReader(plantedTable()))
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		rows[i] = append(rows[i], "", "", "")[:4]
	}
	table := converttest.Table{Header: rows[0], Rows: rows[1:]}
	return map[string]string{
		"table.xlsx":    string(converttest.Workbook([]string{"people"}, table)),
		"table.parquet": string(table.Parquet(converttest.Codecs["zstd"], 1, 3)),
		"table.zip":     string(converttest.Archive(map[string]string{"table.csv": string(table.CSV())})),
	}
}

// No cell of a converted file leaves the worker and the converter, and nothing is requested once it is open.
func TestNoCellOfOtherFormats(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 120*time.Second, keepRequests)
	j := plantedJob(t)
	for name, content := range plantedFormats(t) {
		j.Data = file(t, name, content)
		at.Start(p).Open(j)
		opened := time.Now()
		toRelease(p, j)
		p.until(`document.querySelector('#troubles')`)
		p.must(p.Release(p.ctx))
		document, loadings, err := p.TakeDocument(p.ctx)
		p.must(err)
		for _, found := range p.leaks(document, loadings) {
			if strings.HasSuffix(found, "(a script came after the file): here") { // of the next file's converter, before it is handed that file
				continue
			}
			t.Errorf("%s: %s", name, found)
		}
		for _, r := range p.Record().Requests() {
			if r.Time.After(opened) && !r.Local() {
				t.Errorf("%s: requested after it was open: %s", name, r)
			}
		}
		p.click(`nav a[href="/"]`)
		p.until(`location.pathname === '/' && document.querySelector('#file-input')`)
	}
}

// The first rows, which the curator alone sees, are in no place but the page's memory, and in none after the release.
func TestFirstRowsAreForgotten(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second, keepRequests)
	j := plantedJob(t)
	at.Start(p).Open(j)
	if !ask[bool](p, `document.querySelector('#dialect').open`) { // it is open where something is doubtful
		p.click("#dialect summary")
	}
	at.Columns(p).Look()
	p.until(`document.querySelector('#first-rows')`)
	seen := p.leaks()
	if !slices.ContainsFunc(seen, func(s string) bool { return strings.HasPrefix(s, "dom shows") }) {
		t.Error("the first rows are not in view")
	}
	inView := func(found string) bool {
		return strings.HasPrefix(found, "dom ") || strings.HasPrefix(found, "text ") || strings.HasPrefix(found, "messages ")
	}
	for _, found := range seen {
		if !inView(found) {
			t.Errorf("while they are shown: %s", found)
		}
	}
	toRelease(p, j)
	p.must(p.Release(p.ctx))
	document, loadings, err := p.TakeDocument(p.ctx)
	p.must(err)
	for _, found := range p.leaks(document, loadings) {
		if !strings.HasPrefix(found, "messages ") { // the one answer that gave them
			t.Errorf("after the release: %s", found)
		}
	}
}
