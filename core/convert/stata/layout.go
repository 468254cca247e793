package stata

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"

	"privatepca/core/convert/statfile"
	"privatepca/core/fault"
)

// A layout is what stands around the rows.
type layout struct {
	src     io.ReaderAt
	size    int64
	version int
	order   binary.ByteOrder
	count   int64 // of rows
	width   int   // of a row, in bytes
	data    int64 // where the rows begin
	strls   int64 // where the long texts begin
	hasLong bool

	variables []variable
	tables    map[string][]coded
	labels    int // in bytes, of all tables, and then of all variables
}

// A coded value is one with its label.
type coded struct {
	value int32
	label string
}

// widths are the bytes of a name, of a format and of a label of a variable.
func (l *layout) widths() (name, format, label int) {
	switch {
	case l.version >= 118:
		return 129, 57, 321
	case l.version >= 114:
		return 33, 49, 81
	}
	return 33, 12, 81
}

// text is a field up to its first NUL.
func text(field []byte) string {
	field, _, _ = bytes.Cut(field, []byte{0})
	return string(field)
}

// fields reads n fields of that many bytes, each by take.
func fields(r *statfile.Reader, n, width int, take func(i int, field string)) {
	for i := 0; i < n && r.Err() == nil; i++ {
		take(i, text(r.Bytes(width, width)))
	}
}

// readOlder reads a file of the formats 113 to 115.
func (l *layout) readOlder() error {
	r := statfile.NewReader(io.NewSectionReader(l.src, 0, l.size))
	head := r.Bytes(4, 4)
	if r.Err() != nil || !Is(head) {
		return statfile.ErrDamaged
	}
	l.version, l.order = int(head[0]), binary.ByteOrder(binary.BigEndian)
	if head[1] == 2 {
		l.order = binary.LittleEndian
	}
	r.Order = l.order
	n := int(r.Uint16())
	l.count = int64(r.Int32())
	r.Skip(81 + 18) // label and time
	if n > 32767 || l.count < 0 {
		return statfile.ErrDamaged
	}
	l.variables = make([]variable, n)
	for i := range l.variables {
		switch kind := int(r.Byte()); {
		case kind >= 251:
			l.variables[i].kind = map[int]int{251: typeByte, 252: typeInt, 253: typeLong, 254: typeFloat, 255: typeDouble}[kind]
		case kind <= 244 && kind > 0:
			l.variables[i].kind = kind
		default:
			return statfile.ErrDamaged
		}
	}
	l.readColumns(r, n, func() {}, func() { r.Skip(2 * int64(n+1)) })
	name, format, label := l.widths()
	at := int64(4 + 2 + 4 + 81 + 18 + n + name*n + 2*(n+1) + format*n + name*n + label*n)
	for r.Err() == nil { // characteristics
		kind, size := r.Byte(), r.Int32()
		at += 5
		if kind == 0 && size == 0 {
			break
		}
		if kind == 0 || size < 0 {
			r.Fail(statfile.ErrDamaged)
		}
		r.Skip(int64(size))
		at += int64(size)
	}
	if r.Err() != nil {
		return r.Err()
	}
	if err := l.place(); err != nil {
		return err
	}
	l.data = at
	from := at + l.count*int64(l.width)
	if from > l.size {
		return cutShort
	}
	r = statfile.NewReader(io.NewSectionReader(l.src, from, l.size-from))
	r.Order = l.order
	for { // labels of values, up to the end
		size := make([]byte, 4)
		if err := r.Full(size); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := l.readTable(r, int64(int32(l.order.Uint32(size))), name); err != nil {
			return err
		}
	}
}

var cutShort error = fault.New(fault.CodeFile, "The Stata file has fewer observations than it states: it is cut short. Fetch it or write it again.")

// readColumns reads names, formats, tables of labels and labels of variables; before is called before each, and sorted in the place of the
// order of the rows.
func (l *layout) readColumns(r *statfile.Reader, n int, before, sorted func()) {
	name, format, label := l.widths()
	before()
	fields(r, n, name, func(i int, field string) { l.variables[i].Name = field })
	before()
	sorted()
	before()
	fields(r, n, format, func(i int, field string) { l.variables[i].date = dateOf(field) })
	before()
	fields(r, n, name, func(i int, field string) { l.variables[i].table = field })
	before()
	fields(r, n, label, func(i int, field string) { l.variables[i].Label = field })
}

// place finds where each variable stands in a row.
func (l *layout) place() error {
	for i := range l.variables {
		v := &l.variables[i]
		v.at = l.width
		switch v.kind {
		case typeByte:
			l.width++
		case typeInt:
			l.width += 2
		case typeLong, typeFloat:
			l.width += 4
		case typeDouble:
			l.width += 8
		case typeStrL:
			l.width += 8
			l.hasLong = true
		default:
			if v.kind < 1 || v.kind > mostText {
				return statfile.ErrDamaged
			}
			l.width += v.kind
		}
	}
	if len(l.variables) == 0 || l.width == 0 || l.count > l.size/int64(l.width) {
		if len(l.variables) > 0 && l.width > 0 {
			return cutShort
		}
		return fault.New(fault.CodeHeader, "The Stata file has no variables.")
	}
	return nil
}

// readTable reads a table of labels, behind its length.
func (l *layout) readTable(r *statfile.Reader, size int64, name int) error {
	table := text(r.Bytes(name, name))
	r.Skip(3)
	n, bytes := int64(r.Int32()), int64(r.Int32())
	if r.Err() != nil {
		return r.Err()
	}
	if n < 0 || bytes < 0 || n > statfile.MostLevels || bytes > statfile.MostLabels || 8+8*n+bytes != size || size > l.size {
		return statfile.ErrDamaged
	}
	numbers := r.Bytes(int(8*n), int(8*n))
	texts := r.Bytes(int(bytes), int(bytes))
	if r.Err() != nil {
		return r.Err()
	}
	var list []coded
	for i := range n {
		offset := int64(l.order.Uint32(numbers[4*i:]))
		if offset >= bytes {
			return statfile.ErrDamaged
		}
		label := text(texts[offset:min(bytes, offset+mostLabel)])
		if l.labels += len(label); l.labels > statfile.MostLabels { // labels may begin at the same place
			return statfile.ErrTooMany()
		}
		list = append(list, coded{int32(l.order.Uint32(numbers[4*(n+i):])), label})
	}
	l.tables[table] = list
	return nil
}

// readTagged reads a file of the formats from 117 on.
func (l *layout) readTagged() error {
	r := statfile.NewReader(io.NewSectionReader(l.src, 0, l.size))
	tag := func(name string) {
		if string(r.Bytes(len(name), len(name))) != name {
			r.Fail(statfile.ErrDamaged)
		}
	}
	tag("<stata_dta><header><release>")
	switch release := string(r.Bytes(3, 3)); {
	case r.Err() != nil:
	case release == "117" || release == "118" || release == "119":
		l.version = int(release[2]-'0') + 110
	default:
		return fault.New(fault.CodeFile, "The Stata file is of a format that is not known here. In Stata type: saveold table.dta, version(14).")
	}
	tag("</release><byteorder>")
	switch string(r.Bytes(3, 3)) {
	case "LSF":
		l.order = binary.LittleEndian
	case "MSF":
		l.order = binary.BigEndian
	default:
		return statfile.ErrDamaged
	}
	r.Order = l.order
	tag("</byteorder><K>")
	n := 0
	if l.version == 119 {
		n = int(r.Int32())
	} else {
		n = int(r.Uint16())
	}
	tag("</K><N>")
	if l.version == 117 {
		l.count = int64(uint32(r.Int32()))
	} else {
		l.count = r.Int64()
	}
	tag("</N><label>")
	if l.version == 117 {
		r.Skip(int64(r.Byte()))
	} else {
		r.Skip(int64(r.Uint16()))
	}
	tag("</label><timestamp>")
	r.Skip(int64(r.Byte()))
	tag("</timestamp></header><map>")
	var places [14]int64
	for i := range places {
		places[i] = r.Int64()
	}
	tag("</map><variable_types>")
	if r.Err() != nil {
		return r.Err()
	}
	if n < 0 || n > statfile.MostVariables {
		return statfile.ErrTooMany()
	}
	if l.count < 0 {
		return statfile.ErrDamaged
	}
	for range n {
		l.variables = append(l.variables, variable{kind: int(r.Uint16())})
		if r.Err() != nil {
			return r.Err()
		}
	}
	tags := []string{
		"</variable_types><varnames>", "</varnames><sortlist>", "</sortlist><formats>", "</formats><value_label_names>",
		"</value_label_names><variable_labels>",
	}
	sorts := int64(2)
	if l.version == 119 {
		sorts = 4
	}
	l.readColumns(r, n, func() {
		tag(tags[0])
		tags = tags[1:]
	}, func() { r.Skip(sorts * int64(n+1)) })
	tag("</variable_labels>")
	if r.Err() != nil {
		return r.Err()
	}
	if err := l.place(); err != nil {
		return err
	}
	if err := l.section(places[9], "<data>"); err != nil {
		return err
	}
	l.data = places[9] + int64(len("<data>"))
	if l.hasLong {
		if err := l.section(places[10], "<strls>"); err != nil {
			return err
		}
		l.strls = places[10] + int64(len("<strls>"))
	}
	return l.readTables(places[11])
}

// section checks that one begins where the map says it.
func (l *layout) section(at int64, tag string) error {
	start := make([]byte, len(tag))
	if at < 0 || at > l.size {
		return statfile.ErrDamaged
	}
	if n, _ := l.src.ReadAt(start, at); string(start[:n]) != tag {
		return statfile.ErrDamaged
	}
	return nil
}

// readTables reads the labels of values.
func (l *layout) readTables(at int64) error {
	const begin, lbl, end = "<value_labels>", "<lbl>", "</lbl>"
	if err := l.section(at, begin); err != nil {
		return err
	}
	at += int64(len(begin))
	r := statfile.NewReader(io.NewSectionReader(l.src, at, l.size-at))
	r.Order = l.order
	name, _, _ := l.widths()
	for total := 0; ; {
		if tag := r.Bytes(len(lbl), len(lbl)); r.Err() != nil || string(tag) != lbl {
			if r.Err() == nil && strings.HasPrefix("</value_labels>", string(tag)) {
				return nil
			}
			return statfile.ErrDamaged
		}
		size := int64(r.Int32())
		if total += 1; total > statfile.MostVariables {
			return statfile.ErrTooMany()
		}
		if err := l.readTable(r, size, name); err != nil {
			return err
		}
		if string(r.Bytes(len(end), len(end))) != end {
			return statfile.ErrDamaged
		}
	}
}
