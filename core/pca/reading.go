package pca

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"io"
)

// A reading gives a table's file from its start, any number of times, and reports how far it
// is. The text of each time is fingerprinted: one that differs from the first ends in
// ErrChanged.
type reading struct {
	ctx      context.Context
	table    *Table
	phase    string
	progress func(Progress)
	times    int
	records  int64 // reported beside the bytes

	text io.Reader // of the time at hand
	file io.Closer
	done bool // it was read to its end
	also *recognising
}

func (t *Table) reading(ctx context.Context, phase string, progress func(Progress)) *reading {
	return &reading{ctx: ctx, table: t, phase: phase, progress: progressOrNone(progress)}
}

// open gives the text of the file, unpacked, from its first byte.
func (r *reading) open() io.Reader {
	if err := r.drain(); err != nil {
		r.text = failing{err}
		return r.text
	}
	r.close()
	r.times++
	file, err := r.table.file.Open()
	if err != nil {
		r.text = failing{unreadable(err)}
		return r.text
	}
	raw := &counted{reading: r, src: file, total: r.table.file.Size()}
	raw.progress()
	r.file = file
	if key := r.table.machine.RecordKey; key != nil && r.table.contents == "" {
		r.also = recognise(&r.table.machine, written(r.table.file, r.table.schema.Dialect), key)
	}
	r.text = &compared{reading: r, src: decompressed(raw), digest: r.table.machine.Digest()}
	text, _ := r.table.machine.decode(r.text, written(r.table.file, r.table.schema.Dialect))
	return text
}

func (r *reading) close() {
	if r.file != nil {
		r.file.Close()
	}
	if r.also != nil {
		r.also.abandon()
		r.also = nil
	}
	r.text, r.file, r.done = nil, nil, false
}

// drain reads to the end what was not needed, so that the whole text is compared.
func (r *reading) drain() error {
	if r.text == nil || r.done {
		return nil
	}
	_, err := io.Copy(io.Discard, r.text)
	return err
}

// end gives the error of the reading.
func (r *reading) end(err error) error {
	if err == nil {
		err = r.drain()
	}
	r.close()
	return readingError(r.ctx, err)
}

// A counted is a file whose bytes are counted as they are read, and that ends where its context does.
type counted struct {
	reading *reading
	src     io.Reader
	done    int64
	total   int64
}

func (c *counted) Read(p []byte) (int, error) {
	if err := c.reading.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.src.Read(p)
	if n > 0 {
		c.done += int64(n)
		c.progress()
	}
	return n, err
}

func (c *counted) progress() {
	p := Progress{Phase: c.reading.phase, Done: c.done, Total: max(c.total, 0), Unit: "bytes", Records: c.reading.records}
	if p.Total < p.Done {
		p.Total = 0 // the file has grown, or its size is not known
	}
	if c.reading.times > 1 {
		p.Reading = c.reading.times
	}
	c.reading.progress(p)
}

// A compared text ends in ErrChanged where its fingerprint is another than the first
// reading's.
type compared struct {
	reading *reading
	src     io.Reader
	digest  Digest
	end     error // what follows the text; nil before
}

func (c *compared) Read(p []byte) (int, error) {
	if c.end != nil {
		return 0, c.end
	}
	n, err := c.src.Read(p)
	if n > 0 {
		if _, failed := c.digest.Write(p[:n]); failed != nil {
			return 0, failed
		}
		if also := c.reading.also; also != nil {
			also.take(p[:n])
		}
	}
	if err == io.EOF {
		err = c.compare()
	}
	if err != nil && n > 0 {
		c.end, err = err, nil
	}
	return n, err
}

func (c *compared) compare() error {
	t := c.reading.table
	sum := c.digest.Sum()
	if t.fingerprint == "" {
		t.fingerprint = sum
	}
	if t.fingerprint != sum {
		return ErrChanged
	}
	if also := c.reading.also; also != nil {
		c.reading.also = nil
		var err error
		if t.contents, err = also.end(); err != nil {
			return err
		}
	}
	c.reading.done = true
	c.end = io.EOF
	return io.EOF
}

// decompressed gives the text of a file, plain or gzip.
func decompressed(src io.Reader) io.Reader {
	raw := bufio.NewReaderSize(src, 64<<10)
	if start, _ := raw.Peek(2); !bytes.Equal(start, []byte{0x1f, 0x8b}) {
		return raw
	}
	z, err := gzip.NewReader(raw)
	if err != nil {
		return failing{err}
	}
	return z
}

// failing is a Reader that fails.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
