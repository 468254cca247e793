package job

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/keep"
	"privatepca/core/words"
)

// mostHeaders is for how many files answers are kept: beyond it the oldest go.
const mostHeaders = 12

// A Keeping is the answers as the browser keeps them: by header, as they are typed. It keeps
// nothing of records (keep.Kept).
type Keeping struct {
	Stores bool   // the browser may keep texts for this page; not on the server, nor in a frame
	Step   string // the page that the reader was on last, on the way to a release
	InView string // the spending whose document was in view at the last visit; "" for none
	Seen   string // what was chosen to be seen of that document; "" for nothing
	asked  bool   // for that document: the worker has not answered yet

	List    []keep.Kept // what is kept, the latest first
	texts   map[string]string
	Off     bool   // the answers about the open file are not kept, since they were forgotten
	Blocked bool   // the browser keeps nothing
	Saved   bool   // what stands is kept
	long    bool   // what stands is too long to be kept
	saved   string // the text that was kept last
	gone    map[string]string

	Told    string // what was taken back or carried over; shown on the page that follows, whatever is read meanwhile
	fresh   bool   // that page is not in view yet
	History keep.History
	opened  bool // a file was opened since the page was loaded
}

// The keys of InView and Seen, beside those of headers, which are digests.
const (
	inViewKey = "release in view"
	seenKey   = "release as seen"
)

// now is the time, as it is kept.
func (t keeper) now() string { return t.m.World.Time.UTC().Format(time.RFC3339) }

// kept is what there is to keep of the answers about the open file.
func (m Model) kept() keep.Kept { return keep.Of(m.Draft, m.Worker.File.About.Columns) }

// readKept reads what the browser keeps.
func (t keeper) readKept(then Msg) {
	if !t.m.Keeping.Stores {
		t.take(then)
		return
	}
	t.do(effect.ReadTexts{Done: func(of map[string]string, ok bool) effect.Msg { return texts{of, ok, then} }})
}

func (t keeper) texts(msg texts) {
	k := &t.m.Keeping
	k.Blocked, k.texts, k.List = !msg.ok, msg.of, nil
	k.InView, k.Seen = msg.of[inViewKey], msg.of[seenKey]
	for _, text := range msg.of {
		if kept, err := keep.Decode(text, t.pause); err == nil {
			k.List = append(k.List, kept)
		}
	}
	slices.SortFunc(k.List, func(a, b keep.Kept) int {
		return cmp.Or(-strings.Compare(a.Time, b.Time), strings.Compare(a.Header, b.Header))
	})
	t.take(msg.then)
}

// keepInView keeps for a reload which spending's document is in view, "" for none of the ledger's, or, where seen is not "", what was chosen to be seen
// of it.
func (t keeper) keepInView(id, seen string) {
	k := &t.m.Keeping
	if seen != "" {
		k.Seen = seen
	}
	switch {
	case !k.Stores || k.Off && id+seen != "":
	case seen != "":
		t.do(effect.PutText{Key: seenKey, Text: seen})
	case id == "":
		t.do(effect.RemoveTexts{Keys: []string{inViewKey, seenKey}})
	default:
		t.do(effect.PutText{Key: inViewKey, Text: id})
	}
}

// Reopens reports whether the document that was in view at the last visit is on its way.
func (k Keeping) Reopens() bool { return k.asked }

// Answered is the latest of what is kept, for the first page; false for nothing.
func (k Keeping) Answered() (kept keep.Kept, ok bool) {
	if len(k.List) == 0 {
		return kept, false
	}
	return k.List[0], true
}

// Forgotten reports whether the last thing done was to forget: it can be taken back until something else is.
func (k Keeping) Forgotten() bool { return len(k.gone) > 0 }

// WhyNot says why the answers about the open file are not kept; "" where they are.
func (m Model) WhyNot() string {
	switch k := m.Keeping; {
	case !k.Stores:
		return "Inside another site’s page no answers are kept."
	case k.Blocked:
		return "This browser keeps nothing for this page. This is usual in a private window. Export the answers before you leave."
	case m.Worker.File != nil && draft.NumericNames(m.Worker.File.About.Columns) > 0:
		return "Nothing is kept about this file, because its first line may be a record. Export the answers before you leave."
	case k.long:
		return "These answers are too long for the browser to keep. Export them before you leave."
	case k.Off:
		return "The kept answers were deleted. Answers about the open file are no longer kept."
	}
	return ""
}

// recall takes back what is kept about a header, or carries over columns of the same name. Before are the answers from before
// the same file was read in another way, which the browser may not keep; nil for another file. It returns what to tell of it,
// the page to go on with, and what was taken back whole.
func (t keeper) recall(names []string, before *keep.Kept) (note, step string, back keep.Kept) {
	k := &t.m.Keeping
	first := !k.opened
	k.opened, k.Off, k.Saved, k.long, k.saved = true, k.Off && before != nil, false, false, ""
	k.History = keep.Since(t.m.Draft.Answers)
	var list []keep.Kept
	if before != nil && !before.Empty() {
		list = append(list, *before)
	}
	if t.m.WhyNot() == "" {
		list = append(list, k.List...)
	}
	header := keep.HeaderKey(names)
	if i := slices.IndexFunc(list, func(at keep.Kept) bool { return at.Header == header }); i >= 0 {
		kept := list[i]
		t.m.Draft = kept.TakeBack(t.m.Draft, t.pause)
		k.History = keep.Since(t.m.Draft.Answers)
		if first && i == 0 {
			step = kept.Step
		}
		return "Your answers about a file with the same header are back: " + words.Count(int64(kept.Answered), "column") + " answered, " + day(kept.Time) + ".", step, kept
	}
	var best keep.Kept
	most := 0
	for _, kept := range list {
		if n := kept.Same(names); n > most {
			best, most = kept, n
		}
	}
	if most == 0 {
		return "", "", keep.Kept{}
	}
	taken, compared := 0, false
	t.m.Draft.Answers, taken, compared = best.Carry(t.m.Draft.Answers, t.pause)
	k.History = k.History.Note(t.m.Draft.Answers, t.m.World.Time)
	var over, fresh []string
	for _, c := range t.m.Draft.Answers.Columns {
		if c.Kind != draft.Unset {
			over = append(over, c.Name)
		} else {
			fresh = append(fresh, c.Name)
		}
	}
	note = "Carried over from your answers of " + day(best.Time) + ", because the names are the same: " + words.Count(int64(taken), "column") + " (" + words.Some(over, 6) + ")." + comparedToo(compared)
	if len(fresh) > 0 {
		note += " Not answered yet: " + words.Some(fresh, 6) + "."
	}
	return note + " Undo takes this back.", "", keep.Kept{}
}

// comparedToo says that not only columns were carried over.
func comparedToo(compared bool) string {
	if compared {
		return " Your answers on how people are compared and on missing values were taken over, too."
	}
	return ""
}

// day is the day of a time in UTC, as people write it.
func day(t string) string {
	at, err := time.Parse(time.RFC3339, t)
	if err != nil {
		return "earlier"
	}
	return words.Day(at)
}

// noteAnswers keeps what changed, a moment later.
func (t keeper) noteAnswers() {
	if t.m.Worker.File == nil || t.m.Worker.Opening != nil {
		return
	}
	k := &t.m.Keeping
	k.History = k.History.Note(t.m.Draft.Answers, t.m.World.Time)
	k.Saved = false
	if t.m.WhyNot() == "" {
		t.do(effect.Soon{Msg: Save{}})
	}
}

// save keeps the answers as they stand now.
func (t keeper) save() {
	if t.m.Worker.File == nil || t.m.WhyNot() != "" {
		return
	}
	kept := t.m.kept()
	if kept.Empty() {
		return
	}
	k := &t.m.Keeping
	kept.Step, kept.People = k.Step, t.m.Paying().KeptName
	text := kept.Encode(t.pause)
	if text == k.saved {
		k.Saved = true
		return
	}
	k.saved = text
	kept.Time = t.now()
	if text = kept.Encode(t.pause); len(text) > keep.MostText {
		k.long = true // until another file is opened
		return
	}
	t.store(kept, text)
}

// store stores a text, and drops the oldest beyond the bound.
func (t keeper) store(kept keep.Kept, text string) {
	k := &t.m.Keeping
	k.texts = with(k.texts, kept.Header, text)
	list := []keep.Kept{kept}
	for _, at := range k.List {
		if at.Header != kept.Header {
			list = append(list, at)
		}
	}
	if len(list) > mostHeaders {
		var keys []string
		for _, at := range list[mostHeaders:] {
			keys = append(keys, at.Header)
		}
		maps.DeleteFunc(k.texts, func(key, _ string) bool { return slices.Contains(keys, key) }) // of the copy
		list = list[:mostHeaders:mostHeaders]
		t.do(effect.RemoveTexts{Keys: keys})
	}
	k.List = list
	was := k.saved
	t.do(effect.PutText{Key: kept.Header, Text: text, Done: func(ok bool) effect.Msg { return put{was, ok} }})
}

func (t keeper) put(msg put) {
	k := &t.m.Keeping
	k.Blocked = !msg.ok
	k.Saved = k.Saved || msg.ok && k.saved == msg.text
}

// forgetAll removes all answers that are kept, at once. What stands on the page stays.
func (t keeper) forgetAll() {
	k := &t.m.Keeping
	if k.Stores {
		k.Off, k.saved, k.Saved = true, "", false
		t.do(effect.ReadTexts{Done: func(of map[string]string, _ bool) effect.Msg { return forget{of} }})
	}
}

// forget leaves what a site was asked to set aside: it is no answer, and would be spent once more.
func (t keeper) forget(msg forget) {
	gone := maps.Clone(msg.texts)
	maps.DeleteFunc(gone, func(key, _ string) bool { return strings.HasPrefix(key, reservedKey) })
	t.do(effect.RemoveTexts{Keys: slices.Collect(maps.Keys(gone)), Done: func(ok bool) effect.Msg { return forgot{gone, ok} }})
}

// recallAll takes back that the answers were forgotten.
func (t keeper) recallAll() {
	k := &t.m.Keeping
	for key, text := range k.gone {
		t.do(effect.PutText{Key: key, Text: text})
	}
	k.gone, k.Off = nil, false
	t.readKept(nil)
}

// export saves the answers about the open file as a file, or the latest that are kept.
func (t keeper) export() {
	kept, ok := t.m.Keeping.Answered()
	if t.m.Worker.File != nil {
		kept, ok = t.m.kept(), true
		kept.Time = t.now()
	}
	if ok {
		t.do(effect.Save{Name: "answers.json", Media: "application/json", Text: []byte(kept.Encode(t.pause))})
	}
}

// undo takes the last change of an answer back.
func (t keeper) undo() {
	k := &t.m.Keeping
	n, ok := 0, false
	k.History, t.m.Draft.Answers, n, ok = k.History.Undo(t.m.Draft.Answers)
	switch {
	case !ok:
		t.note("There is nothing to undo.")
	case n > 1:
		t.note("Undone, for " + words.Count(int64(n), "column") + ".")
	default:
		t.note("Undone.")
	}
}

// Overlap counts the columns of the open file that have the same name as answered columns of a file that was charged to
// a population.
func (m Model) Overlap(population string) (same, of int) {
	if m.Worker.File == nil {
		return 0, 0
	}
	names := m.Worker.File.About.Columns
	for _, kept := range m.Keeping.List {
		if words.Folded(kept.People) == words.Folded(population) {
			same = max(same, kept.Same(names))
		}
	}
	return same, len(names)
}
