package columnar

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"privatepca/core/fault"
)

// What a footer may have.
const (
	mostFooter   = 64 << 20 // bytes
	mostColumns  = 1 << 16
	mostElements = 1 << 20  // of the schema: columns, groups, and what is in these
	mostNested   = 64       // groups that stand in each other
	mostChunks   = 4 << 20  // columns of all row groups together
	mostName     = 64 << 10 // bytes
	mostGeo      = 4 << 20  // bytes of the metadata of GeoParquet
	geoKey       = "geo"    // their name
)

// Metadata are what is read of a footer. Statistics are passed over.
type metadata struct {
	schema []format.SchemaElement
	groups []group         // those with rows
	chunks int             // of all groups
	geo    map[string]bool // names of the columns that GeoParquet's metadata name
}

// A group has a row group's rows, and where those of each column lie.
type group struct {
	rows   int64
	chunks []chunk
}

// A chunk has the values of one column in one row group.
type chunk struct {
	codec                      format.CompressionCodec
	data, dictionary, unpacked int64
	locked                     bool // encrypted
	elsewhere                  bool // in another file
}

// readFooter reads the metadata at the end of a file, and where they begin.
func readFooter(src io.ReaderAt, size int64) (m *metadata, begin int64, err error) {
	end := make([]byte, 8)
	if _, err := src.ReadAt(end, max(0, size-8)); err != nil && err != io.EOF {
		return nil, 0, err
	}
	if string(end[4:]) == Encrypted {
		return nil, 0, fault.New(fault.CodeFile, "The Parquet file is encrypted, names of columns included. Write it again without encryption, by a program that has the key.")
	}
	n := int64(binary.LittleEndian.Uint32(end))
	if string(end[4:]) != Magic || n > size-12 {
		return nil, 0, errors.New("columnar: the file has no footer")
	}
	if n > mostFooter {
		return nil, 0, fault.New(fault.CodeFile, "The footer of the Parquet file takes more than 64 MiB. Write the file again with larger row groups, for example of 100,000 rows.")
	}
	begin = size - 8 - n
	c := &compact{in: bufio.NewReaderSize(io.NewSectionReader(src, begin, n), int(min(n+16, 64<<10))), left: n}
	m = &metadata{}
	c.fields(func(id int, t byte) bool {
		switch {
		case id == 2 && t == thriftList:
			m.readSchema(c)
		case id == 4 && t == thriftList:
			m.readGroups(c)
		case id == 5 && t == thriftList:
			m.readKeys(c)
		default:
			return false
		}
		return true
	})
	if c.err == nil && len(m.schema) == 0 {
		c.err = errors.New("columnar: the file has no schema")
	}
	return m, begin, c.err
}

// structs reads a list of structures, each by read.
func structs(c *compact, read func()) {
	n, t := c.list()
	if t != thriftStruct && n > 0 {
		c.fail(errThrift)
		return
	}
	for i := 0; i < n && c.err == nil; i++ {
		read()
	}
}

func (m *metadata) readSchema(c *compact) {
	structs(c, func() {
		if len(m.schema) == mostElements {
			c.fail(fault.New(fault.CodeFile, "The Parquet file has more than a million columns and groups. Write it again with fewer."))
		}
		m.schema = append(m.schema, readElement(c))
	})
}

func readElement(c *compact) (e format.SchemaElement) {
	named := false
	number := func(into *thrift.Null[int32]) { into.V, into.Valid = c.int32(), true }
	c.fields(func(id int, t byte) bool {
		switch {
		case id == 1 && t == thriftI32:
			e.Type.V, e.Type.Valid = format.Type(c.int32()), true
		case id == 2 && t == thriftI32:
			number(&e.TypeLength)
		case id == 3 && t == thriftI32:
			e.RepetitionType.V, e.RepetitionType.Valid = format.FieldRepetitionType(c.int32()), true
		case id == 4 && t == thriftBinary:
			e.Name, named = string(c.bytes(mostName)), true
		case id == 5 && t == thriftI32:
			number(&e.NumChildren)
		case id == 6 && t == thriftI32:
			e.ConvertedType.V, e.ConvertedType.Valid = deprecated.ConvertedType(c.int32()), true
		case id == 7 && t == thriftI32:
			number(&e.Scale)
		case id == 10 && t == thriftStruct:
			e.LogicalType.Value = readLogical(c)
		default:
			return false
		}
		return true
	})
	if !named {
		c.fail(errThrift)
	}
	return e
}

// readLogical reads a column's type, a union. One that is not known here is passed over: its values are what they are stored as.
func readLogical(c *compact) (out format.LogicalTypeValue) {
	c.fields(func(id int, t byte) bool {
		if t != thriftStruct {
			return false
		}
		switch id {
		case 1, 4, 12: // a string, an enumeration, JSON
			out = &format.StringType{}
		case 5:
			d := &format.DecimalType{}
			c.fields(func(id int, t byte) bool {
				if id != 1 || t != thriftI32 {
					return false
				}
				d.Scale = c.int32()
				return true
			})
			out = d
			return true
		case 6:
			out = &format.DateType{}
		case 7:
			utc, unit := readUnit(c)
			out = &format.TimeType{IsAdjustedToUTC: utc, Unit: unit}
			return true
		case 8:
			utc, unit := readUnit(c)
			out = &format.TimestampType{IsAdjustedToUTC: utc, Unit: unit}
			return true
		case 10:
			i := &format.IntType{}
			c.fields(func(id int, t byte) bool {
				if id == 2 {
					i.IsSigned = t == thriftTrue
				}
				return false
			})
			out = i
			return true
		case 13:
			out = &format.BsonType{}
		case 14:
			out = &format.UUIDType{}
		case 15:
			out = &format.Float16Type{}
		case 16:
			out = &format.VariantType{}
		case 17:
			out = &format.GeometryType{}
		case 18:
			out = &format.GeographyType{}
		}
		return false
	})
	return out
}

// readUnit reads what a time counts, and whether it is of UTC.
func readUnit(c *compact) (utc bool, unit format.TimeUnit) {
	c.fields(func(id int, t byte) bool {
		switch {
		case id == 1:
			utc = t == thriftTrue
		case id == 2 && t == thriftStruct:
			c.fields(func(id int, _ byte) bool {
				switch id {
				case 1:
					unit.Value = &format.MilliSeconds{}
				case 2:
					unit.Value = &format.MicroSeconds{}
				case 3:
					unit.Value = &format.NanoSeconds{}
				}
				return false
			})
			return true
		}
		return false
	})
	return utc, unit
}

func (m *metadata) readGroups(c *compact) {
	structs(c, func() {
		var g group
		c.fields(func(id int, t byte) bool {
			switch {
			case id == 1 && t == thriftList:
				structs(c, func() {
					if m.chunks++; m.chunks > mostChunks {
						c.fail(fault.New(fault.CodeFile, "The Parquet file has too many row groups and columns: more than four million together. Write it again with larger row groups."))
					}
					g.chunks = append(g.chunks, readChunk(c))
				})
			case id == 3 && t == thriftI64:
				g.rows = c.integer()
			default:
				return false
			}
			return true
		})
		if len(g.chunks) == 0 && g.rows != 0 {
			c.fail(errThrift)
		}
		if g.rows != 0 {
			m.groups = append(m.groups, g)
		}
	})
}

func readChunk(c *compact) (out chunk) {
	known := false
	c.fields(func(id int, t byte) bool {
		switch {
		case id == 1 && t == thriftBinary:
			out.elsewhere = len(c.bytes(mostName)) > 0
			return true
		case id == 8 && t == thriftStruct:
			out.locked = true
		case id == 3 && t == thriftStruct:
			known = true
			c.fields(func(id int, t byte) bool {
				switch {
				case id == 4 && t == thriftI32:
					out.codec = format.CompressionCodec(c.int32())
				case id == 6 && t == thriftI64:
					out.unpacked = c.integer()
				case id == 9 && t == thriftI64:
					out.data = c.integer()
				case id == 11 && t == thriftI64:
					out.dictionary = c.integer()
				default:
					return false
				}
				return true
			})
			return true
		}
		return false
	})
	if !known && !out.locked {
		c.fail(errThrift)
	}
	return out
}

// readKeys looks for the metadata of GeoParquet among the file's keys. A key may have no value.
func (m *metadata) readKeys(c *compact) {
	structs(c, func() {
		geo := false
		c.fields(func(id int, t byte) bool {
			switch {
			case id == 1 && t == thriftBinary:
				if n := c.unsigned(); n == uint64(len(geoKey)) {
					text := make([]byte, len(geoKey))
					for i := range text {
						text[i] = c.octet()
					}
					geo = string(text) == geoKey
				} else {
					c.discard(n)
				}
				return true
			case id == 2 && t == thriftBinary && geo:
				var about struct {
					Columns map[string]json.RawMessage `json:"columns"`
				}
				if json.Unmarshal(c.bytes(mostGeo), &about) == nil { // else it is another program's
					m.geo = map[string]bool{}
					for name := range about.Columns {
						m.geo[name] = true
					}
				}
				return true
			}
			return false
		})
	})
}

// subtree counts the elements of the first one with all below it, and the leaves among them.
func subtree(elements []format.SchemaElement, depth int) (n, leaves int, err error) {
	if len(elements) == 0 || depth > mostNested {
		return 0, 0, errThrift
	}
	e := &elements[0]
	if e.Type.Valid && e.NumChildren.V == 0 {
		return 1, 1, nil
	}
	n = 1
	for range e.NumChildren.V {
		below, more, err := subtree(elements[n:], depth+1)
		if err != nil {
			return 0, 0, err
		}
		n, leaves = n+below, leaves+more
	}
	return n, leaves, nil
}

// check refuses row groups that cannot be read.
func (m *metadata) check(leaves int) error {
	for i := range m.groups {
		g := &m.groups[i]
		unpacked := int64(0)
		for j := range g.chunks {
			if g.chunks[j].elsewhere {
				return fault.New(fault.CodeFile, "The Parquet file keeps its rows in other files, and holds the names alone. Join them into one file, or choose these.")
			}
			unpacked += min(max(0, g.chunks[j].unpacked), MostRowGroup+1)
		}
		if unpacked > MostRowGroup {
			return fault.New(fault.CodeFile, "A row group of the Parquet file unpacks to more than 1 GiB. Write the file again with smaller row groups, for example of 100,000 rows.")
		}
		if len(g.chunks) != leaves || g.rows < 0 {
			return errors.New("columnar: a row group has other columns than the file")
		}
	}
	return nil
}
