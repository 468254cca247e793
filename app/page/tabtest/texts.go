package tabtest

import "maps"

// Texts keeps texts as a browser does, at once.
type Texts struct {
	Kept    map[string]string
	Refuses bool         // the browser keeps nothing
	Late    func(func()) // takes what is given of what is kept, for later; nil for at once
}

// All gives what is kept.
func (t *Texts) All(done func(map[string]string, bool)) {
	if t.Late != nil {
		then := done
		done = func(kept map[string]string, ok bool) { t.Late(func() { then(kept, ok) }) }
	}
	if t.Refuses {
		done(nil, false)
		return
	}
	done(maps.Clone(t.Kept), true)
}

// Put keeps a text.
func (t *Texts) Put(key, text string, done func(bool)) {
	if !t.Refuses {
		if t.Kept == nil {
			t.Kept = map[string]string{}
		}
		t.Kept[key] = text
	}
	done(!t.Refuses)
}

// Remove removes texts.
func (t *Texts) Remove(keys []string, done func(bool)) {
	for _, key := range keys {
		delete(t.Kept, key)
	}
	done(!t.Refuses)
}

// Soon runs f at once.
func (t *Texts) Soon(f func()) { f() }
