package session

import (
	"context"

	"privatepca/wasm/protocol"
)

// unmatched gives the values that are none of their column's levels, until a release of the open file began.
func unmatched(s *Session, _ protocol.Unmatched) (protocol.Unmatching, error) {
	out := protocol.Unmatching{Columns: []protocol.UnmatchedColumn{}}
	switch {
	case s.drawn:
		return out, requestError("Values that match no level are not shown any more once a release has begun. Open the file again to see them.")
	case s.prepared == nil:
		return out, notPrepared()
	}
	list, err := s.prepared.table.Unmatched(context.Background(), s.meter())
	if err != nil {
		return out, err
	}
	for _, c := range list {
		column := protocol.UnmatchedColumn{Column: c.Column, Values: []protocol.UnmatchedValue{}, Others: c.Others, Cells: c.Cells, Untold: c.Untold}
		for _, v := range c.Values {
			column.Values = append(column.Values, protocol.UnmatchedValue(v))
		}
		out.Columns = append(out.Columns, column)
	}
	return out, nil
}
