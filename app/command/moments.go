//go:build !js

package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/momentfile"
	"privatepca/core/pca"
	"privatepca/core/schema"
)

// clearFlag is the flag that writes raw data in the clear.
const clearFlag = "this-is-raw-data-write-it-in-the-clear"

// Writing is what was typed of a moment file to write.
type writing struct {
	out, to, recipient string
	clear              bool
}

func (w *writing) flags(f *flag.FlagSet) {
	f.StringVar(&w.out, "out", "", "moment `file` to write: the exact sum, sealed to the key of -to. It is raw data: delete it when it was merged")
	f.StringVar(&w.to, "to", "", "`file` of the public key, or of several, that the moment file is sealed to; privatepca key new makes one")
	f.StringVar(&w.recipient, "recipient", "", "`name` of the key, where the file of -to has several")
	f.BoolVar(&w.clear, clearFlag, false, "write the moment file unsealed. Whoever reads it can try out one person's record on it")
}

// key gives the key to seal to; nil for a file in the clear. It refuses what could not be written, before anything is read.
func (w *writing) key() (*momentfile.Key, error) {
	if _, err := os.Lstat(w.out); err == nil {
		return nil, about(w.out, fault.New(fault.CodeRequest, "There is such a file already. Name another one: -out FILE."))
	}
	if w.clear {
		if w.to != "" {
			return nil, refusal("A moment file is sealed to a key, -to KEY, or written in the clear: state one of the two.")
		}
		return nil, nil
	}
	if w.to == "" {
		return nil, refusal("A moment file is raw data. State the key to seal it to: -to KEY, which privatepca key new makes.")
	}
	k, err := readKey(w.to, w.recipient)
	return &k, err
}

// write writes the file, whole or not at all.
func (w *writing) write(p *program, file *momentfile.File, to *momentfile.Key) error {
	text := file.Encode()
	if to != nil {
		var err error
		if text, err = momentfile.Seal(text, *to); err != nil {
			return err
		}
	}
	err := p.writes(p.ctx, func() error { return writeWhole(w.out, text, private) })
	if err != nil && !errors.Is(err, context.Canceled) {
		return about(w.out, fault.New(fault.CodeFile, "It cannot be written. Name another one: -out FILE."))
	}
	return err
}

// Moments are the sums of tables that their holders made before.
type moments struct {
	p      *program
	schema *schema.Schema
	secret *momentfile.Secret // nil where all files are in the clear
	apart  bool

	first *momentfile.File // merged

	again  string // pattern of the files of the second pass
	folder string // where the schema of that pass is written
}

// open reads and merges the files.
func (m *moments) open(names []string) error {
	parts := make([]momentfile.Part, len(names))
	for i, name := range names {
		file, err := m.read(name)
		if err != nil {
			return about(name, err)
		}
		parts[i] = momentfile.Part{Name: name, File: file}
	}
	var err error
	m.first, err = momentfile.Merge(m.schema, parts, m.apart)
	return err
}

// read reads one file, sealed or not.
func (m *moments) read(name string) (*momentfile.File, error) {
	if info, err := os.Stat(name); err != nil {
		return nil, unopened(name, err)
	} else if !info.Mode().IsRegular() { // a pipe is opened when somebody writes to it, which may be never
		return nil, fault.New(fault.CodeFile, "This is no regular file, as moment files are.")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, unopened(name, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, momentfile.MaxSize+1))
	switch {
	case err != nil:
		return nil, unopened(name, err)
	case len(text) > momentfile.MaxSize:
		return nil, fault.New(fault.CodeFile, "This is no file of a size that a moment file has.")
	}
	if momentfile.IsSealed(text) {
		if m.secret == nil {
			return nil, refusal("This moment file is sealed. Name the secret key that opens it: -key FILE.")
		}
		if text, err = m.secret.Open(text); err != nil {
			return nil, err
		}
	}
	return momentfile.Decode(text)
}

// Sum gives the second moment; that of the second pass where the first one summed features.
func (m *moments) Sum(ctx context.Context, s *schema.Schema, progress func(pca.Progress)) (*moment.Matrix, *pca.Summary, error) {
	file := m.first
	if momentfile.SchemaDigest(s) != file.Schema {
		var err error
		if file, err = m.second(ctx, s); err != nil {
			return nil, nil, err
		}
	}
	if file.Matrix == nil {
		return nil, nil, fault.New(fault.CodeFile, "These moment files hold the features of a first pass, and no second moment.")
	}
	return file.Matrix, file.Summary(), nil
}

// SumFeatures gives the features of the first pass.
func (m *moments) SumFeatures(context.Context, *schema.Schema, func(pca.Progress)) (*dataset.FeatureSum, *pca.Summary, error) {
	if m.first.Sum == nil {
		return nil, nil, fault.New(fault.CodeFile, "These moment files hold a second moment, and no features to release a mean from.")
	}
	return m.first.Sum, m.first.Summary(), nil
}

// Identity is what recognises the tables: their digests, sorted.
func (m *moments) Identity() []byte {
	var b []byte
	for _, source := range m.first.Sources {
		b = append(b, source.Text...)
	}
	return b
}

// secondSchema is the name of the schema of the second pass, in the release's folder.
const secondSchema = "second-pass.schema.json"

// second waits for the moment files of the second pass: of the same tables, summed about the mean that was released. It is
// called after the debit.
func (m *moments) second(ctx context.Context, s *schema.Schema) (*momentfile.File, error) {
	name := filepath.Join(m.folder, secondSchema)
	if err := writeWhole(name, s.Encode(), usual); err != nil {
		return nil, about(name, fault.New(fault.CodeFile, "The schema of the second pass cannot be written."))
	}
	fmt.Fprintf(m.p.err, "The mean is released. Sum each table again, with -schema %s, and put its moment file where %s finds it. This waits.\n", name, m.again)
	told, before := "", "nothing"
	for {
		var file *momentfile.File
		var err error
		if now := m.state(); now != before { // these are large files
			before = now
			file, err = m.arrived(s)
		} else {
			err = errSame
		}
		switch {
		case err == nil:
			return file, nil
		case errors.Is(err, errSame):
		default:
			if text := fault.Of(err).Message; text != told { // once for each state
				fmt.Fprintln(m.p.err, text)
				told = text
			}
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// errSame says that the files of the second pass are those that were read before.
var errSame = errors.New("the same files")

// state is what the folder says of the files of the second pass: names, sizes and times.
func (m *moments) state() string {
	names, _ := matching(m.again)
	var b strings.Builder
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			fmt.Fprintln(&b, name, info.Size(), info.ModTime().UnixNano())
		}
	}
	return b.String()
}

// arrived merges the files of the second pass that are there. It returns an error until they are of all tables.
func (m *moments) arrived(s *schema.Schema) (*momentfile.File, error) {
	names, err := matching(m.again)
	if err != nil || len(names) == 0 {
		return nil, refusal("No file of the second pass is there yet.")
	}
	var parts []momentfile.Part
	for _, name := range names {
		file, err := m.read(name)
		if err != nil {
			return nil, refusal("%s is not taken: %s", name, fault.Of(err).Message)
		}
		parts = append(parts, momentfile.Part{Name: name, File: file})
	}
	file, err := momentfile.Merge(s, parts, m.apart)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(file.Sources, m.first.Sources) {
		return nil, refusal("The files of the second pass are not yet of the same tables as those of the first: %d of %d.", len(file.Sources), len(m.first.Sources))
	}
	return file, nil
}

// mergeFlags refuses flags of a release where the sum is written or its digest printed, and flags of a written sum elsewhere.
func mergeFlags(f *flag.FlagSet, writes, digest bool) error {
	sums := []string{"schema", "table", "norm", "rows-per-person", "person", rowWeight, rowWeightMost, rowWeightMissing, "key", "apart", "digest", "to", "recipient", clearFlag}
	var err error
	switch {
	case writes:
		err = onlyWith(f, "moments", sums...)
	case digest:
		err = onlyWith(f, "digest", sums[:10]...)
	}
	f.Visit(func(g *flag.Flag) {
		if !writes && err == nil && slices.Contains(sums[11:], g.Name) {
			err = refusal("-%s says how a merged sum is written: name its file, -moments FILE, or leave it out.", g.Name)
		}
	})
	return err
}

// merge adds moment files exactly, and prints the digest of the sum, writes the sum to another moment file, or makes a release
// of it.
func (p *program) merge(args []string) error {
	var call releaseCall
	var w writing
	m := &moments{p: p}
	f := p.flags("merge")
	call.flags(f)
	f.StringVar(&w.to, "to", "", "with -moments: `file` of the public key that the merged moment file is sealed to")
	f.StringVar(&w.recipient, "recipient", "", "`name` of the key, where the file of -to has several")
	f.BoolVar(&w.clear, clearFlag, false, "with -moments: write the merged moment file unsealed")
	f.StringVar(&w.out, "moments", "", "write the merged moment `file`, and make no release")
	digest := f.Bool("digest", false, "print the digest of the exact sum, and make no release; it is not private")
	key := f.String("key", "", "`file` of the secret key that opens the moment files")
	f.BoolVar(&m.apart, "apart", false, "state that nobody has rows in two of the tables: sums do not show it, and the document says that you stated it")
	f.StringVar(&m.again, "again", "", "`pattern` of the moment files of the second pass, which -norm sign needs: they are summed when the mean was released")
	if err := p.parse(f, args); err != nil {
		return err
	}
	if err := mergeFlags(f, w.out != "", *digest); err != nil {
		return err
	}
	names, err := expand(f.Args())
	if err != nil {
		return err
	}
	if names[0] == "-" {
		return refusal("Moment files are named: standard input is none.")
	}
	if *key != "" {
		if m.secret, err = readSecret(*key); err != nil {
			return err
		}
	}
	open := func(names []string, s *schema.Schema) (*opened, error) {
		m.schema, m.folder = s, call.out
		if err := m.open(names); err != nil {
			return nil, err
		}
		return &opened{source: m, name: "the moment files", tables: len(m.first.Sources)}, nil
	}
	if !*digest && w.out == "" {
		return p.releaseFrom(f, &call, names, func(names []string, s *schema.Schema) (*opened, error) {
			table, err := open(names, s)
			if err == nil && m.first.Sum != nil && strings.TrimSpace(m.again) == "" {
				err = refusal("These are sums of a first pass. State where the moment files of the second pass will be: -again PATTERN.")
			}
			return table, err
		})
	}
	call.choosing.parsed(f)
	s, err := call.choosing.schema(nil, nil)
	if err != nil {
		return err
	}
	var to *momentfile.Key
	if w.out != "" {
		if to, err = w.key(); err != nil {
			return err
		}
	}
	if _, err := open(names, s); err != nil {
		return err
	}
	if *digest {
		if m.first.Matrix == nil {
			return refusal("These are sums of a first pass: there is no second moment to print the digest of.")
		}
		fmt.Fprintln(p.out, m.first.Matrix.Digest())
	}
	if w.out == "" || failure(p.out) != nil { // a file is written when all else is done
		return nil
	}
	return w.write(p, m.first, to)
}
