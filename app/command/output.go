//go:build !js

package command

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"privatepca/core/fault"
	"privatepca/core/pca"
	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/core/report"
)

// documentName is the released document's, in its folder.
const documentName = "release.json"

// An output is the folder of a release.
type output struct {
	folder string
	made   string // the folder that begin made; "" for none
}

// newOutput refuses a folder that holds a release already. It makes nothing.
func newOutput(folder string) (*output, error) {
	if folder == "" {
		return nil, refusal("Name a folder for the release: -out FOLDER.")
	}
	info, err := os.Stat(folder)
	switch {
	case err == nil && !info.IsDir():
		return nil, about(folder, fault.New(fault.CodeRequest, "This is no folder. Name another one: -out FOLDER."))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, unopened(folder, err)
	}
	if _, err := os.Lstat(filepath.Join(folder, documentName)); err == nil {
		return nil, about(folder, fault.New(fault.CodeRequest, "A release stands in this folder already. Name another one: -out FOLDER."))
	}
	return &output{folder: folder}, nil
}

// begin makes the folder, and tries whether a file can be written there, before anything is
// spent.
func (o *output) begin() error {
	refused := about(o.folder, fault.New(fault.CodeRequest, "Nothing can be written to this folder. Name another one: -out FOLDER. Nothing was spent."))
	if _, err := os.Stat(o.folder); errors.Is(err, fs.ErrNotExist) {
		if err := os.Mkdir(o.folder, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return refused
		}
		o.made = o.folder
	}
	trial, err := os.CreateTemp(o.folder, ".release-*")
	if err != nil {
		o.abandon()
		return refused
	}
	_, err = trial.Write(make([]byte, 1<<16))
	if err = errors.Join(err, trial.Close(), os.Remove(trial.Name())); err != nil {
		o.abandon()
		return refused
	}
	return nil
}

// abandon takes back the folder that begin made, if it is empty.
func (o *output) abandon() {
	if o.made != "" {
		os.Remove(o.made)
	}
}

// write writes the document and its views. Each file is whole, or not there; the document is
// the first.
func (o *output) write(e release.Edition, p *pca.Plan) error {
	config := plan.Config{Schema: p.Schema().Encode(), Choices: p.Choices()}
	for _, f := range report.Exports(config.Encode()) {
		if err := writeWhole(filepath.Join(o.folder, f.Name), f.Bytes(e), usual); err != nil {
			return err
		}
	}
	return nil
}
