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
	"privatepca/core/passes"
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

	want  *passes.Pass     // that the files are of; nil but for the norm rule mean
	named *momentfile.File // the file that is named first, where it was read before
	first *momentfile.File // merged

	again  string // pattern of the files of later passes
	waited bool   // for one
	folder string // where it is written what those sum
}

// open reads and merges the files.
func (m *moments) open(names []string) error {
	if m.want == nil && m.schema.NormRule == schema.Mean {
		first := passes.First()
		m.want = &first
	}
	parts := make([]momentfile.Part, len(names))
	for i, name := range names {
		file, err := m.named, error(nil)
		if i > 0 || file == nil {
			file, err = m.read(name)
		}
		if err != nil {
			return about(name, err)
		}
		parts[i] = momentfile.Part{Name: name, File: file}
	}
	m.named = nil
	var err error
	m.first, err = momentfile.Merge(m.schema, m.want, parts, m.apart)
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
		if file, err = m.later(ctx, s, nil); err != nil {
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

// SumPass gives the first pass of the norm rule mean, and waits for the later ones.
func (m *moments) SumPass(ctx context.Context, s *schema.Schema, p passes.Pass, _ func(pca.Progress)) (*passes.Sum, *pca.Summary, error) {
	file := m.first
	if p.Number != passes.Sums {
		var err error
		if file, err = m.later(ctx, s, &p); err != nil {
			return nil, nil, err
		}
	}
	sum, err := file.PassSum(s, p)
	return sum, file.Summary(), err
}

// Identity is what recognises the tables: their digests, sorted.
func (m *moments) Identity() []byte {
	var b []byte
	for _, source := range m.first.Sources {
		b = append(b, source.Text...)
	}
	return b
}

// secondSchema is the name of the schema of the second pass under the norm rule sign, in the release's folder. The files of passes 2 and 3 of the
// norm rule mean are named by passName.
const secondSchema = "second-pass.schema.json"

func passName(p *passes.Pass) string { return fmt.Sprintf("pass-%d.json", p.Number) }

// later waits for the moment files of a later pass: of the same tables, summed by what was released. It is called after the debit. Under the norm
// rule mean p is the pass; else it is nil, and s has the mean that was released.
func (m *moments) later(ctx context.Context, s *schema.Schema, p *passes.Pass) (*momentfile.File, error) {
	name, text, what, by := secondSchema, s.Encode(), "The mean is released.", "-schema"
	var err error
	if p != nil {
		name, what, by = passName(p), fmt.Sprintf("Pass %d is released.", p.Number-1), "-pass"
		if p.Number == passes.Moment && !m.waited {
			what = "The tables are measured as the earlier release measured its own."
		}
		if text, err = momentfile.EncodePass(s, *p); err != nil {
			return nil, err
		}
	}
	m.waited = true
	name = filepath.Join(m.folder, name)
	if err := writeWhole(name, text, usual); err != nil {
		return nil, about(name, fault.New(fault.CodeFile, "What the next pass sums cannot be written."))
	}
	fmt.Fprintf(m.p.err, "%s Sum each table again, with %s %s, and put its moment file where %s finds it. This waits.\n", what, by, name, m.again)
	told, before := "", "nothing"
	for {
		var file *momentfile.File
		var err error
		if now := m.state(); now != before { // these are large files
			before = now
			file, err = m.arrived(s, p)
		} else {
			err = errSame
		}
		switch {
		case err == nil:
			return file, nil
		case errors.Is(err, errSame):
		case errors.Is(err, pca.ErrChanged):
			return nil, err
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

// errSame says that the files of a later pass are those that were read before.
var errSame = errors.New("the same files")

// state is what the folder says of the files of later passes: names, sizes and times.
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

// arrived merges the files of a later pass that are there. It returns an error until they are of all tables, and pca.ErrChanged where one is of a
// table that the first pass had not. Files of an earlier pass of the norm rule mean are left aside.
func (m *moments) arrived(s *schema.Schema, p *passes.Pass) (*momentfile.File, error) {
	names, err := matching(m.again)
	if err != nil {
		return nil, refusal("%s is no pattern of names.", m.again)
	}
	var parts []momentfile.Part
	for _, name := range names {
		file, err := m.read(name)
		if err != nil {
			return nil, refusal("%s is not taken: %s", name, fault.Of(err).Message)
		}
		if p == nil || file.Kind != momentfile.Pass || file.Pass >= p.Number {
			parts = append(parts, momentfile.Part{Name: name, File: file})
		}
	}
	if len(parts) == 0 {
		return nil, refusal("No file of this pass is there yet.")
	}
	for _, part := range parts {
		own := part.Schema == momentfile.SchemaDigest(s) && (p == nil || part.Numbers == p.Digest(s)) // of this pass of this release
		for _, source := range part.Sources {
			if own && !slices.Contains(m.first.Sources, source) {
				fmt.Fprintf(m.p.err, "%s is of a table that the first pass had not: the table changed in between.\n", part.Name)
				return nil, pca.ErrChanged
			}
		}
	}
	file, err := momentfile.Merge(s, p, parts, m.apart)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(file.Sources, m.first.Sources) {
		return nil, refusal("The files of this pass are not yet of the same tables as those of the first: %d of %d.", len(file.Sources), len(m.first.Sources))
	}
	return file, nil
}

// sumFlags are those that say what is summed where no release is made.
var sumFlags = []string{"schema", "table", "norm", "rows-per-person", "person", rowWeight, rowWeightMost, rowWeightMissing, "key", "apart", "pass"}

// mergeFlags refuses flags of a release where the sum is written or its digest printed, and flags of a written sum elsewhere.
func mergeFlags(f *flag.FlagSet, writes, digest bool) error {
	written := []string{"to", "recipient", clearFlag}
	var err error
	switch {
	case writes:
		err = onlyWith(f, "moments", append(append([]string{"digest"}, sumFlags...), written...)...)
	case digest:
		err = onlyWith(f, "digest", sumFlags...)
	}
	f.Visit(func(g *flag.Flag) {
		switch {
		case err != nil || writes:
		case slices.Contains(written, g.Name):
			err = refusal("-%s says how a merged sum is written: name its file, -moments FILE, or leave it out.", g.Name)
		case g.Name == "pass" && !digest:
			err = refusal("A release begins with the first pass, and waits for the later ones: -again PATTERN. -pass goes with -moments or -digest.")
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
	f.StringVar(&m.again, "again", "", "`pattern` of the moment files of later passes, which -norm mean and -norm sign need: they are summed when an earlier pass was released")
	pass := f.String("pass", "", passUsage)
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
	if m.named, err = m.read(names[0]); err != nil {
		return about(names[0], err)
	}
	call.follows = m.named.Kind == momentfile.Pass // files of earlier versions are of other rules
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
			if err == nil && m.first.Matrix == nil && strings.TrimSpace(m.again) == "" {
				err = refusal("These are sums of a first pass. State where the moment files of the later passes will be: -again PATTERN.")
			}
			return table, err
		})
	}
	call.choosing.parsed(f)
	s, want, err := call.choosing.summed(p, *pass, nil)
	if err != nil {
		return err
	}
	m.want = want
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
		digest, err := m.digest()
		if err != nil {
			return err
		}
		fmt.Fprintln(p.out, digest)
	}
	if w.out == "" || failure(p.out) != nil { // a file is written when all else is done
		return nil
	}
	return w.write(p, m.first, to)
}

// digest is that of the merged sum.
func (m *moments) digest() (string, error) {
	switch {
	case m.want != nil:
		sum, err := m.first.PassSum(m.schema, *m.want)
		if err != nil {
			return "", err
		}
		return sum.Digest(), nil
	case m.first.Matrix == nil:
		return "", refusal("These are sums of a first pass: there is no second moment to print the digest of.")
	}
	return m.first.Matrix.Digest(), nil
}
