package pipeline

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/beam/engine"
	"privatepca/core/schema"
)

// Rows of one person cost little more than one comparison each, in whatever order they come; and the first are kept. Sorting all for each row took
// 50 s here.
func TestFirstRowsOfMany(t *testing.T) {
	const most, n = 3000, 200_000
	f := &firstRows{most}
	for _, order := range []string{"as in the file", "backwards", "at random"} {
		t.Run(order, func(t *testing.T) {
			places := make([]int, n)
			for i := range places {
				places[i] = i
			}
			switch order {
			case "backwards":
				slices.Reverse(places)
			case "at random":
				rand.New(rand.NewPCG(1, 1)).Shuffle(n, func(i, j int) { places[i], places[j] = places[j], places[i] })
			}
			begun := time.Now()
			a, b := f.CreateAccumulator(), f.CreateAccumulator()
			for i, p := range places {
				row := Row{File: p / 1000, Start: int64(p % 1000), Tag: uint64(p), Text: []byte("x")}
				if i%3 == 0 {
					b = f.AddInput(b, row)
				} else {
					a = f.AddInput(a, row)
				}
				if len(a.Rows) >= 2*most || len(b.Rows) >= 2*most {
					t.Fatalf("%d and %d rows are held", len(a.Rows), len(b.Rows))
				}
			}
			k := f.ExtractOutput(f.MergeAccumulators(a, b))
			if d := time.Since(begun); d > 5*time.Second {
				t.Errorf("%v", d)
			}
			if k.Records != n || k.Tag != n*(n-1)/2 || len(k.Rows) != most {
				t.Errorf("%d records, %d rows", k.Records, len(k.Rows))
			}
			for i, r := range k.Rows {
				if r.File != i/1000 || r.Start != int64(i%1000) {
					t.Fatalf("row %d is that of %d, %d", i, r.File, r.Start)
				}
			}
		})
	}
}

// The driver refuses a person column that the header lacks, by name, before a pipeline.
func TestPersonColumnIsCheckedByTheDriver(t *testing.T) {
	s := columns(func(s *schema.Schema) { s.PersonColumn, s.RowsPerPerson = "nobody", 2 })
	src := source(t, shards(t, records(20, false), 2, false), s, Options{run: func(context.Context, engine.Job) error {
		t.Error("a pipeline was run")
		return nil
	}})
	if _, _, err := src.Sum(t.Context(), s, nil); err == nil || !strings.Contains(err.Error(), `"nobody"`) {
		t.Error(err)
	}
}

// What a pipeline's end is said by keeps a file's name as it is, and nothing of an engine's text gets on.
func TestUnfinished(t *testing.T) {
	for _, c := range []struct {
		name, want string
		err        error
	}{
		{"a file", "The pipeline ended: s3://b/part.csv: cannot be read to its end.", errors.New("java: " + said("s3://b/part.csv: cannot be read to its end.").Error())},
		{"an engine's text", "The engine ended the pipeline before it was done. Its log says why.", errors.New("SECRET")},
		{"a program", "The engine cannot start the workers' program", errors.New(`java.io.IOException: Cannot run program "/none/beam"`)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := unfinished(t.Context(), c.err).Error(); !strings.HasPrefix(got, c.want) || strings.Contains(got, "SECRET") {
				t.Error(got)
			}
		})
	}
}

// A worker that has not the driver's folder, or its program, sums nothing.
func TestWorkersMeetTheDriver(t *testing.T) {
	own, err := engine.Worker()
	if err != nil {
		t.Fatal(err)
	}
	s := &store{Folder: filepath.Join(t.TempDir(), "run")}
	m, err := s.begin(t.Context())
	if err != nil || m.Program != own {
		t.Fatal(err, m)
	}
	if s.began(t.Context()) {
		t.Error("a worker has begun that was not there")
	}
	for _, c := range []struct {
		name string
		m    Meeting
		want error
	}{
		{"another folder", Meeting{m.Folder + "-other", own}, otherFolder},
		{"another program", Meeting{m.Folder, strings.Repeat("0", 64)}, otherProgram},
		{"the same", m, nil},
		{"inside the driver", Meeting{}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.m.join(t.Context()); err != c.want {
				t.Error(err)
			}
		})
	}
	if !s.began(t.Context()) {
		t.Error("no worker has begun")
	}
	s.clear(t.Context())

	// Some engines go on with a job whose driver has ended.
	if err := m.join(t.Context()); err != otherFolder {
		t.Errorf("after the driver: %v", err)
	}
	if err := (&sealTile{s.Folder, s.Key, m}).ProcessElement(t.Context(), 0, Tile{}); err != otherFolder {
		t.Errorf("a sum after the driver: %v", err)
	}
	if err := (&sealManifest{s.Folder, s.Key, m}).ProcessElement(t.Context(), 0, func(*Done) bool { return false }); err != otherFolder {
		t.Errorf("a manifest after the driver: %v", err)
	}
	if _, err := os.Stat(s.Folder); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
