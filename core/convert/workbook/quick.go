package workbook

import "bytes"

// quick reads a cell as spreadsheet programs write nearly all of them: <c r="B7" s="2" t="s"><v>12</v></c>, or <c r="B7"/>. Raw is what
// stands between the tags of its value, and n how many bytes the cell has; n is 0 for a cell that is written in any other way, does not
// stand whole in buf, or comes before the column at: then it is read token by token. It makes a third of the work of the tokens.
func quick(buf []byte, at int) (c place, raw []byte, n int) {
	if len(buf) < 4 || buf[0] != '<' || buf[1] != 'c' {
		return c, nil, 0
	}
	c = place{column: at, kind: "n"}
	i := 2
	for i+4 < len(buf) && buf[i] == ' ' && buf[i+2] == '=' && buf[i+3] == '"' {
		from := i + 4
		length := bytes.IndexByte(buf[from:], '"')
		if length < 0 {
			return c, nil, 0
		}
		value := buf[from : from+length]
		switch buf[i+1] {
		case 'r':
			column := 0
			for _, l := range value {
				if l < 'A' || l > 'Z' || column > mostColumns {
					break
				}
				column = 26*column + int(l-'A') + 1
			}
			c.column = column - 1
		case 's':
			for _, d := range value {
				if d < '0' || d > '9' || c.style > 1<<20 {
					return c, nil, 0
				}
				c.style = 10*c.style + int(d-'0')
			}
		case 't':
			c.kind = kindName(value)
		default:
			return c, nil, 0
		}
		i = from + length + 1
	}
	if c.column < at || c.column >= mostColumns {
		return c, nil, 0
	}
	rest := buf[i:]
	if bytes.HasPrefix(rest, []byte("/>")) {
		return c, nil, i + 2
	}
	if !bytes.HasPrefix(rest, []byte("><v>")) {
		return c, nil, 0
	}
	rest = rest[4:]
	length := bytes.IndexByte(rest, '<')
	if length < 0 || !bytes.HasPrefix(rest[length:], []byte("</v></c>")) || bytes.IndexByte(rest[:length], '&') >= 0 {
		return c, nil, 0
	}
	return c, rest[:length], i + 4 + length + 8
}
