package browser

import (
	"bytes"
	"errors"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
)

// Chosen takes the files from a file control, so that the same file can be chosen again.
func Chosen(control app.Value) []client.NamedFile {
	files := named(control.Get("files"))
	control.Set("value", "")
	return files
}

// Endings is what a file control accepts, by the endings of names. On a device that is touched it accepts all: such a
// device offers no file whose ending its system does not know, as .parquet may be.
func Endings(list string) string {
	if app.IsClient && touched() {
		return ""
	}
	return list
}

// touched reports whether fingers are what this device is first of all used with.
func touched() bool {
	return app.Window().Call("matchMedia", "(pointer: coarse)").Get("matches").Bool()
}

// named copies a FileList, which the browser empties behind our back.
func named(list app.Value) []client.NamedFile {
	files := make([]client.NamedFile, list.Length())
	for i := range files {
		files[i] = Named(list.Index(i))
	}
	return files
}

// Named is a File of the browser with its name and its size.
func Named(f app.Value) client.NamedFile {
	return client.NamedFile{Handle: f, Name: f.Get("name").String(), Size: int64(f.Get("size").Float())}
}

// NewFile makes a file of parts: texts, or Blobs that stay in the browser's hands.
func NewFile(name string, of ...any) client.NamedFile {
	parts := app.Window().Get("Array").New()
	for _, part := range of {
		parts.Call("push", part)
	}
	return Named(app.Window().Get("File").New(parts, name))
}

// ErrTooLong and ErrUnreadable are why a small file was not read.
var (
	ErrTooLong    = errors.New("browser: the file is too long to be read in the page")
	ErrUnreadable = errors.New("browser: the browser cannot read the file")
)

// ReadText reads a small file in the page: a schema, a release, or rows that the user declared public; never other records. The
// file has at most so many bytes, else the error is ErrTooLong; where the browser gives
// none of them it is ErrUnreadable. Post runs a function on the page's goroutine, on which
// done is called; the text comes without a mark of the byte order.
func ReadText(f client.NamedFile, most int64, post func(func()), done func(text []byte, err error)) {
	if f.Size > most {
		post(func() { done(nil, ErrTooLong) })
		return
	}
	client.Await(f.Handle.(app.Value).Call("arrayBuffer"), func(buffer app.Value) {
		post(func() { done(contents(buffer), nil) })
	}, func(app.Value) {
		post(func() { done(nil, ErrUnreadable) })
	})
}

// contents copies what the browser has read, without a mark of the byte order.
func contents(buffer app.Value) []byte {
	all := app.Window().Get("Uint8Array").New(buffer)
	b := make([]byte, all.Length())
	for at := 0; at < len(b); {
		Pause()
		end := min(at+1<<20, len(b))
		app.CopyBytesToGo(b[at:end], all.Call("subarray", at, end))
		at = end
	}
	return bytes.TrimPrefix(b, []byte("\ufeff"))
}

// Save hands a text to the browser to save. The kind is its media type. On a device that is
// touched, where a download is hard to find again, the browser offers its share sheet instead if
// it takes such a file; one that it then refuses, as in a frame, is downloaded.
func Save(name, kind string, text []byte) {
	bytes := app.Window().Get("Uint8Array").New(len(text))
	app.CopyBytesToJS(bytes, text)
	parts := app.Window().Get("Array").New()
	parts.Call("push", bytes)
	options := map[string]any{"type": kind}
	download := func() { saveBlob(name, app.Window().Get("Blob").New(parts, options)) }
	if file := app.Window().Get("File").New(parts, name, options); !share(file, download) {
		download()
	}
}

// share offers a file to the share sheet, if this is a device that is touched and the browser
// takes the file. Where it refuses after all, otherwise runs; not where its user closes the sheet.
func share(file app.Value, otherwise func()) bool {
	navigator := app.Window().Get("navigator")
	if !touched() || !navigator.Get("canShare").Truthy() {
		return false
	}
	files := app.Window().Get("Array").Call("of", file)
	if !navigator.Call("canShare", map[string]any{"files": files}).Bool() {
		return false
	}
	client.Await(navigator.Call("share", map[string]any{"files": files}), func(app.Value) {}, func(reason app.Value) {
		if reason.Get("name").String() != "AbortError" {
			otherwise()
		}
	})
	return true
}

func saveBlob(name string, blob app.Value) {
	url := app.Window().Get("URL").Call("createObjectURL", blob)
	a := app.Window().Get("document").Call("createElement", "a")
	a.Set("href", url)
	a.Set("download", name)
	a.Call("click")
	app.Window().Call("setTimeout", app.FuncOf(func(app.Value, []app.Value) any {
		app.Window().Get("URL").Call("revokeObjectURL", url)
		return nil
	}), 10_000)
}
