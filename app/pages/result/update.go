package result

import (
	"cmp"

	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/core/release"
)

// Update takes what happened, and has kept what its reader chose to see. It calls pause between pieces of what may take long.
func Update(m Model, msg Msg, pause func()) (Model, []effect.Effect) {
	next, effects := update(m, msg, pause)
	if now := next.seen(); now.Entry != "" && now != m.seen() {
		effects = append(effects, effect.Tell{Msg: job.Seen{Text: now.encode()}})
	}
	return next, effects
}

func update(m Model, msg Msg, pause func()) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case Shown:
		effects := m.leave()
		m = Model{Edition: msg.Edition, Entry: msg.Entry, Config: msg.Config, FromFile: msg.FromFile, Lent: cmp.Or(msg.Lent, msg.Entry), Excel: m.Excel, Compared: Compared{Others: m.Compared.Others, OtherPeople: m.Compared.OtherPeople}}
		return seenAgain(m, msg.Seen).laid(), effects
	case Signed:
		if e, err := release.WithReceipt(m.Edition, msg.Receipt); m.Lent == msg.Receipt.ID && err == nil {
			m.Edition, m.Checks = e, nil
			return m.laid(), nil
		}
	case Closed:
		next := Model{Excel: m.Excel}
		if !msg.Forget {
			next.Compared.Others, next.Compared.OtherPeople = m.Compared.Others, m.Compared.OtherPeople
		}
		return next, m.leave()
	case Lost:
		if !m.keeping {
			return m, nil
		}
		m.keeping = false
		return m.kept()
	case Show:
		return m, []effect.Effect{effect.Tell{Msg: job.OpenEntry{Entry: msg.Entry}}}
	case Check:
		m.Checks = checked(m.Edition, pause)
	case Keep, Turn, Read, Name, Write, Labels:
		return decide(m, msg)
	case UseLabels:
		return m, []effect.Effect{effect.TakeText{ID: "about-labels", Done: func(f effect.File) effect.Msg { return LabelsTyped{f} }}}
	case LabelsTyped:
		return m, []effect.Effect{effect.ReadFile{File: msg.File, Done: func(text []byte) effect.Msg { return Labels{text} }}}
	case DecisionsKept:
		return m.decisionsKept(msg)
	case Direct, DirectTyped, ShowRows, ShowAcross, ShowUp, Enlarge, ShowFigure, ShowSpread:
		return look(m, msg), nil
	case ShowNoise:
		m.Figure, m.Direction, m.Wrong = "loadings", msg.Index, false
		return m, []effect.Effect{effect.Go{Path: TabLoadings.Path()}}
	case Rename, Unname, WriteAbout:
		return write(m, msg)
	case Relate, ShowColumns, OrderColumns, CountMissing, PickPair, PointAt, FindPairs, ListMore, Explain, Predict, FindPredictors, ShowLevels:
		return relate(m, msg, pause)
	case ForExcel:
		m.Excel = msg.On
	case Download, Save, SaveTable, Copied:
		return m, marked(m.Excel, saved(m, msg))
	case OthersChosen, Other, LayBeside, TakeOut, AskPeople, Besides:
		return compare(m, msg, pause)
	case DeclarePublic, PlaceTyped, RowsGiven, RowsRead, Placed, NotPlaced, SourceTyped, ScoresAcross, ScoresUp:
		return apply(m, msg)
	}
	return m, nil
}
