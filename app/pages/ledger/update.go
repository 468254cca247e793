package ledger

import (
	"bytes"
	"cmp"
	"maps"

	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/typed"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// Update takes what happened.
func Update(m Model, msg Msg) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case FindTyped:
		m.Find = msg.Text
	case Search:
		m.Found = m.Find
		return m, []effect.Effect{effect.Tell{Msg: account.Search{Find: m.Find}}}
	case Show:
		return m, []effect.Effect{effect.Tell{Msg: job.OpenEntry{Entry: msg.Entry}}}
	case CapTyped, SetCap, CapSet:
		return setLimit(m, msg)
	case AskReset, Reset, ResetDone:
		return resetCount(m, msg)
	case Export:
		return m, []effect.Effect{effect.Asking(protocol.ExportRequest, protocol.Export{}, func(e protocol.Exported) effect.Msg { return Exported(e) }, failed)}
	case Exported:
		m.Note = "Saved as ledger.json. It names populations, so protect it as you protect the records."
		return m, []effect.Effect{effect.Save{Name: "ledger.json", Media: "application/json", Text: []byte(msg.Text)}}
	case FileChosen, FileRead, Previewed, Stop, Drop, Confirm, Added:
		return importEntries(m, msg)
	case Failed:
		m.Fault, m.Note, m.Doing = fault.Sentence(msg.Message), "", Nothing
	case Lost:
		m.Doing = Nothing
	}
	return m, nil
}

func failed(e protocol.Error) effect.Msg { return Failed{e.Message} }

// done says what was done, of which the ledger is what is left: all of it is listed again.
func (m Model) done(note string, list protocol.Populations) (Model, []effect.Effect) {
	m.Note, m.Fault, m.Find, m.Found = note, "", "", ""
	return m, []effect.Effect{effect.Tell{Msg: account.Listed{List: list, Again: true}}}
}

// setLimit changes a limit.
func setLimit(m Model, msg Msg) (Model, []effect.Effect) {
	caps := maps.Clone(m.Caps)
	switch msg := msg.(type) {
	case CapTyped:
		if caps == nil {
			caps = map[string]typed.Number{}
		}
		caps[msg.Name] = typed.ReadNumber(msg.Text)
		m.Caps = caps
	case SetCap:
		n := m.Caps[msg.Name]
		x, ok := n.Value()
		if !ok || x <= 0 {
			m.Fault = advice.Page(cmp.Or(draft.Unread("limit", "The limit", n, fault.TooSmall), advice.Refuse("limit", fault.TooSmall)))
			return m, nil
		}
		return m, []effect.Effect{effect.Asking(protocol.CapRequest, protocol.Cap{Population: msg.Name, Epsilon: x},
			func(p protocol.Populations) effect.Msg { return CapSet{msg.Name, x, p} }, failed)}
	case CapSet:
		delete(caps, msg.Name)
		m.Caps = caps
		return m.done("The limit of "+msg.Name+" is now ε = "+words.Number(msg.Cap)+".", msg.List)
	}
	return m, nil
}

// resetCount starts a count afresh, once that was confirmed.
func resetCount(m Model, msg Msg) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case AskReset:
		if m.Resetting = msg.Name; msg.Name != "" {
			return m, []effect.Effect{effect.Focus{ID: resetID(msg.Name) + "-confirm"}}
		}
	case Reset:
		m.Resetting = ""
		return m, []effect.Effect{effect.Asking(protocol.ResetRequest, protocol.Reset{Population: msg.Name},
			func(p protocol.Populations) effect.Msg { return ResetDone{msg.Name, p} }, failed)}
	case ResetDone:
		return m.done("The count of "+msg.Name+" starts afresh. Every later document states that.", msg.List)
	}
	return m, nil
}

// importEntries reads a file of entries, shows what it would change, and adds it.
func importEntries(m Model, msg Msg) (Model, []effect.Effect) {
	refuse := func(why string) (Model, []effect.Effect) {
		return Update(m, Failed{why + " Nothing was taken over."})
	}
	switch msg := msg.(type) {
	case FileChosen:
		if msg.File.Size > effect.MostText { // no page takes the ledger's place: nothing stands in the way
			return refuse("This file is larger than an exported ledger can be: at most " + words.Bytes(effect.MostText) + ".")
		}
		return m, []effect.Effect{effect.ReadFile{File: msg.File, Done: func(text []byte) effect.Msg { return FileRead{text} }}}
	case FileRead:
		if bytes.Count(msg.Text, []byte("{")) > protocol.MostEntryBraces {
			return refuse("This file has more entries than a ledger can have.")
		}
		text := string(msg.Text)
		m.Import, m.Note, m.Fault, m.Doing = Import{text: text}, "", "", Reading
		return m, []effect.Effect{effect.Asking(protocol.PreviewRequest, protocol.Preview{Text: text},
			func(p protocol.Previewed) effect.Msg { return Previewed{text, p} }, failed)}
	case Previewed:
		if m.Doing != Reading || m.Import.text != msg.Text { // its visitor has left, or chose another one
			return m, nil
		}
		m.Fault, m.Doing = "", Nothing
		if m.Import.Preview = &msg.Preview; msg.Preview.Added == 0 {
			m.Import, m.Note = Import{}, "Every entry of that file is here already."
		}
	case Stop:
		if m.Doing != Reading || msg.Busy {
			return m, nil
		}
		m.Import, m.Doing, m.Note, m.Fault = Import{}, Nothing, "Stopped. Nothing was added.", ""
		return m, []effect.Effect{effect.Tell{Msg: job.StartAfresh{}}}
	case Drop:
		m.Import, m.Note, m.Fault = Import{}, "", ""
	case Confirm:
		if m.Import.Preview == nil { // pressed twice
			return m, nil
		}
		text := m.Import.text
		m.Import, m.Doing = Import{}, Adding
		return m, []effect.Effect{effect.Asking(protocol.ImportRequest, protocol.Import{Text: text},
			func(p protocol.Populations) effect.Msg { return Added{p} }, failed)}
	case Added:
		m.Doing = Nothing
		return m.done(entries(msg.List.Added)+" added. What was there stays.", msg.List)
	}
	return m, nil
}
