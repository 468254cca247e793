package pca

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"privatepca/core/dataset"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// Whoever reads needs not read to the end: the whole text is compared all the same.
func TestTheWholeTextIsCompared(t *testing.T) {
	s, ctx := columns(nil), context.Background()
	file := table(2000)
	tab := Open(file, s, nil)
	if _, err := tab.Sum(ctx, nil); err != nil {
		t.Fatal(err)
	}
	genuine := file.data
	for name, close := range map[string]func(*reading) error{
		"at the end": func(r *reading) error { return r.end(nil) },
		"before the file is opened again, as it was": func(r *reading) error {
			file.data = genuine
			_, err := r.open().Read(make([]byte, 10))
			return r.end(err)
		},
	} {
		file.data = bytes.Clone(genuine)
		file.data[len(file.data)-2] ^= 1 // in the last id
		r := tab.reading(ctx, plan.PhaseRead, nil)
		if _, err := io.ReadFull(r.open(), make([]byte, 10)); err != nil {
			t.Fatal(err)
		}
		if err := close(r); err != ErrChanged {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// constant is a fingerprint that sees nothing.
type constant struct{ io.Writer }

func (constant) Sum() string { return "x" }

// Another number of records is found whatever the fingerprint says.
func TestRowsAreCounted(t *testing.T) {
	m, _ := seeded(1)
	m.Digest = func() Digest { return constant{io.Discard} }
	c := choices()
	c.Steps = &plan.Steps{NormBound: &plan.NormBound{Share: .1, Quantile: .9}}
	file := table(30)
	_, err := decided(t, columns(nil), c).Run(context.Background(), Open(file, columns(nil), m), Run{Debit: func() (release.Account, error) {
		file.data = table(31).data
		return release.Account{}, nil
	}})
	wantFault(t, err, "file", "count the release as spent", true)
	if !errors.Is(err, ErrChanged) {
		t.Errorf("%v is not ErrChanged", err)
	}
}

// A context that has ended asks for no debit, also where the table was summed before.
func TestEndedBeforeTheDebit(t *testing.T) {
	tab := Open(table(30), columns(nil), nil)
	if _, err := tab.Sum(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := decided(t, columns(nil), choices()).Run(ctx, tab, Run{Debit: func() (release.Account, error) {
		t.Error("asked for a debit")
		return release.Account{}, nil
	}})
	if err != context.Canceled {
		t.Error(err)
	}
}

// Progress counts the bytes as they are stored, and the records.
func TestProgress(t *testing.T) {
	var last Progress
	file := table(2000)
	if _, err := Open(file, columns(nil), nil).Sum(context.Background(), func(p Progress) {
		if p.Done < last.Done || p.Done > p.Total || p.Phase != plan.PhaseRead || p.Unit != "bytes" {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}); err != nil {
		t.Fatal(err)
	}
	if last.Done != file.Size() || last.Total != file.Size() {
		t.Errorf("%+v of %d bytes", last, file.Size())
	}
	// Without a size nothing is said of the whole.
	if _, err := Open(endless{file}, columns(nil), nil).Sum(context.Background(), func(p Progress) {
		if p.Total != 0 {
			t.Errorf("%+v", p)
		}
	}); err != nil {
		t.Fatal(err)
	}
}

type endless struct{ *text }

func (endless) Size() int64 { return 0 }

// A reader that shares its work is given large files of rows that stand alone, and no
// others.
func TestSharing(t *testing.T) {
	for name, c := range map[string]struct {
		rows   int
		change func(*schema.Schema)
		want   int
	}{
		"large": {100_000, nil, 1},
		"small": {100, nil, 0},
		"pairs": {100_000, func(s *schema.Schema) { s.NormRule = schema.Pairs }, 0},
	} {
		shared := &sharing{}
		m, _ := seeded(1)
		m.Sharing = shared
		tab := Open(table(c.rows), columns(c.change), m)
		if _, err := tab.Sum(context.Background(), nil); err != nil && !errors.Is(err, errShared) || shared.asked != c.want {
			t.Errorf("%s: asked %d times, %v", name, shared.asked, err)
		}
	}
}

type sharing struct{ asked int }

var errShared = errors.New("shared")

func (s *sharing) Sum(io.Reader, *schema.Schema, func(int64)) (*moment.Matrix, *dataset.Summary, error) {
	s.asked++
	return nil, nil, errShared
}

// Nobody has to lend anything: two runs on nil machines differ.
func TestNilMachine(t *testing.T) {
	p := decided(t, columns(nil), choices())
	var traces [2]float64
	for i := range traces {
		r, err := p.Run(context.Background(), Open(table(30), columns(nil), nil), Run{Debit: NoLedger})
		if err != nil {
			t.Fatal(err)
		}
		d, err := r.Document(2)
		if err != nil {
			t.Fatal(err)
		}
		if d.Created == "0001-01-01" { // Now was not given
			t.Error("the document bears no date")
		}
		traces[i] = d.Spectrum[0]
	}
	if traces[0] == traces[1] {
		t.Error("two runs drew the same noise")
	}
}

// A plan that costs nothing spends nothing, whatever becomes of it.
func TestFree(t *testing.T) {
	for _, how := range method.All() {
		if !how.Free() {
			continue
		}
		c := choices()
		c.Mechanism = how.Name
		p := decided(t, columns(nil), c)
		if !p.Cost().Free() || decided(t, columns(nil), choices()).Cost().Free() {
			t.Errorf("%+v", p.Cost())
		}
		ctx, cancel := context.WithCancel(context.Background())
		_, err := p.Run(ctx, Open(table(30), columns(nil), nil), Run{Debit: func() (release.Account, error) {
			cancel()
			return release.Account{}, nil
		}})
		if err != context.Canceled {
			t.Errorf("%s: %v", how.Name, err)
		}
	}
}
