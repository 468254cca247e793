package practice

import (
	"strings"

	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/core/typed"
)

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
		return m.filled(&msg.Table.Draft), []effect.Effect{effect.Tell{Msg: job.Prepare{}}}
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
		return m.halted(), []effect.Effect{effect.Tell{Msg: job.StartAfresh{}}}
	case Answered:
		return answered(m, msg)
	case Failed:
		return failed(m, msg)
	}
	return m, nil
}
