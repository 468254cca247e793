package state

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"privatepca/app/draft"
	"privatepca/app/keep"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A Store keeps texts in the browser beyond the page's life. Each done is called on the page's goroutine;
// ok is false where the browser keeps nothing.
type Store interface {
	All(done func(texts map[string]string, ok bool))
	Put(key, text string, done func(ok bool))
	Remove(keys []string, done func(ok bool))
	Soon(f func()) // runs f a moment later; of several calls in that moment the last one counts
}

// mostHeaders is for how many files answers are kept: beyond it the oldest go.
const mostHeaders = 12

// A Keeping is the answers as the browser keeps them: by header, as they are typed. It keeps
// nothing of records (keep.Kept).
type Keeping struct {
	draft   *draft.Draft
	worker  *Worker
	charged func() string // the population that the open file is charged to
	screen  Screen
	changed func()

	Store Store // nil where nothing is kept, as on the server and in a frame
	Step  string

	InView  string      // the spending whose document was in view at the last visit; "" for none
	List    []keep.Kept // what is kept, the latest first
	texts   map[string]string
	Off     bool   // the answers about the open file are not kept, since they were forgotten
	Blocked bool   // the browser keeps nothing
	Saved   bool   // what stands is kept
	long    bool   // what stands is too long to be kept
	saved   string // the text that was kept last
	gone    map[string]string

	Told  string // what was taken back or carried over; shown on the page that follows, whatever is read meanwhile
	fresh bool   // that page is not in view yet

	History keep.History
	opened  bool // a file was opened since the page was loaded
}

// Read reads what the browser keeps.
func (k *Keeping) Read(then func()) {
	if k.Store == nil {
		then()
		return
	}
	k.Store.All(func(texts map[string]string, ok bool) {
		k.Blocked, k.texts, k.List = !ok, texts, nil
		k.InView = texts[inViewKey]
		for _, text := range texts {
			if kept, err := keep.Decode(text, k.screen.Pause); err == nil {
				k.List = append(k.List, kept)
			}
		}
		slices.SortFunc(k.List, func(a, b keep.Kept) int {
			return cmp.Or(-strings.Compare(a.Time, b.Time), strings.Compare(a.Header, b.Header))
		})
		then()
	})
}

// inViewKey is the key of InView, beside those of headers, which are digests.
const inViewKey = "release in view"

// KeepInView keeps for a reload which spending's document is in view; "" for none of the ledger's.
func (k *Keeping) KeepInView(id string) {
	switch {
	case k.Store == nil || k.Off && id != "":
	case id == "":
		k.Store.Remove([]string{inViewKey}, func(bool) {})
	default:
		k.Store.Put(inViewKey, id, func(bool) {})
	}
}

// Answered is the latest of what is kept, for the first page; false for nothing.
func (k *Keeping) Answered() (kept keep.Kept, ok bool) {
	if len(k.List) == 0 {
		return kept, false
	}
	return k.List[0], true
}

// WhyNot says why the answers about the open file are not kept; "" where they are.
func (k *Keeping) WhyNot() string {
	switch {
	case k.Store == nil:
		return "Inside another site’s page no answers are kept."
	case k.Blocked:
		return "This browser keeps nothing for this page. This is usual in a private window. Export the answers before you leave."
	case k.worker.File != nil && draft.NumericNames(k.worker.File.About.Columns) > 0:
		return "Nothing is kept about this file, because its first line may be a record. Export the answers before you leave."
	case k.long:
		return "These answers are too long for the browser to keep. Export them before you leave."
	case k.Off:
		return "The kept answers were deleted. Answers about the open file are no longer kept."
	}
	return ""
}

// AtRisk reports whether there are answers that would be lost if the page were left. What is kept is written within a moment, so
// it is not at risk.
func (k *Keeping) AtRisk() bool {
	return k.worker.File != nil && k.WhyNot() != "" && !keep.Of(*k.draft, k.worker.File.About.Columns).Empty()
}

// begin takes back what is kept about a header, or carries over columns of the same name. Before are the answers from before
// the same file was read in another way, which the browser may not keep; nil for another file. It returns what to tell of it,
// the page to go on with, and the population that was charged; "" for none.
func (k *Keeping) begin(names []string, before *keep.Kept) (note, step, people string) {
	first := !k.opened
	k.opened, k.Off, k.Saved, k.long, k.saved = true, k.Off && before != nil, false, false, ""
	k.History = keep.Since(k.draft.Answers)
	var list []keep.Kept
	if before != nil && !before.Empty() {
		list = append(list, *before)
	}
	if k.WhyNot() == "" {
		list = append(list, k.List...)
	}
	header := keep.HeaderKey(names)
	if i := slices.IndexFunc(list, func(at keep.Kept) bool { return at.Header == header }); i >= 0 {
		kept := list[i]
		*k.draft = kept.TakeBack(*k.draft, k.screen.Pause)
		k.History = keep.Since(k.draft.Answers)
		if first && i == 0 {
			step = kept.Step
		}
		return "Your answers about a file with the same header are back: " + words.Count(int64(kept.Answered), "column") + " answered, " + day(kept.Time) + ".", step, kept.People
	}
	var best keep.Kept
	most := 0
	for _, kept := range list {
		if n := kept.Same(names); n > most {
			best, most = kept, n
		}
	}
	if most == 0 {
		return "", "", ""
	}
	taken, compared := 0, false
	k.draft.Answers, taken, compared = best.Carry(k.draft.Answers, k.screen.Pause)
	k.History = k.History.Note(k.draft.Answers, time.Now())
	var over, fresh []string
	for _, c := range k.draft.Answers.Columns {
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
	return note + " Undo takes this back.", "", ""
}

// comparedToo says that not only columns were carried over.
func comparedToo(compared bool) string {
	if compared {
		return " Your answers on how people are compared and on missing values were taken over, too."
	}
	return ""
}

// tell has the page that follows say what was taken back.
func (k *Keeping) tell(note string) { k.Told, k.fresh = note, note != "" }

// Arrived notes that a page came into view.
func (k *Keeping) Arrived() {
	if k.fresh {
		k.fresh = false
	} else {
		k.Told = ""
	}
}

// day is the day of a time in UTC, as people write it.
func day(t string) string {
	at, err := time.Parse(time.RFC3339, t)
	if err != nil {
		return "earlier"
	}
	return at.Format("2 January 2006")
}

// note keeps what changed, a moment later.
func (k *Keeping) note() {
	if k.worker.File == nil || k.worker.Opening != nil {
		return
	}
	k.History = k.History.Note(k.draft.Answers, time.Now())
	k.Saved = false
	if k.WhyNot() == "" {
		k.Store.Soon(k.Save)
	}
}

// Save keeps the answers as they stand now.
func (k *Keeping) Save() {
	if k.worker.File == nil || k.WhyNot() != "" {
		return
	}
	kept := keep.Of(*k.draft, k.worker.File.About.Columns)
	if kept.Empty() {
		return
	}
	kept.Step, kept.People = k.Step, k.charged()
	text := kept.Encode(k.screen.Pause)
	if text == k.saved {
		k.Saved = true
		return
	}
	k.saved = text
	kept.Time = time.Now().UTC().Format(time.RFC3339)
	if text = kept.Encode(k.screen.Pause); len(text) > keep.MostText {
		k.long = true // until another file is opened
		k.changed()
		return
	}
	k.put(kept, text)
}

// put stores a text, and drops the oldest beyond the bound.
func (k *Keeping) put(kept keep.Kept, text string) {
	if k.texts == nil {
		k.texts = map[string]string{}
	}
	k.texts[kept.Header] = text
	k.List = slices.Insert(slices.DeleteFunc(k.List, func(at keep.Kept) bool { return at.Header == kept.Header }), 0, kept)
	if len(k.List) > mostHeaders {
		old := k.List[mostHeaders:]
		var keys []string
		for _, at := range old {
			keys = append(keys, at.Header)
			delete(k.texts, at.Header)
		}
		k.List = k.List[:mostHeaders:mostHeaders]
		k.Store.Remove(keys, func(bool) {})
	}
	was := k.saved
	k.Store.Put(kept.Header, text, func(ok bool) {
		k.Blocked = !ok
		if ok && k.saved == was {
			k.Saved = true
		}
		if !ok {
			k.changed()
		}
	})
}

// Forget removes everything that is kept, at once. What stands on the page stays.
func (k *Keeping) Forget() {
	if k.Store == nil {
		return
	}
	k.Off, k.saved, k.Saved = true, "", false
	k.Store.All(func(texts map[string]string, _ bool) {
		var keys []string
		for key := range texts {
			keys = append(keys, key)
		}
		k.Store.Remove(keys, func(ok bool) {
			k.Blocked = !ok
			k.gone, k.texts, k.List = texts, nil, nil
			k.changed()
		})
	})
}

// Forgotten reports whether the last thing done was to forget: it can be taken back until something else is.
func (k *Keeping) Forgotten() bool { return len(k.gone) > 0 }

// Remember takes back that the answers were forgotten.
func (k *Keeping) Remember() {
	texts := k.gone
	k.gone, k.Off = nil, false
	for key, text := range texts {
		k.Store.Put(key, text, func(bool) {})
	}
	k.Read(k.changed)
}

// KeepAgain goes on keeping the answers about the open file.
func (k *Keeping) KeepAgain() {
	k.gone, k.Off = nil, false
	k.Save()
	k.changed()
}

// Export saves the answers about the open file as a file, or the latest that are kept.
func (k *Keeping) Export() {
	kept, ok := k.Answered()
	if k.worker.File != nil {
		kept, ok = keep.Of(*k.draft, k.worker.File.About.Columns), true
		kept.Time = time.Now().UTC().Format(time.RFC3339)
	}
	if ok {
		k.screen.Save("answers.json", "application/json", []byte(kept.Encode(k.screen.Pause)))
	}
}

// Overlap counts the columns of the open file that have the same name as answered columns of a file that was charged to
// a population.
func (k *Keeping) Overlap(population string) (same, of int) {
	if k.worker.File == nil {
		return 0, 0
	}
	names := k.worker.File.About.Columns
	for _, kept := range k.List {
		if strings.EqualFold(kept.People, population) {
			same = max(same, kept.Same(names))
		}
	}
	return same, len(names)
}

// Overlaps reports whether at least half of the open file's columns have names of a file that was charged to one of the populations.
func (k *Keeping) Overlaps(populations []*protocol.Population) bool {
	for _, p := range populations {
		for _, name := range p.Names {
			if same, of := k.Overlap(name); same > 0 && 2*same >= of {
				return true
			}
		}
	}
	return false
}
