package state

import (
	"bytes"

	"privatepca/app/client"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// ReadLedger reads an exported ledger, to preview its import.
func ReadLedger(s *State, f client.NamedFile) {
	if f.Size > maxText { // no page takes the ledger's place: nothing stands in the way
		s.Ledger.failed(protocol.Error{Message: "This file is larger than an exported ledger can be: at most " + words.Bytes(maxText) + ". Nothing was taken over."})
		return
	}
	ReadText(s, f, func(text []byte) {
		if bytes.Count(text, []byte("{")) > protocol.MostEntryBraces {
			s.Ledger.failed(protocol.Error{Message: "This file has more entries than a ledger can have. Nothing was taken over."})
			return
		}
		s.Ledger.PreviewImport(text)
	})
}

// StopImport ends the reading of a file of entries. A release that is under way would end with it, so then it does nothing.
func StopImport(s *State) {
	if s.Ledger.Doing != ReadingEntries || s.Worker.Job != nil {
		return
	}
	restart(s)
	s.Ledger.Note, s.Ledger.Fault = "Stopped. Nothing was added.", ""
	s.Change()
}
