package release

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// NPY writes the components as NumPy's numpy.load reads them: k × d float64, little
// endian, row by row (format version 1.0, NEP 1).
func (d *Document) NPY() []byte {
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", d.NumComponents, d.NumFeatures)
	const before = 10 // magic, version and the header's length
	header += strings.Repeat(" ", 63-(before+len(header))%64) + "\n"
	var out bytes.Buffer
	out.Grow(before + len(header) + 8*d.NumComponents*d.NumFeatures)
	out.WriteString("\x93NUMPY\x01\x00")
	out.Write(binary.LittleEndian.AppendUint16(nil, uint16(len(header))))
	out.WriteString(header)
	for _, row := range d.Components {
		for _, x := range row {
			out.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)))
		}
	}
	return out.Bytes()
}
