//go:build !js

package command

import (
	"flag"
	"path/filepath"
	"slices"
	"strings"

	"privatepca/core/words"
)

// matching gives the files of a pattern as shells do: hidden ones only where the pattern names them. On a shared folder macOS puts a hidden file
// of its own, ._NAME, beside each file.
func matching(pattern string) ([]string, error) {
	names, err := filepath.Glob(pattern)
	if strings.HasPrefix(filepath.Base(pattern), ".") {
		return names, err
	}
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasPrefix(filepath.Base(name), ".") }), err
}

// written are the flags that name a file or folder that is written.
var written = []string{"out", "ledger", "moments", "budgets", "budget-key", "budget-audit"}

// unlikeDevices refuses what Windows would not keep as a file of that name: a ledger of that name is always empty, and a document is lost.
func unlikeDevices(f *flag.FlagSet, system string) (err error) {
	if system != "windows" {
		return nil
	}
	f.Visit(func(g *flag.Flag) {
		name := g.Value.String()
		if scheme, _, address := strings.Cut(name, "://"); address && len(scheme) > 1 { // of a ledger in a database
			name = scheme
		}
		if why := onWindows(name); err == nil && why != "" && slices.Contains(written, g.Name) {
			err = refusal("-%s %s %s on Windows. Name another one.", g.Name, words.Clip(g.Value.String(), 200), why)
		}
	})
	return err
}

// onWindows says what is wrong with a path there; "" where it is the name of a file or folder. A device has its name in every folder, with
// any ending, and whatever blanks follow; behind a colon stands a stream of a file, which no listing shows.
func onWindows(path string) string {
	for _, prefix := range []string{`\\?\`, `\\.\`} { // paths as they are, and devices
		path = strings.TrimPrefix(path, prefix)
	}
	if len(path) >= 2 && path[1] == ':' && (path[0]|0x20 >= 'a' && path[0]|0x20 <= 'z') {
		path = path[2:]
	}
	for part := range strings.FieldsFuncSeq(path, func(r rune) bool { return r == '/' || r == '\\' }) {
		if strings.Contains(part, ":") {
			return "names a stream within a file"
		}
		stem, _, _ := strings.Cut(part, ".")
		stem = strings.ToUpper(strings.TrimRight(stem, " "))
		if slices.Contains([]string{"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"}, stem) {
			return "is the name of a device"
		}
		if digit, ok := strings.CutPrefix(stem, "COM"); ok || strings.HasPrefix(stem, "LPT") {
			if !ok {
				digit = stem[len("LPT"):]
			}
			if slices.Contains([]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"}, digit) {
				return "is the name of a device"
			}
		}
		if part != "." && part != ".." && strings.TrimRight(part, ". ") != part {
			return "ends with a dot or a blank, which are dropped"
		}
	}
	return ""
}
