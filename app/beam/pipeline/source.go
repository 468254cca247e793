package pipeline

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"privatepca/app/beam/engine"
	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/momentfile"
	"privatepca/core/passes"
	"privatepca/core/pca"
	"privatepca/core/schema"
)

// Options are how a pipeline is cut. None changes the sum, but that Buckets and the seed make the pairing.
type Options struct {
	Staging string // folder of this program and all workers; "" for one of this machine
	Split   int64  // most bytes of a plain file in one element; 0 for whole files
	Buckets int    // of the pairing, a power of 2; 0 for one to 16 MiB of text
	Tile    int    // entries of a tile; 0 for 2¹⁷

	// Notice tells who waits that a job has no worker yet; nil for nobody.
	Notice func(sentence string)
	// Seed is 32 bytes that fix the pairing and the tags, so that two sums of pairs can be compared; nil, as in every release, for new ones.
	Seed []byte

	run func(ctx context.Context, job engine.Job) error // of tests
}

// A Source is the files of some patterns, as pca.From takes them. Each sum is one pipeline.
type Source struct {
	options  Options
	dialect  dataset.Dialect
	ranges   []Range
	size     int64
	identity []byte
	alike    [2]string
}

var _ pca.Source = (*Source)(nil)

// Open finds the files of patterns, in the order of their names, and reads the header of the first. It reads no record.
func Open(ctx context.Context, patterns []string, s *schema.Schema, o Options) (*Source, error) {
	if o.Tile == 0 {
		o.Tile = 1 << 17
	}
	if o.Tile < 1 || o.Split < 0 || o.Buckets < 0 || o.Buckets > 0 && bits.OnesCount(uint(o.Buckets)) != 1 {
		return nil, fault.Request("", "-split is a number of bytes, -tile a number of entries, and -buckets a power of 2.")
	}
	if o.run == nil {
		o.run = engine.Run
	}
	if o.Notice == nil {
		o.Notice = func(string) {}
	}
	o.Staging = absolute(o.Staging)
	if s != nil {
		if d := s.Dialect; d.Encoding != "" && d.Encoding != schema.UTF8 || d.Delimiter != "" || d.Skip+d.Below+d.End+d.HeaderRows > 0 || d.NoHeader || d.RowNames || d.Comment != "" || d.Quote != "" {
			return nil, fault.Request("", "A pipeline reads files whose first row says how they are written. The schema's dialect (%s) is read by privatepca alone: write the files as plain CSV first.", d)
		}
	}
	out := &Source{options: o}
	var names []string
	for _, pattern := range patterns {
		found, err := find(ctx, absolute(pattern))
		if err != nil {
			return nil, err
		}
		names = append(names, found...)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for i, name := range names {
		if err := out.take(ctx, name, i); err != nil {
			return nil, err
		}
	}
	return out, out.addFolders(names, s)
}

// addFolders puts the columns that folders name before those of the files: those that the schema names, since each costs time.
func (s *Source) addFolders(names []string, of *schema.Schema) error {
	columns, err := folders(names, s.dialect.Header.Columns)
	if err != nil {
		return err
	}
	if of != nil {
		text := of.Encode()
		columns = slices.DeleteFunc(columns, func(c string) bool {
			quoted, err := json.Marshal(c)
			return err != nil || !bytes.Contains(text, quoted)
		})
	}
	if len(columns) == 0 {
		return nil
	}
	s.dialect.Header.Columns = slices.Concat(columns, s.dialect.Header.Columns)
	for i := range s.ranges {
		s.ranges[i].Cells = cellsOf(s.ranges[i].File, columns)
	}
	return nil
}

// take cuts one file into ranges.
func (s *Source) take(ctx context.Context, name string, number int) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return unopened(name)
	}
	defer fs.Close()
	size, err := fs.Size(ctx, name)
	if err != nil {
		return unopened(name)
	}
	s.size += size
	split := s.options.Split > 0 && size > s.options.Split
	if number == 0 || split {
		src, err := fs.OpenRead(ctx, name)
		if err != nil {
			return unopened(name)
		}
		defer src.Close()
		text, converted, err := textOf(src)
		var d dataset.Dialect
		if err == nil {
			d, _, err = readDialect(text)
		}
		if err != nil {
			f := *fault.Of(err)
			f.Message = name + ": " + f.Message
			return &f
		}
		if number == 0 {
			s.dialect = d
			s.dialect.Header.Compressed = false
		}
		_, seeks := src.(io.Seeker)
		split = split && seeks && !d.Header.Compressed && !converted
	}
	if !split {
		s.ranges = append(s.ranges, Range{File: name, Number: number, Size: size, Whole: true})
		return nil
	}
	for at := int64(0); at < size; at += s.options.Split {
		s.ranges = append(s.ranges, Range{File: name, Number: number, Start: at, End: min(size, at+s.options.Split), Size: size})
	}
	return nil
}

func unopened(name string) error {
	return fault.New(fault.CodeFile, name+": It cannot be opened. Check the path.")
}

// Sum sums the second moment.
func (s *Source) Sum(ctx context.Context, of *schema.Schema, _ func(pca.Progress)) (*moment.Matrix, *pca.Summary, error) {
	counts, sums, err := s.sum(ctx, of, &Job{})
	if err != nil {
		return nil, nil, err
	}
	vectors := counts.Rows
	if of.NormRule == schema.Pairs {
		vectors /= 2
	}
	a := moment.NewAccumulator(of.D(), schema.Scale)
	if counts.Vectors != vectors {
		return nil, nil, miscounted()
	}
	if err := a.AddUpper(counts.Vectors, sums); err != nil {
		return nil, nil, err
	}
	return a.Matrix(), counts.summary(), nil
}

// SumFeatures sums the features.
func (s *Source) SumFeatures(ctx context.Context, of *schema.Schema, _ func(pca.Progress)) (*dataset.FeatureSum, *pca.Summary, error) {
	counts, sums, err := s.sum(ctx, of, &Job{Features: true})
	if err != nil {
		return nil, nil, err
	}
	if len(sums) != of.D() || counts.Vectors != counts.Rows {
		return nil, nil, miscounted()
	}
	return &dataset.FeatureSum{Sum: sums, Rows: counts.Rows}, counts.summary(), nil
}

// SumPass sums a pass of the norm rule mean.
func (s *Source) SumPass(ctx context.Context, of *schema.Schema, p passes.Pass, _ func(pca.Progress)) (*passes.Sum, *pca.Summary, error) {
	counts, sums, err := s.sum(ctx, of, &Job{Pass: &p})
	if err != nil {
		return nil, nil, err
	}
	sum, err := passes.New(of, p, nil)
	if err != nil {
		return nil, nil, err
	}
	if err := sum.AddIntegers(counts.Vectors, sums); counts.Vectors != counts.Rows || errors.Is(err, moment.ErrWire) {
		return nil, nil, miscounted()
	} else if err != nil {
		return nil, nil, err
	}
	return sum, counts.summary(), nil
}

// Identity is a digest of the text that was read.
func (s *Source) Identity() []byte { return s.identity }

// Alike names two files of the last sum that hold the same records, letter for letter; "" for none.
func (s *Source) Alike() (a, b string) { return s.alike[0], s.alike[1] }

func (t Tile) summary() *pca.Summary {
	return &pca.Summary{Records: t.Records, Rows: t.Rows, Persons: t.Persons}
}

// sum runs one pipeline for a job that says what is summed, and checks what it gives against the manifest.
func (s *Source) sum(ctx context.Context, of *schema.Schema, job *Job) (Tile, []int64, error) {
	job.Schema, job.Dialect, job.Seed, job.Tile, job.Buckets = of.Encode(), s.dialect, s.options.Seed, s.options.Tile, s.options.Buckets
	if job.Seed == nil {
		job.Seed = make([]byte, 32)
		rand.Read(job.Seed) // it never fails
	}
	if job.Buckets == 0 {
		job.Buckets = 1 << bits.Len64(uint64(s.size>>24))
	}
	if _, err := newSum(job); err != nil { // what every element would refuse
		return Tile{}, nil, err
	}
	if _, err := dataset.NewPersons(of, s.dialect.Header); err != nil {
		return Tile{}, nil, err
	}
	secret, err := momentfile.NewSecret("run")
	if err != nil {
		return Tile{}, nil, err
	}
	store, err := newStore(s.options.Staging, secret)
	if err != nil {
		return Tile{}, nil, err
	}
	defer store.clear(ctx)
	if engine.Apart() {
		if job.Meeting, err = store.begin(ctx); err != nil {
			return Tile{}, nil, err
		}
	}
	p := s.build(job, of, store)
	if err := s.options.run(ctx, engine.Job{Pipeline: p, Folder: store.Folder, Began: store.began, Notice: s.options.Notice}); err != nil {
		return Tile{}, nil, unfinished(ctx, err)
	}
	return s.collect(ctx, job, of, store)
}

// unfinished words the error of a pipeline that did not come to its end.
func unfinished(ctx context.Context, err error) error {
	var known *fault.Error
	text := heard(err)
	switch {
	case text != "":
		return fault.New(fault.CodeFile, "The pipeline ended: "+strings.TrimSuffix(text, ".")+".").Because(err)
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &known):
		return err
	case strings.Contains(err.Error(), "Cannot run program"): // Java's words
		return fault.New(fault.CodeFile, "The engine cannot start the workers' program on one of its machines. Check the command in -environment_config: it has to be this program, under that path, on each node.").Because(err)
	}
	return fault.New(fault.CodeFile, "The engine ended the pipeline before it was done. Its log says why.").Because(err)
}

// build builds the pipeline.
func (s *Source) build(job *Job, of *schema.Schema, store *store) *beam.Pipeline {
	p, scope := beam.NewPipelineWithRoot()
	ranges := beam.Reshuffle(scope, beam.CreateList(scope, s.ranges))
	pairs := of.NormRule == schema.Pairs && !job.Features
	var done beam.PCollection
	var sums []beam.PCollection
	if !pairs && of.PersonColumn == "" {
		var t beam.PCollection
		t, done = beam.ParDo2(scope, &sumRows{Job: *job}, ranges)
		sums = append(sums, t)
	} else {
		var rows beam.PCollection
		rows, done = beam.ParDo2(scope, &readRows{Job: *job}, ranges)
		if of.PersonColumn != "" {
			kept := beam.CombinePerKey(scope, &firstRows{Most: of.RowsPerPerson}, rows)
			if pairs {
				var counted beam.PCollection
				rows, counted = beam.ParDo2(scope, &scatter{Job: *job}, kept)
				sums = append(sums, counted)
			} else {
				sums = append(sums, beam.ParDo(scope, &keepRows{Job: *job}, kept))
			}
		}
		if pairs {
			held := of.PersonColumn != ""
			first, over := beam.ParDo2(scope, &pairRows{Job: *job, Held: held}, beam.GroupByKey(scope, rows))
			last, _ := beam.ParDo2(scope, &pairRows{Job: *job, Last: true, Held: held}, beam.GroupByKey(scope, over))
			sums = append(sums, first, last)
		}
	}
	total := beam.CombinePerKey(scope, &addTiles{}, beam.Flatten(scope, sums...))
	beam.ParDo0(scope, &sealTile{store.Folder, store.Key, job.Meeting}, total)
	beam.ParDo0(scope, &sealManifest{store.Folder, store.Key, job.Meeting}, beam.GroupByKey(scope, beam.AddFixedKey(scope, done)))
	return p
}

// collect reads what the pipeline wrote, and refuses by name what is not the sum of every record, once.
func (s *Source) collect(ctx context.Context, job *Job, of *schema.Schema, store *store) (Tile, []int64, error) {
	var manifest []Done
	text, err := store.open(ctx, manifestName)
	if err == nil {
		err = json.Unmarshal(text, &manifest)
	}
	if err != nil {
		return Tile{}, nil, lost("The manifest", err)
	}
	tag, records, err := s.account(job, manifest)
	if err != nil {
		return Tile{}, nil, err
	}
	n := of.D()
	switch {
	case job.Pass != nil:
		n = job.Pass.Len(of)
	case !job.Features:
		n = n * (n + 1) / 2
	}
	var counts Tile
	sums := make([]int64, 0, n)
	for i := 0; len(sums) < n; i++ {
		text, err := store.open(ctx, tileName(i))
		var t Tile
		if err == nil {
			t, err = decodeTile(text)
		}
		if err == nil && (t.Index != i || len(t.Sums) != min(job.Tile, n-len(sums))) {
			err = errTile
		}
		if err != nil {
			return Tile{}, nil, lost(fmt.Sprintf("Tile %d", i), err)
		}
		sums = append(sums, t.Sums...)
		t.Sums, t.Index = nil, 0
		if i == 0 {
			counts = t
		}
		if t.Tag != tag || t.Records != records || t.Tag != counts.Tag || t.Rows != counts.Rows || t.Vectors != counts.Vectors || t.Persons != counts.Persons {
			return Tile{}, nil, miscounted()
		}
	}
	if records == 0 {
		return Tile{}, nil, dataset.ErrNoRecords
	}
	return counts, sums, nil
}

func lost(what string, err error) error {
	return fault.New(fault.CodeFile, what+" of the sum is missing, of another run, or was changed. Nothing was released. Run the pipeline again.").Because(err)
}

func miscounted() error {
	return fault.New(fault.CodeFile, "The tags do not fit: some text was summed twice, or not at all. Nothing was released. Run the pipeline again.")
}

// account checks that the manifest tiles every file, and gives the tag and the number of records that the sum must have.
func (s *Source) account(job *Job, manifest []Done) (tag uint64, records int64, err error) {
	slices.SortFunc(manifest, func(a, b Done) int {
		if a.File != b.File {
			return strings.Compare(a.File, b.File)
		}
		return int(max(-1, min(1, a.Start-b.Start)))
	})
	if len(manifest) != len(s.ranges) {
		return 0, 0, lost(fmt.Sprintf("The manifest has %d of %d stretches of text: a part", len(manifest), len(s.ranges)), nil)
	}
	h := newPlaces(job.Seed, "tag")
	identity := sha256.New()
	of := alikes{}
	first := int64(0) // of the file at hand
	for i, d := range manifest {
		g := s.ranges[i]
		last := i+1 == len(manifest) || s.ranges[i+1].File != g.File
		if g.Start == 0 {
			first = d.First
		}
		switch {
		case d.File != g.File || d.Start != g.Start || d.Whole != g.Whole || d.First < 0 || d.Last < d.First || d.Records < 0,
			g.Start > 0 && d.First != manifest[i-1].Last,
			last && !d.Unpacked && d.Last != g.Size:
			return 0, 0, fault.New(fault.CodeFile, g.File+": The stretches of text that were read do not fill the file: it changed meanwhile, or one was read twice. Nothing was released. Run the pipeline again.")
		}
		if last {
			tag += h.tag(d.File, first, d.Last)
		}
		records += d.Records
		of.add(g, d, last)
		fmt.Fprintf(identity, "%d %d %s\n", d.First, d.Last, d.Text)
	}
	s.identity, s.alike = []byte(hex.EncodeToString(identity.Sum(nil))), of.found
	return tag, records, nil
}

// alikes looks for files of the same records, whose ranges come one after another.
type alikes struct {
	text    strings.Builder // digests of the ranges of the file at hand
	records int64
	files   map[string]string // by their text
	found   [2]string
}

func (a *alikes) add(g Range, d Done, last bool) {
	if d.Records > 0 {
		fmt.Fprintf(&a.text, "%q %s\n", g.Cells, d.Text)
	}
	if a.records += d.Records; !last {
		return
	}
	text := a.text.String()
	switch before, twice := a.files[text]; {
	case a.records == 0: // as of a cluster's part without rows
	case twice && a.found[1] == "":
		a.found = [2]string{before, d.File}
	case a.files == nil:
		a.files = map[string]string{text: d.File}
	default:
		a.files[text] = d.File
	}
	a.text.Reset()
	a.records = 0
}
