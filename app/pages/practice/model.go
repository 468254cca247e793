// Package practice is the page of practice: it compares mechanisms with the truth, on a table that was declared public.
package practice

import (
	"strings"

	"privatepca/app/draft"
	"privatepca/app/effect"
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

// A Table is what the page is told of the open one.
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

// Update takes what happened.
func Update(m Model, msg Msg) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case Opened:
		next := Model{Wanted: msg.Wanted, run: m.run + 1}
		if msg.Wanted {
			next.K = typed.CountOf(2)
		}
		return next, nil
	case Arrived:
		return m.filled(&msg.Table.Draft), []effect.Effect{effect.Prepare{}}
	case Stands:
		return advance(m, msg.Table)
	case Lost:
		m.declaring = false
		if m.doing {
			m = m.halted()
		}
	case Confirm:
		m.Sure = msg.On
	case Declare:
		m.Wanted = true
	case Declared, NotDeclared:
		return declared(m, msg)
	case Write:
		return m.written(msg.Field, strings.TrimSpace(msg.Text)), nil
	case Direct:
		m.Direction = int(typed.ReadCount(msg.Text).Or(0))
	case DrawAgain:
		return drawAgain(m, msg.Table)
	case Stop:
		return m.halted(), []effect.Effect{effect.Restart{}}
	case Answered:
		return answered(m, msg)
	case Failed:
		return failed(m, msg)
	}
	return m, nil
}
