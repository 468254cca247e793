package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Faults that are planted in the programs, so that the checks can be checked. They stand
// together, since a file that moves takes its lines along.
var (
	// quotedCell has the worker quote a piece of the file in an error.
	quotedCell = []mutation{
		{"wasm/session/file.go", "\ts.at += int64(n)\n", "\tquote = string(chunk)\n"},
		{"wasm/session/session.go", "func (s *Session) fail(err error) { ", "e := *fault.Of(err); e.Message += quote; err = &e; "},
		{"wasm/session/session.go", "// fail posts err.", "\nvar quote string\n\n//"},
	}
	// noDebit has the worker spend without the ledger.
	noDebit = mutation{"core/privacy/cost.go", "func (c Cost) Free() bool {", " if c.Epsilon > 0 { return true };"}
	// request has the page make a request when a file is chosen.
	request = mutation{
		"app/browser/files.go", "func Chosen(control app.Value) []client.NamedFile {\n",
		"\tapp.Window().Call(\"fetch\", \"/web/app.css?planted\")\n",
	}
	// keeperRequest has the service worker make requests all the time.
	keeperRequest = mutation{
		"app/server/serviceworker.js", "// Keeps everything the page needs, so that it works without a network.",
		"\nsetInterval(() => fetch('/web/app.css?planted'), 300);\n//",
	}
	// overwriting has the page write what it draws into a text control.
	overwriting = mutation{"app/goapp/field.go", `	control = control.ID(f.ID).Attr("value", f.first)`, `.Attr("value", f.Text)`}
)

// leaking has the page in a frame do something, a statement, when it shows an error.
func leaking(statement string) mutation {
	return mutation{
		"app/page/embed.go", "	p.run.Frame, p.changed = framed{p.Frame}, p.Frame.Changed\n",
		"	p.changed = func() {\n		p.Frame.Changed()\n		if p.model.Job.Notice.Fault != nil {\n			" + statement + "\n		}\n	}\n",
	}
}

// Each fault has its place in the source of today: a check of a check that cannot be
// planted would be found by make test-all alone.
func TestFaultsFitTheSource(t *testing.T) {
	for _, m := range append(quotedCell, noDebit, request, keeperRequest, overwriting, leaking("")) {
		source, err := os.ReadFile(filepath.Join(root, m.path))
		if err != nil {
			t.Error(err)
			continue
		}
		if n := strings.Count(string(source), m.after); n != 1 {
			t.Errorf("%s holds %q %d times, want once", m.path, m.after, n)
		}
	}
}
