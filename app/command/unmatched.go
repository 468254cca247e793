//go:build !js

package command

import (
	"encoding/json"
	"fmt"
	"strings"

	"privatepca/core/dataset"
	"privatepca/core/pca"
	"privatepca/core/words"
)

// showUsage explains the flag -show-unmatched.
const showUsage = "list on standard error the values that are none of their column's levels, those of 10 people or more, with counts: they are cells of the table, for its owner alone. The table is read once more"

// showUnmatched lists on standard error what matches no level, and what to do with it. It was asked for.
func (c *reading) showUnmatched(p *program, table *pca.Table) error {
	if !c.show {
		return nil
	}
	list, err := table.Unmatched(p.ctx, nil)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		fmt.Fprintln(p.err, "Each value is a level of its column, or missing.")
		return nil
	}
	for i := range list {
		for _, line := range unmatchedLines(&list[i]) {
			fmt.Fprintln(p.err, line)
		}
	}
	fmt.Fprintln(p.err, `These are cells of the table: keep the list to yourself. In the schema, "privatepca": {"recode": {"VALUE": "LEVEL", "OTHER": null}} of a column reads a value as one of its levels, or as missing; what is not stated counts as none. A value that becomes a level of its own is taken from the data: state "bounds_from": "data" for the column, too, and the release is not private.`)
	return nil
}

// unmatchedLines are one column of the list. A value stands as JSON, as the schema wants it.
func unmatchedLines(u *dataset.Unmatched) []string {
	out := []string{"Values of the column " + words.Clip(u.Column, 60) + " that are none of its levels:"}
	for _, v := range u.Values {
		out = append(out, fmt.Sprintf("  %s × %s", words.Thousands(v.Count), jsonText(v.Text)))
	}
	if u.Others > 0 {
		out = append(out, fmt.Sprintf("  %s × %s", words.Thousands(u.Cells), words.Count(int64(u.Others), "other value")))
	}
	if u.Untold > 0 {
		out = append(out, fmt.Sprintf("  %s × long values, or values that were not told apart", words.Thousands(u.Untold)))
	}
	return out
}

// jsonText is a value as JSON, in which nothing moves a terminal's cursor or its colours.
func jsonText(value string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(value) != nil {
		panic("command: a text has no JSON form") // every text has one
	}
	return shownJSON(strings.TrimSuffix(b.String(), "\n"))
}
