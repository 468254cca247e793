// Package converted is what the worker and the program that converts files (wasm/convert) say to each other, over a
// port that the page has given each an end of. The page hears none of it.
//
//	worker → converter   open · text (from its first byte, of a part) · more
//	converter → worker   an answer to each, in order
//
// The worker sets the pace: two chunks are asked for while it reads the one before, so that the converter need not wait for a message.
package converted

import (
	"io"
	"path"
	"slices"
	"strings"

	"privatepca/core/fault"
)

// Chunk is the most bytes of text in one answer.
const Chunk = 256 << 10

// ahead is how many chunks are asked for that the reader has not seen.
const ahead = 2

// endings are those of files that are converted.
var endings = []string{".parquet", ".pq", ".xlsx", ".xlsm", ".sav", ".zsav", ".dta", ".zip", ".zst", ".zstd"}

// Needed reports whether a file of that name is converted: a Parquet file, a workbook, a data file of SPSS or
// Stata, an archive, or compressed by zstd.
// The name decides, because nothing may read the file before the converter's program was fetched.
func Needed(name string) bool {
	return slices.Contains(endings, strings.ToLower(path.Ext(name)))
}

// Kinds of requests.
const (
	Open = "open"
	Text = "text"
	More = "more"

	// The page asks these of a converter of its own, which is never asked for records.
	Describe = "describe" // begins the text of a file that describes a table; Part is the file's name
	Codebook = "codebook" // begins the text of the sheet that is a list of variables, beside the table's sheet Part; the answer's Parts name it
)

// A Request is one of the worker's.
type Request struct {
	Kind   string `json:"kind"`
	Part   string `json:"part,omitempty"`   // of Text
	Hidden string `json:"hidden,omitempty"` // of Text: what is done with rows and columns that a sheet hides, as in schema.Dialect

	Encoding string `json:"encoding,omitempty"` // of Text: of a file that does not say it, as in schema.Dialect
}

// An Answer is one of the converter's. A chunk of text stands beside it.
type Answer struct {
	Format  string       `json:"format,omitempty"` // to Open, with what there is to choose from and what is left out
	Parts   []string     `json:"parts,omitempty"`
	LeftOut []string     `json:"left_out,omitempty"`
	Cells   bool         `json:"cells,omitempty"` // the text is made of cells: UTF-8, with commas between them
	Book    string       `json:"book,omitempty"`  // to Text: what the file says of its columns, as a schema
	End     bool         `json:"end,omitempty"`   // to More: this chunk is the last
	Fault   *fault.Error `json:"fault,omitempty"`
}

// A Link carries requests to the converter.
type Link interface {
	// Send sends a request. It must not wait.
	Send(Request)
	// Receive waits for the next answer and its text, which is valid until the next one.
	Receive() (Answer, []byte)
}

// A File is one that is converted. It is not safe for concurrent use.
type File struct {
	About Answer // to Open, once Begin has asked
	Book  string // what the file says of its columns, once Text has asked

	link    Link
	asked   int     // answers that nobody has waited for
	waiting *reader // whose text is asked for
}

// New gives the file at the other end of a link.
func New(link Link) *File { return &File{link: link} }

// Begin has the converter look what the file is.
func (f *File) Begin() (err error) {
	f.About, _, err = f.ask(Request{Kind: Open})
	return err
}

func (f *File) send(r Request) {
	f.link.Send(r)
	f.asked++
}

func (f *File) receive() (Answer, []byte, error) {
	a, text := f.link.Receive()
	f.asked--
	if a.Fault != nil {
		return a, nil, a.Fault
	}
	return a, text, nil
}

// ask sends a request, and waits for its answer past those that nobody wants any more.
func (f *File) ask(r Request) (Answer, []byte, error) {
	f.send(r)
	for f.asked > 1 {
		f.receive() // of a text that was left
	}
	return f.receive()
}

// Text gives the text of a part from its first byte, and what the file says of its columns, where that is asked for. It ends a text that was
// read before.
func (f *File) Text(part, hidden, encoding string) (io.ReadCloser, error) {
	f.waiting = nil
	a, _, err := f.ask(Request{Kind: Text, Part: part, Hidden: hidden, Encoding: encoding})
	if err != nil {
		return nil, err
	}
	f.Book = a.Book
	r := &reader{file: f}
	f.waiting = r
	for range ahead {
		f.send(Request{Kind: More})
	}
	return r, nil
}

// A reader gives the text that is converted.
type reader struct {
	file *File
	rest []byte
	err  error
}

// Read implements io.Reader.
func (r *reader) Read(p []byte) (int, error) {
	if r.file.waiting != r { // what is left of its chunk was written over
		return 0, io.ErrClosedPipe
	}
	for len(r.rest) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		var a Answer
		a, r.rest, r.err = r.file.receive()
		switch {
		case r.err != nil:
		case a.End:
			r.err = io.EOF
		default:
			r.file.send(Request{Kind: More}) // while this chunk is read
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Close implements io.Closer. An answer that is under way is passed over by the next request.
func (r *reader) Close() error { return nil }
