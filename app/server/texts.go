//go:build !js

package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// sayers are the scripts and windows that a visitor reads where the page's program does not run. They have no catalogue: least.js, which runs
// first, has what they say.
var sayers = []string{leastScript, "/web/boot.js", windowPath, "/web/confirm.js", arrivePath, "/web/arrive.js", movedScript}

// textsLine is the line of least.js for them.
var textsLine = []byte("\n  var texts = {};\n")

// literal is a string of a script, and content the text of an element.
var (
	literal = regexp.MustCompile(`"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'`)
	content = regexp.MustCompile(`>([^<>]+)<`)
)

// stringsOf are the strings of a script, and the texts of a document.
func stringsOf(name string, body []byte) (out []string) {
	within := literal
	if path.Ext(name) == ".html" {
		within = content
	}
	for _, m := range within.FindAllSubmatch(body, -1) {
		out = append(out, strings.TrimSpace(string(slices.Concat(m[1:]...))))
	}
	return out
}

// speak puts into least.js what the catalogues have of its texts.
func (fs *files) speak(web string) error {
	least := fs.byPath[leastScript]
	if least == nil {
		return nil
	}
	all := stringsOf(".html", movedPage)
	for _, name := range sayers {
		if f := fs.byPath[name]; f != nil {
			all = append(all, stringsOf(name, f.body)...)
		}
	}
	texts := map[string]map[string]string{}
	for _, c := range fs.spoken {
		texts[c.Tag] = map[string]string{}
		for _, text := range all {
			if said, ok := c.Texts[text]; ok {
				texts[c.Tag][text] = said
			}
		}
	}
	list, err := json.Marshal(texts)
	if err != nil {
		return fmt.Errorf("server: %w", err)
	}
	if bytes.Count(least.body, textsLine) != 1 {
		return fmt.Errorf("server: %s has no line for its texts", leastScript)
	}
	body := bytes.Replace(least.body, textsLine, []byte("\n  var texts = "+string(list)+";\n"), 1)
	br, zipped := packed(web, body)
	fs.byPath[leastScript] = newFile(least.kind, body, br, zipped)
	return nil
}
