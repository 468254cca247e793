package schema

import "io"

// Pieces hand a JSON text to a decoder bit by bit, so that a page can answer also within a long value. They leave out spaces between
// tokens: json.Decoder looks at those before a value again each time that it reads on, which takes hours where there are many.
type Pieces struct {
	Given int64 // bytes that were handed on

	text            []byte
	whole           int    // bytes of the text
	pause           func() // called before each piece
	quoted, escaped bool
	spaced          bool // the last byte that was handed on is a space between tokens
}

// NewPieces begins at the start of a text. What is no JSON is handed on without some of its spaces.
func NewPieces(text []byte, pause func()) *Pieces {
	return &Pieces{text: text, whole: len(text), pause: pause}
}

// Share is how much of the text was handed on or left out, from 0 to 1.
func (p *Pieces) Share() float64 { return 1 - float64(len(p.text))/float64(max(1, p.whole)) }

// pieceSize is small enough that a page draws fluently, and large enough that pauses cost nothing.
const pieceSize = 64 << 10

// Read implements io.Reader. It does not fail.
func (p *Pieces) Read(into []byte) (n int, err error) {
	for n == 0 && len(p.text) > 0 {
		p.pause()
		take := min(len(into), pieceSize, len(p.text))
		for _, c := range p.text[:take] {
			switch {
			case p.escaped:
				p.escaped = false
			case p.quoted && c == '\\':
				p.escaped = true
			case c == '"':
				p.quoted = !p.quoted
			case !p.quoted && (c == ' ' || c == '\t' || c == '\n' || c == '\r'):
				if p.spaced {
					continue
				}
				into[n], p.spaced = ' ', true // one stays: it may separate what is no JSON
				n++
				continue
			}
			into[n], p.spaced = c, false
			n++
		}
		p.text = p.text[take:]
	}
	if p.Given += int64(n); n == 0 && len(into) > 0 {
		return 0, io.EOF
	}
	return n, nil
}
