package workbook

// quick reads a cell as spreadsheet programs write nearly all of them: <c r="B7" s="2" t="s"><v>12</v></c>, or <c r="B7"/>. Raw is what
// stands between the tags of its value, and n how many bytes the cell has; n is 0 for a cell that is written in any other way, does not
// stand whole in buf, or comes before the column at: then it is read token by token. It makes a fifth of the work of the tokens.
func quick(buf []byte, at int) (c place, raw []byte, n int) {
	if len(buf) < 4 || buf[0] != '<' || buf[1] != 'c' {
		return c, nil, 0
	}
	c = place{column: at, kind: number}
	i := 2
	for i+4 < len(buf) && buf[i] == ' ' && buf[i+2] == '=' && buf[i+3] == '"' {
		name, from := buf[i+1], i+4
		for i = from; i < len(buf) && buf[i] != '"'; i++ {
		}
		if i == len(buf) {
			return c, nil, 0
		}
		value := buf[from:i]
		i++
		switch name {
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
			c.style = 0
			for _, d := range value {
				if d < '0' || d > '9' || c.style > 1<<20 {
					return c, nil, 0
				}
				c.style = 10*c.style + int(d-'0')
			}
		case 't':
			c.kind = kindOf(value)
		default:
			return c, nil, 0
		}
	}
	if c.column < at || c.column >= mostColumns || i+4 > len(buf) || c.kind == inlineText {
		return c, nil, 0
	}
	if buf[i] == '/' && buf[i+1] == '>' {
		return c, nil, i + 2
	}
	if buf[i] != '>' || buf[i+1] != '<' || buf[i+2] != 'v' || buf[i+3] != '>' {
		return c, nil, 0
	}
	from, digits := i+4, true
	for i = from; i < len(buf) && buf[i] != '<'; i++ {
		switch l := buf[i]; {
		case l >= '0' && l <= '9', l == '.', l == '-', l == '+', l == 'E', l == 'e':
		case l == '&':
			return c, nil, 0
		default:
			digits = false
		}
	}
	const end = "</v></c>"
	if i+len(end) > len(buf) || string(buf[i:i+len(end)]) != end {
		return c, nil, 0
	}
	c.digits = digits && c.kind == number
	return c, buf[from:i], i + len(end)
}
