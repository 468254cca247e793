package codebook

import (
	"strings"

	"privatepca/core/markup"
	"privatepca/core/schema"
)

// parseLifecycle reads DDI Lifecycle 3.1 to 3.3: variables with their labels, and the codes of the code lists that they refer to. Its
// statistics stand in elements of other names, and its number ranges are not read: see parseDDI.
func parseLifecycle(text []byte, pause func()) (*Book, error) {
	type codes struct {
		list  []struct{ code, category string }
		bytes int // of the codes
	}
	var (
		b         = newBook(Lifecycle)
		variables []*variable
		uses      = map[*variable]string{} // code lists, by id
		lists     = map[string]*codes{}    // by id
		labels    = map[string]string{}    // of categories, by id
		v         *variable
		list      *codes
		code      struct{ code, category string }
		open      string // the category that is read, by its id
		failed    error
	)
	inside := func(path []string, name string) bool {
		for _, p := range path[:len(path)-1] {
			if p == name {
				return true
			}
		}
		return false
	}
	err := walk(text, pause, func(path []string, t *markup.Token) {
		switch path[len(path)-1] {
		case "Variable":
			v = &variable{}
		case "CodeList", "CodeScheme":
			list = &codes{}
			if id := t.Value("id"); id != "" {
				lists[id] = list
			}
		case "Category":
			open = t.Value("id")
		case "NumericRepresentation":
			if v != nil {
				v.numeric, v.continuous = true, true
			}
		case "TextRepresentation":
			if v != nil {
				v.character = true
			}
		case "Code":
			code.code, code.category = "", ""
		}
	}, func(path []string, text string) {
		text = strings.TrimSpace(text)
		parent := ""
		if len(path) > 1 {
			parent = path[len(path)-2]
		}
		switch name := path[len(path)-1]; {
		case name == "Variable":
			if v != nil && v.name != "" {
				variables = append(variables, v)
			}
			v = nil
		case name == "Code" && list != nil:
			list.list, list.bytes = append(list.list, code), list.bytes+len(code.code)
		case name == "CodeList" || name == "CodeScheme":
			list = nil
		case name == "Category":
			open = ""
		case v != nil && (parent == "VariableName" || name == "VariableName" || parent == "Variable" && name == "Name") && text != "" && v.name == "":
			v.name = text
		case v != nil && text != "" && v.label == "" && (inside(path, "Label") || name == "Label"):
			v.label = text
		case v != nil && name == "ID" && (inside(path, "CodeListReference") || inside(path, "CodeSchemeReference")) && !inside(path, "MissingValuesReference"):
			uses[v] = text
		case list != nil && parent == "Code" && name == "Value":
			code.code = text
		case list != nil && name == "ID" && inside(path, "CategoryReference"):
			code.category = text
		case name == "ID" && parent == "Category":
			open = text
		case list == nil && v == nil && open != "" && text != "" && labels[open] == "" && (inside(path, "Label") || name == "Label"):
			labels[open] = schema.CleanLabel(text) // once, however many variables have it
		case name == "ID" && (parent == "CodeList" || parent == "CodeScheme") && list != nil:
			lists[text] = list
		}
	})
	if err != nil || len(variables) == 0 {
		return nil, errDDI
	}
	read := 0
	for _, v := range variables {
		pause()
		if used := lists[uses[v]]; used != nil {
			if read += len(used.list) + used.bytes/readUnit; read > mostRead {
				return nil, ErrLimit
			}
			for _, c := range used.list {
				v.take(category{code: c.code, label: labels[c.category]})
			}
			v.continuous = false
		}
		if v.column(b, &failed); failed != nil {
			return nil, failed
		}
	}
	b.order()
	b.spell()
	return b, nil
}
