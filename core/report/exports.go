package report

import "privatepca/core/release"

// An Export is one file that an edition can be taken away as: a view of one document, which holds what was released and no more.
type Export struct {
	ID, Name, Media string
	About           string // what it is, in a line

	bytes func(e release.Edition) []byte
}

// Bytes writes the file.
func (x Export) Bytes(e release.Edition) []byte { return x.bytes(e) }

// Exports lists the files, the document first. config replays the release: nil where that is not known.
func Exports(config []byte) []Export {
	of := func(write func(d *release.Document) []byte) func(release.Edition) []byte {
		return func(e release.Edition) []byte { return write(e.Document()) }
	}
	list := []Export{
		{"json", "release.json", "application/json", "Everything, with its statement", document},
		{"csv", "loadings.csv", "text/csv", "Tidy: component, feature, loading; intervals and labels where there are any", of((*release.Document).CSV)},
		{"npy", "components.npy", "application/octet-stream", "Loadings for numpy.load, k × d", of((*release.Document).NPY)},
		{"python", "release.py", "text/x-python", "Loader in scikit-learn’s manner, with transform", of((*release.Document).Python)},
		{"r", "release.R", "text/plain", "Loader in prcomp’s manner, with predict", of((*release.Document).R)},
		{"html", "report.html", "text/html", "Statement, charts and tables, in one file", of(HTML)},
	}
	if config != nil {
		list = append(list, Export{"config", "config.json", "application/json", "Replays the run: drop it here with the table", func(release.Edition) []byte { return config }})
	}
	return list
}

// document is release.json. One that contradicts itself is handed out as it came.
func document(e release.Edition) []byte {
	text, err := e.Encode()
	if err != nil {
		return e.Received()
	}
	return text
}
