package spss

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"privatepca/core/convert/cell"
	"privatepca/core/convert/statfile"
	"privatepca/core/convert/survey"
	"privatepca/core/fault"
	"privatepca/core/words"
)

// A place reads values and counts their bytes: the cases begin where the dictionary ends.
type place struct {
	*statfile.Reader
	at int64
}

func (p *place) int32() int32 {
	p.at += 4
	return p.Int32()
}

func (p *place) float64() float64 {
	p.at += 8
	return p.Float64()
}

func (p *place) bytes(n, most int) []byte {
	p.at += int64(n)
	return p.Bytes(n, most)
}

func (p *place) skip(n int64) {
	p.at += n
	p.Skip(n)
}

// Types of records.
const (
	recordVariable  = 2
	recordLabels    = 3
	recordLabelled  = 4
	recordDocuments = 6
	recordExtension = 7
	recordEnd       = 999
)

// read reads all records up to the cases.
func (d *dictionary) read(r *statfile.Reader) error {
	p := &place{Reader: r}
	p.skip(64) // the magic and the program's name
	layout := p.bytes(4, 4)
	if p.Err() != nil {
		return p.Err()
	}
	switch {
	case binary.LittleEndian.Uint32(layout) == 2, binary.LittleEndian.Uint32(layout) == 3:
		d.order = binary.LittleEndian
	case binary.BigEndian.Uint32(layout) == 2, binary.BigEndian.Uint32(layout) == 3:
		d.order = binary.BigEndian
	default:
		return statfile.ErrDamaged
	}
	p.Order = d.order
	p.skip(4) // elements of a case: some programs state another number
	d.compression = p.int32()
	p.skip(4) // the weight
	d.cases = int64(p.int32())
	d.bias = p.float64()
	p.skip(84) // date, time, label of the file
	if d.cases < -1 || d.compression < 0 || d.compression > 2 {
		return statfile.ErrDamaged
	}
	d.sysmis = math.Float64bits(-math.MaxFloat64)
	for p.Err() == nil {
		switch p.int32() {
		case recordVariable:
			d.readVariable(p)
		case recordLabels:
			d.readLabels(p)
		case recordDocuments:
			p.skip(80 * int64(p.int32()))
		case recordExtension:
			d.readExtension(p)
		case recordEnd:
			p.skip(4)
			d.begin = p.at
			if len(d.list) == 0 || !d.whole() {
				p.Fail(statfile.ErrDamaged)
			}
			return p.Err()
		default:
			p.Fail(statfile.ErrDamaged)
		}
	}
	return p.Err()
}

// readVariable reads a variable, or a further element of the one before.
func (d *dictionary) readVariable(p *place) {
	width, labelled, missing := p.int32(), p.int32(), p.int32()
	format := p.int32()
	p.skip(4) // how it is written
	name := strings.TrimRight(string(p.bytes(8, 8)), " \x00")
	v := variable{short: name, element: d.elements, width: int(width), format: byte(format >> 16), from: 1, to: 0}
	if labelled == 1 {
		n := int(p.int32())
		v.Label = string(p.bytes(n, mostLabel))
		p.skip(int64(-n & 3))
	}
	if missing < -3 || missing > 3 || missing == -1 || width < -1 || width > 255 {
		p.Fail(statfile.ErrDamaged)
		return
	}
	if missing < 0 && width == 0 {
		v.from, v.to = p.float64(), p.float64()
		missing = -2 - missing          // further codes
		if v.from <= -math.MaxFloat64 { // the lowest, as the format writes it
			v.from = math.Inf(-1)
		}
	}
	for range max(missing, -missing) {
		value := p.bytes(8, 8)
		if width == 0 && p.Err() == nil {
			v.missing = append(v.missing, math.Float64frombits(d.order.Uint64(value)))
		} else if width > 0 {
			v.gone = append(v.gone, string(value))
		}
	}
	if p.Err() != nil {
		return
	}
	if d.elements++; d.elements > 64*statfile.MostVariables || len(d.list) > 8*statfile.MostVariables {
		p.Fail(statfile.ErrTooMany())
		return
	}
	if width < 0 {
		d.places = append(d.places, -1)
		return
	}
	d.places = append(d.places, len(d.list))
	v.segments = []segment{{v.element, v.width}}
	d.list = append(d.list, v)
}

// whole reports whether each text has the elements that it needs.
func (d *dictionary) whole() bool {
	for i := range d.list {
		v := &d.list[i]
		for k := 1; k < (v.width+7)/8; k++ {
			if at := v.element + k; at >= len(d.places) || d.places[at] >= 0 {
				return false
			}
		}
	}
	return true
}

// readLabels reads labels of values, and then the variables that they are of.
func (d *dictionary) readLabels(p *place) {
	n := p.int32()
	if n < 0 || n > statfile.MostLevels {
		p.Fail(statfile.ErrTooMany())
	}
	var labels []label
	for i := int32(0); i < n && p.Err() == nil; i++ {
		value := p.bytes(8, 8)
		size := int(p.Byte())
		p.at++
		text := p.bytes(size, 255)
		p.skip(int64(-(size + 1) & 7))
		labels = append(labels, label{value, text})
	}
	if p.int32() != recordLabelled {
		p.Fail(statfile.ErrDamaged)
	}
	count := p.int32()
	for i := int32(0); i < count && p.Err() == nil; i++ {
		at := p.int32() - 1
		if at < 0 || int(at) >= len(d.places) || d.places[at] < 0 {
			p.Fail(statfile.ErrDamaged)
			return
		}
		v := &d.list[d.places[at]]
		if d.levels += len(labels); d.levels > statfile.MostLevels {
			p.Fail(statfile.ErrTooMany())
			return
		}
		v.labels = labels
	}
}

// Extensions that are read.
const (
	extensionIntegers   = 3
	extensionFloats     = 4
	extensionMeasures   = 11
	extensionNames      = 13
	extensionWidths     = 14
	extensionCases      = 16
	extensionEncoding   = 20
	extensionLongLabels = 21
	extensionLongGone   = 22
)

// readExtension reads what later versions of the format have added.
func (d *dictionary) readExtension(p *place) {
	kind, size, count := p.int32(), int64(p.int32()), int64(p.int32())
	bytes := size * count
	if size < 0 || count < 0 || bytes > 1<<40 {
		p.Fail(statfile.ErrDamaged)
		return
	}
	switch kind {
	case extensionIntegers, extensionFloats, extensionMeasures, extensionNames, extensionWidths, extensionCases, extensionEncoding, extensionLongLabels, extensionLongGone:
	default:
		p.skip(bytes)
		return
	}
	var data []byte
	for bytes > 0 && p.Err() == nil { // memory is taken for what is there
		some := p.bytes(int(min(bytes, 1<<20)), 1<<20)
		if data, bytes = append(data, some...), bytes-int64(len(some)); len(data) > mostRecord {
			p.Fail(statfile.ErrTooMany())
		}
	}
	if p.Err() != nil {
		return
	}
	switch kind {
	case extensionIntegers:
		if len(data) >= 32 && d.encoding == "" {
			d.encoding = codePage(int32(d.order.Uint32(data[28:])))
		}
	case extensionFloats:
		if len(data) >= 8 {
			d.sysmis = d.order.Uint64(data)
		}
	case extensionMeasures:
		for ; len(data) >= 4 && len(d.measures) <= 24*statfile.MostVariables; data = data[4:] {
			d.measures = append(d.measures, int32(d.order.Uint32(data)))
		}
	case extensionNames:
		for pair := range strings.SplitSeq(string(data), "\t") {
			short, name, ok := strings.Cut(pair, "=")
			switch name = strings.TrimRight(name, "\x00"); {
			case !ok || len(short) > 8: // of no variable
			case len(name) > mostName:
				p.Fail(statfile.ErrDamaged)
			default:
				d.names[upper(short)] = strings.Clone(name)
			}
			if len(d.names) > 8*statfile.MostVariables {
				p.Fail(statfile.ErrTooMany())
				return
			}
		}
	case extensionWidths:
		for pair := range strings.SplitSeq(strings.ReplaceAll(string(data), "\x00", ""), "\t") {
			if short, width, ok := strings.Cut(pair, "="); ok && len(d.wide) <= 8*statfile.MostVariables {
				if n, err := strconv.Atoi(strings.TrimSpace(width)); err == nil && n > 255 && n <= 32767 {
					d.wide[upper(short)] = n
				}
			}
		}
	case extensionCases:
		if len(data) >= 16 {
			if n := int64(d.order.Uint64(data[8:])); n >= 0 {
				d.counts(p, n)
			}
		}
	case extensionEncoding:
		d.encoding = strings.TrimRight(string(data), " \x00")
	case extensionLongLabels:
		d.readLong(p, data, true)
	case extensionLongGone:
		d.readLong(p, data, false)
	}
}

// counts takes the second count of cases. The header's has 32 bits, and is −1 where its writer did not know it. SPSS reads by the second,
// other programs by the first: of a file where they differ nobody knows which rows are meant.
func (d *dictionary) counts(p *place, n int64) {
	if d.cases >= 0 && n <= math.MaxInt32 && n != d.cases {
		p.Fail(fault.New(fault.CodeFile, fmt.Sprintf("The SPSS file states two counts of cases: %s in its header, and %s in a later record. Open it in the program that wrote it, and write it again.",
			words.Thousands(d.cases), words.Thousands(n))))
	}
	d.cases = n
}

// upper is a short name in capitals; its encoding is not known yet, so other letters than those of ASCII stay.
func upper(name string) string {
	b := []byte(name)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}

// codePage names the encoding of a number as SPSS states it; "" for none that says more than ASCII.
func codePage(n int32) string {
	switch {
	case n == 65001:
		return "utf-8"
	case n >= 1250 && n <= 1258:
		return "windows-" + strconv.Itoa(int(n))
	case n >= 28591 && n <= 28605:
		return "iso-8859-" + strconv.Itoa(int(n)-28590)
	case n == 932:
		return "shift_jis"
	case n == 936:
		return "gbk"
	case n == 949:
		return "euc-kr"
	case n == 950:
		return "big5"
	}
	return ""
}

// readLong reads labels, or missing values, of texts of more than 8 bytes.
func (d *dictionary) readLong(p *place, data []byte, labels bool) {
	number := func() int {
		if len(data) < 4 {
			p.Fail(statfile.ErrDamaged)
			return 0
		}
		n := int(int32(d.order.Uint32(data)))
		data = data[4:]
		return n
	}
	text := func(n int) []byte {
		if n < 0 || n > len(data) {
			p.Fail(statfile.ErrDamaged)
			return nil
		}
		out := data[:n]
		data = data[n:]
		return out
	}
	for len(data) > 0 && p.Err() == nil {
		l := long{name: strings.TrimRight(string(text(number())), " \x00")}
		if labels {
			number() // the width
			for range min(max(0, number()), len(data)/8+1) {
				value := text(number())
				l.labels = append(l.labels, label{value, text(number())})
				if d.levels++; d.levels > statfile.MostLevels {
					p.Fail(statfile.ErrTooMany())
				}
				if p.Err() != nil {
					break
				}
			}
		} else if count := text(1); len(count) == 1 {
			size := number()
			for range min(int(count[0]), 3) {
				l.missing = append(l.missing, text(size))
			}
		}
		if d.long = append(d.long, l); len(d.long) > 8*statfile.MostVariables {
			p.Fail(statfile.ErrTooMany())
		}
	}
}

// described are the variables with all that the records say of them.
func (d *dictionary) described(t *statfile.Decoder) ([]variable, error) {
	var out []variable
	byName := map[string]int{}
	fields := 0 // of each variable among the measures
	switch len(d.measures) {
	case 3 * len(d.list):
		fields = 3
	case 2 * len(d.list):
		fields = 2
	}
	utf := t.Label
	for i := 0; i < len(d.list); i++ {
		v := d.list[i]
		if fields > 0 {
			v.Measure = map[int32]survey.Measure{1: survey.Nominal, 2: survey.Ordinal, 3: survey.Scale}[d.measures[fields*i]]
		}
		if width := d.wide[upper(v.short)]; width > 255 && v.width > 0 {
			parts := (width + 251) / 252
			if i+parts > len(d.list) {
				return nil, statfile.ErrDamaged
			}
			v.segments, v.width = nil, width
			for _, part := range d.list[i : i+parts] {
				if part.width == 0 || width <= 0 {
					return nil, statfile.ErrDamaged
				}
				used := min(width, 255, part.width)
				v.segments = append(v.segments, segment{part.element, used})
				width -= used
			}
			i += parts - 1
		}
		v.Name = v.short
		if name := d.names[upper(v.short)]; name != "" {
			v.Name = name
		}
		var err error
		if v.Name, err = utf([]byte(v.Name)); err != nil {
			return nil, err
		}
		if v.Label, err = utf([]byte(v.Label)); err != nil {
			return nil, err
		}
		v.Text, v.seconds = v.width > 0, isDate(v.format)
		if v.Date = v.seconds && v.width == 0; v.width > 0 {
			v.seconds = false
		}
		for j, code := range v.gone {
			if v.gone[j], err = utf([]byte(code)); err != nil {
				return nil, err
			}
		}
		byName[v.Name] = len(out)
		out = append(out, v)
		if len(out) > statfile.MostVariables {
			return nil, statfile.ErrTooMany()
		}
	}
	for _, l := range d.long {
		name, err := utf([]byte(l.name))
		if err != nil {
			return nil, err
		}
		i, ok := byName[name]
		if !ok {
			continue
		}
		out[i].labels = append(out[i].labels, l.labels...)
		for _, code := range l.missing {
			text, err := utf(code)
			if err != nil {
				return nil, err
			}
			if out[i].gone = append(out[i].gone, text); len(out[i].gone) > mostGone {
				return nil, statfile.ErrDamaged
			}
		}
	}
	for i := range out {
		if err := out[i].level(d, utf); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// level makes levels of a variable's labels, without the values that are missing.
func (v *variable) level(d *dictionary, utf func([]byte) (string, error)) error {
	for _, l := range v.labels {
		text, err := utf(l.text)
		if err != nil {
			return err
		}
		var code string
		if v.width > 0 {
			if code, err = utf(l.value); err != nil {
				return err
			}
			gone := code == ""
			for _, m := range v.gone {
				gone = gone || m == code
			}
			if gone {
				continue
			}
		} else {
			x := math.Float64frombits(d.order.Uint64(l.value))
			if v.isMissing(x) || d.order.Uint64(l.value) == d.sysmis {
				continue
			}
			code = string(cell.AppendFloat(nil, x, 64))
		}
		if d.labels += len(code) + len(text); d.labels > statfile.MostLabels {
			return statfile.ErrTooMany()
		}
		v.Levels = append(v.Levels, survey.Level{Code: code, Label: text})
	}
	v.labels = nil
	return nil
}
