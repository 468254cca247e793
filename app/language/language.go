// Package language says texts in the language of the person who reads them. English is the language of the code, and costs nothing: another one is a
// catalogue, a file that the page fetches before it is drawn.
//
// The rules of this package: a catalogue's keys are whole English sentences, or labels, with places; its translation has the same places, in any
// order. What is said is found by its finished English text, so one truth stands in the code, and an error that another program wrote is translated
// like any other text. A text that no entry knows stays as it is. Names and values of somebody's data are no text: what may be mistaken for one is
// marked by Keep.
//
// Places are a letter in braces, with a number from the second one of a letter on:
//
//	{n} {n2}  a number, written as the language writes it
//	{s} {s2}  a name or a value, as it is
//	{l} {l2}  a list of names
//	{t} {t2}  a text that the catalogue has an entry for
package language

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Catalogue has the texts of a language.
type Catalogue struct {
	Tag       string            `json:"tag"`       // as "de" (BCP 47)
	Name      string            `json:"name"`      // in the language itself
	Decimal   string            `json:"decimal"`   // between the whole and its fraction
	Thousands string            `json:"thousands"` // between groups of three digits
	Texts     map[string]string `json:"texts"`

	patterns []*pattern
	said     map[string]answer // of what was asked before
	within   int               // how deep a text stands within others
	steps    int               // taken for the text that is said

	// Missed hears each text that has no entry; nil for nobody.
	Missed func(text string)
	// Used hears each entry that is used; nil for nobody.
	Used func(key string)
}

// A pattern is an entry with places.
type pattern struct {
	key       string
	of, to    []part
	has       string // the longest piece of text between its places
	certainty int    // how many bytes of text it has
}

// A part is a piece of text, or a place.
type part struct {
	text string
	kind byte // 'n', 's', 'l', 't'; 0 for text
	name string
}

type answer struct {
	text  string
	found bool
}

// Read reads a catalogue.
func Read(text []byte) (*Catalogue, error) {
	c := &Catalogue{}
	if err := json.Unmarshal(text, c); err != nil {
		return nil, err
	}
	if c.Tag == "" || c.Name == "" || c.Decimal == "" || c.Thousands == "" || len(c.Texts) == 0 {
		return nil, errors.New("language: a catalogue has a tag, a name, the marks of its numbers, and texts")
	}
	for key, to := range c.Texts {
		if !strings.Contains(key, "{") {
			continue
		}
		p := &pattern{key: key, of: parts(key), to: parts(to)}
		for _, part := range p.of {
			if part.kind == 0 {
				p.certainty += len(part.text)
				if len(part.text) > len(p.has) {
					p.has = part.text
				}
			}
		}
		c.patterns = append(c.patterns, p)
	}
	slices.SortFunc(c.patterns, func(a, b *pattern) int { // what has most words of its own is asked first
		return cmp.Or(cmp.Compare(b.certainty, a.certainty), strings.Compare(a.key, b.key))
	})
	c.said = map[string]answer{}
	return c, nil
}

// Places are the places of a text, in order of their names.
func Places(text string) (names []string) {
	for _, p := range parts(text) {
		if p.kind != 0 {
			names = append(names, p.name)
		}
	}
	slices.Sort(names)
	return names
}

// parts divides a text at its places.
func parts(text string) (out []part) {
	for text != "" {
		before, rest, found := strings.Cut(text, "{")
		if before != "" {
			out = append(out, part{text: before})
		}
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, "}")
		out = append(out, part{kind: (name + " ")[0], name: name})
		text = after
	}
	return out
}

// spoken is the language of this program; nil for English.
var spoken *Catalogue

// Speak has this program say its texts in a language from now on; nil for English.
func Speak(c *Catalogue) { spoken = c }

// Tag is the language in which texts are said.
func Tag() string {
	if spoken == nil {
		return "en"
	}
	return spoken.Tag
}

// Name is what the language calls itself.
func Name() string {
	if spoken == nil {
		return "English"
	}
	return spoken.Name
}

// Say gives an English text in the language of this program.
func Say(text string) string {
	if spoken == nil {
		return text
	}
	return spoken.Say(text)
}

// What Keep puts around what is no text: characters that stand for nothing (Unicode's private use).
const (
	keeps     = "\uE000"
	keepsTill = "\uE001"
)

// Keep marks a name or a value within a text that is said afterwards: it is left as it is, whatever the catalogue has.
func Keep(data string) string {
	if spoken == nil || data == "" {
		return data
	}
	return keeps + data + keepsTill
}

// kept takes away what Keep has put.
func kept(text string) string {
	if !strings.Contains(text, keeps) {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, keeps, ""), keepsTill, "")
}

// most is how many answers are remembered.
const most = 4096

// mostSteps bounds what one text may take: a name of somebody's data can be made to fit many entries in very many ways. It is three times what the
// longest text of the page takes. A text that takes more stays in English.
const mostSteps = 300_000

// Say gives an English text in the language of the catalogue.
func (c *Catalogue) Say(text string) string {
	said, found := c.asked(text)
	if !found && c.Missed != nil {
		c.Missed(text)
	}
	return said
}

// asked gives a text that is shown by itself, within so many steps, and whether the language has it.
func (c *Catalogue) asked(text string) (said string, found bool) {
	c.steps = 0
	said, found = c.say(text)
	if c.steps > mostSteps {
		said, found = text, false
		c.remember(strings.Trim(text, " \n"), answer{strings.Trim(text, " \n"), false})
	}
	return kept(said), found
}

// say gives a text with the spaces around it.
func (c *Catalogue) say(text string) (string, bool) {
	inner := strings.Trim(text, " \n")
	if inner == "" {
		return text, true
	}
	a, known := c.said[inner]
	if !known {
		if a.text, a.found = c.find(inner); c.steps <= mostSteps {
			c.remember(inner, a)
		}
	}
	if len(inner) == len(text) {
		return a.text, a.found
	}
	at := strings.Index(text, inner)
	return text[:at] + a.text + text[at+len(inner):], a.found
}

func (c *Catalogue) remember(text string, a answer) {
	if len(c.said) == most {
		clear(c.said)
	}
	c.said[text] = a
}

// step counts work on a text, and reports whether there may be more.
func (c *Catalogue) step(text string) bool {
	c.steps += 1 + len(text)/64
	return c.steps <= mostSteps
}

// find says a text that may be of several sentences, or of facts in a row.
func (c *Catalogue) find(text string) (string, bool) {
	if !c.step(text) {
		return text, false
	}
	for _, say := range []func(string) (string, bool){c.exact, c.made} {
		if said, ok := say(text); ok {
			return said, true
		}
		if said, ok := c.bySentence(text, say); ok {
			return said, true
		}
	}
	if said, ok := c.byPattern(text, true); ok {
		return said, true
	}
	if head, rest, ok := strings.Cut(text, " · "); ok {
		first, one := c.say(head)
		others, all := c.say(rest)
		return first + " · " + others, one && all
	}
	return text, false
}

func (c *Catalogue) exact(text string) (string, bool) { return c.whole(text, false) }

// made says a sentence that was made of a phrase: what is wrong with a column or a choice is written without a capital and a full stop, and gets them
// where it is shown (core/fault). Its entry has neither.
func (c *Catalogue) made(text string) (string, bool) {
	phrase, ends := strings.CutSuffix(text, ".")
	if !ends || phrase == "" {
		return text, false
	}
	for _, form := range []string{strings.ToLower(phrase[:1]) + phrase[1:], phrase} {
		if said, ok := c.whole(form, false); ok {
			first, size := utf8.DecodeRuneInString(said)
			return string(unicode.ToUpper(first)) + said[size:] + ".", true
		}
	}
	return text, false
}

// deepest is how deep texts stand within each other.
const deepest = 3

// whole says one sentence, or a label.
func (c *Catalogue) whole(text string, loose bool) (string, bool) {
	if to, ok := c.Texts[text]; ok && !strings.Contains(text, "{") {
		c.use(text)
		return to, true
	}
	if strings.HasPrefix(text, keeps) && strings.Index(text, keepsTill) == len(text)-len(keepsTill) {
		return text, true
	}
	if !hasWord(text) {
		return c.numbers(text, true), true
	}
	if label, is := strings.CutSuffix(text, ":"); is {
		if to, ok := c.Texts[label]; ok {
			c.use(label)
			return to + ":", true
		}
	}
	if c.within == deepest {
		return text, false
	}
	c.within++
	defer func() { c.within-- }()
	return c.byPattern(text, loose)
}

func (c *Catalogue) use(key string) {
	if c.Used != nil {
		c.Used(key)
	}
}

// bySentence says each sentence of a text by itself, the first one by say.
func (c *Catalogue) bySentence(text string, say func(string) (string, bool)) (string, bool) {
	for at := len(text) - 1; at > 0; at-- {
		if !sentenceEnds(text, at) {
			continue
		}
		if !c.step(text) {
			break
		}
		if first, ok := say(text[:at]); ok {
			if rest, ok := c.say(text[at:]); ok {
				return first + rest, true
			}
		}
	}
	return "", false
}

// sentenceEnds reports whether a sentence may end before the space at a place.
func sentenceEnds(text string, at int) bool {
	return text[at] == ' ' && at > 0 && (text[at-1] == '.' || text[at-1] == '?' || text[at-1] == '!' || text[at-1] == ':' ||
		at > 2 && strings.HasSuffix(text[:at], ".”"))
}

// severalSentences reports whether more than one sentence stands in a text.
func severalSentences(text string) bool {
	for i := 1; i < len(text); i++ {
		if text[i-1] != ':' && sentenceEnds(text, i) {
			return true
		}
	}
	return false
}

// byPattern says a text by an entry with places. A name may be of several sentences where loose.
func (c *Catalogue) byPattern(text string, loose bool) (string, bool) {
	for _, p := range c.patterns {
		if !c.step(text) {
			return "", false
		}
		if p.certainty >= len(text) || !strings.Contains(text, p.has) {
			continue
		}
		found := make([]string, 0, len(p.of))
		if !c.match(p.of, text, loose, &found) {
			continue
		}
		var b strings.Builder
		for _, to := range p.to {
			if to.kind == 0 {
				b.WriteString(to.text)
				continue
			}
			for i, n := 0, 0; i < len(p.of); i++ {
				if p.of[i].kind == 0 {
					continue
				}
				if p.of[i].name == to.name {
					b.WriteString(found[n])
					break
				}
				n++
			}
		}
		c.use(p.key)
		return b.String(), true
	}
	return "", false
}

// match fits a pattern to a text, and gives what stands in its places.
func (c *Catalogue) match(of []part, text string, loose bool, found *[]string) bool {
	if len(of) == 0 || !c.step(text) {
		return text == "" && len(of) == 0
	}
	if of[0].kind == 0 {
		return strings.HasPrefix(text, of[0].text) && c.match(of[1:], text[len(of[0].text):], loose, found)
	}
	before := len(*found)
	try := func(end int) bool {
		if !c.step(text) {
			return false
		}
		said, ok := c.place(of[0].kind, text[:end], loose)
		if !ok {
			return false
		}
		*found = append((*found)[:before], said)
		return c.match(of[1:], text[end:], loose, found)
	}
	if of[0].kind == 'n' {
		end := number(text)
		return end > 0 && try(end)
	}
	if len(of) == 1 {
		return text != "" && try(len(text))
	}
	for end := 1; end < len(text); end++ {
		at := strings.Index(text[end:], of[1].text)
		if at < 0 {
			return false
		}
		if end += at; try(end) {
			return true
		}
	}
	return false
}

// place is what stands in a place, in the language.
func (c *Catalogue) place(kind byte, text string, loose bool) (string, bool) {
	switch kind {
	case 'n':
		return c.numbers(text, true), true
	case 't':
		return c.whole(text, loose)
	}
	if !loose && severalSentences(text) && !strings.HasPrefix(text, keeps) {
		return "", false
	}
	if kind == 'l' {
		return c.list(text), true
	}
	return text, true
}

// list is a list of names: "a, b and c", or "a, b and 3 more".
func (c *Catalogue) list(text string) string {
	at := strings.LastIndex(text, " and ")
	if at < 0 {
		return text
	}
	and := strings.Trim(c.Texts["and"], " ")
	if count, isMore := strings.CutSuffix(text[at+len(" and "):], " more"); isMore && number(count) == len(count) {
		c.use("more")
		return text[:at] + " " + and + " " + c.numbers(count, true) + " " + c.Texts["more"]
	}
	c.use("and")
	return text[:at] + " " + and + " " + text[at+len(" and "):]
}

// hasWord reports whether two letters of the Latin alphabet stand side by side.
func hasWord(text string) bool {
	run := 0
	for i := range len(text) {
		if run++; text[i]|0x20 < 'a' || text[i]|0x20 > 'z' {
			run = 0
		}
		if run == 2 {
			return true
		}
	}
	return false
}

func digits(text string) (n int) {
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}

// number is how long the number is that a text begins with, as core/words writes them; a date in digits is one, too.
func number(text string) int {
	at := 0
	for _, sign := range []string{"−", "+", "-"} {
		if strings.HasPrefix(text, sign) {
			at = len(sign)
		}
	}
	whole := digits(text[at:])
	if at == 0 && whole == 4 && len(text) >= 10 && text[4] == '-' && digits(text[5:]) == 2 && text[7] == '-' && digits(text[8:]) == 2 {
		return 10
	}
	at += whole
	for whole > 0 && whole <= 3 && at < len(text) && text[at] == ',' && digits(text[at+1:]) == 3 {
		at += 4
	}
	fraction := 0
	if at < len(text) && text[at] == '.' {
		if fraction = digits(text[at+1:]); fraction > 0 {
			at += 1 + fraction
		}
	}
	if whole+fraction == 0 {
		return 0
	}
	for _, sign := range []string{"e-", "e+", "e−"} {
		if strings.HasPrefix(text[at:], sign) && digits(text[at+len(sign):]) > 0 {
			return at + len(sign) + digits(text[at+len(sign):])
		}
	}
	if strings.HasPrefix(text[at:], " × 10") && powers(text[at+len(" × 10"):]) > 0 {
		at += len(" × 10")
	}
	return at + powers(text[at:])
}

// powers is how long the exponent is that a text begins with.
func powers(text string) (n int) {
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		if !strings.ContainsRune("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", r) {
			break
		}
		n += size
	}
	return n
}

// numbers writes all numbers of a text as the language does, .5 with its 0 or, in a drawing, where room is short, without.
func (c *Catalogue) numbers(text string, zero bool) string {
	var b strings.Builder
	for text != "" {
		n := number(text)
		if n == 0 {
			_, n = utf8.DecodeRuneInString(text)
			b.WriteString(text[:n])
		} else {
			c.write(&b, text[:n], zero)
		}
		text = text[n:]
	}
	return b.String()
}

// write writes one number.
func (c *Catalogue) write(b *strings.Builder, number string, zero bool) {
	for i := range len(number) {
		switch {
		case number[i] == ',':
			b.WriteString(c.Thousands)
		case number[i] == '.':
			if zero && (i == 0 || number[i-1] < '0' || number[i-1] > '9') { // .5 is 0,5
				b.WriteByte('0')
			}
			b.WriteString(c.Decimal)
		default:
			b.WriteByte(number[i])
		}
	}
}
