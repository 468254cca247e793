package state

import "privatepca/app/client"

// A Screen is what the state asks of whoever draws it. All of it happens on one goroutine.
type Screen interface {
	Draw()                                                                      // draws the page in view again
	Go(path string)                                                             // shows another page
	Focus(id string)                                                            // gives the focus to a control
	Post(f func())                                                              // runs f on the page's goroutine
	Later(f func())                                                             // runs f in a task of its own, so that none takes long
	Drawn(f func())                                                             // runs f when the changes so far are drawn
	Pause()                                                                     // lets the browser draw and listen, if the task at hand took long
	Work(name string, f func(at func(share float64))) (whole bool)              // runs f, which reads a file, with progress and Stop (work.go)
	Requests() int                                                              // what the browser counted for this page
	Persist(ask bool, done func(kept bool))                                     // whether storage is kept; with ask it asks for that
	Save(name, kind string, text []byte)                                        // saves a file of that media type
	ReadText(f client.NamedFile, most int64, done func(text []byte, err error)) // reads a small file
	Describe(f client.NamedFile, most int64, done func(text []byte, err error)) // reads a workbook or YAML that describes a table

	// Codebook finds the sheet of a workbook, beside the table's, that is a list of variables, and reads at most so many bytes of it.
	Codebook(f client.NamedFile, table string, most int64, done func(sheet string, text []byte, err error))
}
