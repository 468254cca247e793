package pca

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/schema"
)

// The first reading recognises the records, of small files and of such as are shared among readers, plain and of several readings; without a key,
// and of a file that cannot be read, nothing is recognised.
func TestRecordsAreRecognised(t *testing.T) {
	ctx, key := context.Background(), []byte("a key")
	for name, rows := range map[string]int{"small": 30, "of several pieces": 40_000} {
		for rule, s := range map[string]*schema.Schema{"clip": columns(nil), "pairs": columns(func(s *schema.Schema) { s.NormRule = schema.Pairs })} {
			file := table(rows)
			want, err := dataset.Contents(bytes.NewReader(file.data), s.Dialect, key)
			if err != nil {
				t.Fatal(err)
			}
			m, _ := seeded(1)
			m.RecordKey = key
			tab := Open(file, s, m)
			if _, err := tab.Sum(ctx, nil); err != nil {
				t.Fatal(err)
			}
			if tab.Contents() != want {
				t.Errorf("%s, %s: %q, want %q", name, rule, tab.Contents(), want)
			}
			if err := tab.Norms(ctx, columns(nil), nil, func(float64) {}); err != nil || tab.Contents() != want {
				t.Errorf("%s, %s: after another reading: %q, %v", name, rule, tab.Contents(), err)
			}
		}
	}
	tab := Open(table(30), columns(nil), nil)
	if _, err := tab.Sum(ctx, nil); err != nil || tab.Contents() != "" {
		t.Errorf("without a key: %q, %v", tab.Contents(), err)
	}
	m, _ := seeded(1)
	m.RecordKey = key
	broken := table(2000)
	broken.data = append(broken.data, []byte("\"open\n")...)
	if _, err := Open(broken, columns(nil), m).Sum(ctx, nil); err == nil {
		t.Error("a broken file was summed")
	}
}

// A defect while records are recognised ends the reading with a fault that quotes nothing: nothing is released of records that the ledger would not know again.
func TestADefectInRecognisingIsNoSilence(t *testing.T) {
	m, _ := seeded(1)
	m.RecordKey = []byte("a key")
	m.Decode = func(src io.Reader, _ schema.Encoding) io.Reader {
		if _, beside := src.(*recognising); beside {
			panic("the cell 1234")
		}
		return src
	}
	s := columns(nil)
	s.Dialect.Encoding = "gbk"
	tab := Open(table(30), s, m)
	_, err := tab.Sum(context.Background(), nil)
	if f := fault.Of(err); err == nil || f.Code != fault.CodeInternal || strings.Contains(f.Error(), "1234") {
		t.Errorf("a reading whose records were not recognised ends in %v", err)
	}
	m.Decode = func(src io.Reader, _ schema.Encoding) io.Reader { return src }
	if _, err := Open(table(30), s, m).Sum(context.Background(), nil); err != nil {
		t.Errorf("and without the defect in %v", err)
	}
}

// What recognising costs beside the sum, in one run: go test -v -run Costs ./core/pca.
func TestWhatRecognisingCosts(t *testing.T) {
	if testing.Short() {
		t.Skip("a measurement")
	}
	random := rand.New(rand.NewPCG(1, 1))
	var words strings.Builder
	s := schema.New()
	for i := range 116 {
		if i > 0 {
			words.WriteByte(',')
		}
		words.WriteString("c" + strconv.Itoa(i))
		s.Fields = append(s.Fields, schema.Field{Name: "c" + strconv.Itoa(i), Kind: schema.Number, Minimum: 0, Maximum: 100})
	}
	for range 10_000 {
		words.WriteByte('\n')
		for i := range 116 {
			if i > 0 {
				words.WriteByte(',')
			}
			words.WriteString(strconv.FormatFloat(100*random.Float64(), 'f', 2, 64))
		}
	}
	file := &text{data: []byte(words.String())}
	best := map[bool]time.Duration{}
	for range 7 {
		for _, with := range []bool{false, true} {
			m, _ := seeded(1)
			if with {
				m.RecordKey = []byte("a key")
			}
			start := time.Now()
			if _, err := Open(file, s, m).Sum(context.Background(), nil); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(start); best[with] == 0 || took < best[with] {
				best[with] = took
			}
		}
	}
	ratio := float64(best[true]) / float64(best[false])
	t.Logf("%.1f MB: %v without, %v with: %.2f times", float64(words.Len())/1e6, best[false], best[true], ratio)
	if ratio > 3 {
		t.Errorf("recognising takes %.1f times as long", ratio)
	}
}
