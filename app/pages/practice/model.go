// Package practice is the page of practice: it compares mechanisms with the truth, on a table that was declared public.
package practice

import (
	"slices"

	"privatepca/app/draft"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// A Model is what practice has found out about one table. It lives in memory alone, and nothing of it can be downloaded.
type Model struct {
	Declared   bool // the table counts as public,
	ForSession bool // as long as this tab lives: the browser keeps no declaration
	Sure       bool // the box that confirms a declaration is ticked
	Wanted     bool // it is to be declared as soon as it is read
	Refused    string

	K              typed.Count
	Epsilon, Bound typed.Number
	Direction      int // whose loadings are drawn, from 0

	Asked       Settings     // what the experiments are made under
	Experiments []Experiment // in the order in which they are asked for
	Stopped     bool

	declaring bool   // the worker is asked to declare it
	doing     bool   // the worker is asked for the first experiment that is open
	began     bool   // the experiments are of what the fields said
	schema    string // under which the table was read then
	run       int    // counts: answers of an earlier run are not heard
}

// A Table is what the page knows of the open one.
type Table struct {
	Name     string
	Draft    draft.Draft
	Prepared *protocol.Prepared // nil while the worker has not read it
	Schema   string             // under which it was read
	Blocked  bool               // an error stands in the way
}

// A Msg says what happened on this page.
type Msg interface{ practice() }

type (
	// Opened says that another table is open; or none. Wanted says that it is a sample, to practise with.
	Opened struct{ Wanted bool }
	// Arrived says that the page came into view.
	Arrived struct{ Table Table }
	// Stands says how the open table stands, while the page is in view.
	Stands struct{ Table Table }
	// Lost says that the worker has ended.
	Lost struct{}

	// Confirm ticks the box that confirms a declaration.
	Confirm struct{ On bool }
	// Declare has the table declared public.
	Declare struct{}
	// Declared says that it is; Session that it is so as long as this tab.
	Declared struct {
		Answer  protocol.Declared
		Session bool
	}
	// NotDeclared says why it is not.
	NotDeclared struct {
		Error   protocol.Error
		Session bool
	}

	// Write takes what was typed into a field, by its id.
	Write struct{ Field, Text string }
	// Direct chooses the direction whose loadings are drawn.
	Direct struct{ Text string }
	// DrawAgain asks for everything anew.
	DrawAgain struct{ Table Table }
	// Stop ends the worker where it draws; its successor reads the table when that is needed.
	Stop struct{}

	// Answered has the answer to an experiment of a run.
	Answered struct {
		Run, At int
		Answer  protocol.Practised
	}
	// Failed says why there is none.
	Failed struct {
		Run, At int
		Error   protocol.Error
	}
)

func (Opened) practice()      {}
func (Arrived) practice()     {}
func (Stands) practice()      {}
func (Lost) practice()        {}
func (Confirm) practice()     {}
func (Declare) practice()     {}
func (Declared) practice()    {}
func (NotDeclared) practice() {}
func (Write) practice()       {}
func (Direct) practice()      {}
func (DrawAgain) practice()   {}
func (Stop) practice()        {}
func (Answered) practice()    {}
func (Failed) practice()      {}

// of are the experiments for a purpose.
func (m Model) of(purpose Purpose) (list []Experiment) {
	for _, e := range m.Experiments {
		if e.For == purpose {
			list = append(list, e)
		}
	}
	return list
}

// exact is the truth; nil until it is there.
func (m Model) exact() *protocol.Truth {
	if len(m.Experiments) == 0 {
		return nil
	}
	return m.Experiments[0].Truth
}

// next is the place of the first experiment that is open; -1 for none.
func (m Model) next() int { return slices.IndexFunc(m.Experiments, Experiment.open) }

// done counts the experiments that were answered, and those that are asked for.
func (m Model) done() (done, all int) {
	for _, e := range m.Experiments {
		if !e.LeftOut {
			all++
			if !e.open() {
				done++
			}
		}
	}
	return done, all
}
