package pipeline

import (
	"context"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"privatepca/core/fault"
)

// deepest is how many folders below a folder files are looked for.
const deepest = 8

// find gives the files of a pattern. A folder stands for all files below it, as FOLDER/** does; then names that start with a dot or an underscore are
// left out, as engines do that write tables: their markers and sums are no part of it.
func find(ctx context.Context, pattern string) ([]string, error) {
	if isFolder(pattern) {
		pattern = strings.TrimRight(pattern, "/") + "/**"
	}
	fs, err := filesystem.New(ctx, pattern)
	if err != nil {
		return nil, fault.New(fault.CodeFile, "No file system of this program knows "+pattern+".")
	}
	defer fs.Close()
	if !strings.Contains(pattern, "**") {
		found, err := fs.List(ctx, pattern)
		if err != nil {
			return nil, unlisted(pattern, err)
		}
		if len(found) == 0 {
			return nil, fault.New(fault.CodeFile, pattern+": There is no such file. Check the pattern.")
		}
		for _, name := range found {
			if isFolder(name) {
				return nil, fault.New(fault.CodeFile, name+": This is a folder. Say "+strings.TrimRight(name, "/")+"/** for all files below it, or a pattern with a level for each folder, as in table/*/*.parquet.")
			}
		}
		return found, nil
	}
	var names []string
	for _, p := range levels(pattern) {
		found, err := fs.List(ctx, p)
		if err != nil {
			return nil, unlisted(pattern, err)
		}
		for _, name := range found {
			if !isFolder(name) && !hidden(pattern, name) {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return nil, fault.New(fault.CodeFile, pattern+": There is no such file. Check the pattern.")
	}
	return names, nil
}

func unlisted(pattern string, err error) error {
	text := ": It cannot be looked through. Check the pattern."
	if strings.Contains(pattern, "://") {
		text = ": It cannot be looked through. Check the path, and the variables that the store's own programs take region, address and credentials from."
	}
	return fault.New(fault.CodeFile, pattern+text).Because(err)
}

// isFolder reports whether a name is said to be a folder, or is one of this machine.
func isFolder(name string) bool {
	if strings.HasSuffix(name, "/") {
		return true
	}
	info, err := os.Stat(name)
	return !strings.Contains(name, "://") && err == nil && info.IsDir()
}

// levels are the patterns that one with ** stands for: no folder, one, and so on. Beam's file systems know one star alone, which stands for a part of a name.
func levels(pattern string) (out []string) {
	before, after, _ := strings.Cut(pattern, "**")
	after = strings.TrimPrefix(after, "/")
	if after == "" {
		after = "*"
	}
	for n := range deepest + 1 {
		out = append(out, before+strings.Repeat("*/", n)+after)
	}
	return out
}

// hidden reports whether a name below what the pattern fixes starts with a dot or an underscore. _day=1 is a folder of a column.
func hidden(pattern, name string) bool {
	fixed, _, _ := strings.Cut(pattern, "*")
	below, _ := strings.CutPrefix(name, fixed)
	return slices.ContainsFunc(strings.Split(below, "/"), func(part string) bool {
		return strings.HasPrefix(part, ".") || strings.HasPrefix(part, "_") && !strings.Contains(part, "=")
	})
}

// aColumn is a folder of Hive's: a column's name, and what all records below have in it.
var aColumn = regexp.MustCompile(`^([^=/]+)=([^/]*)$`)

// nothing is what Hive calls a missing value.
const nothing = "__HIVE_DEFAULT_PARTITION__"

// columnsOf are the columns in the names of a file's folders, and their cells.
func columnsOf(name string) (columns, cells []string) {
	for _, part := range strings.Split(path.Dir(name), "/") {
		m := aColumn.FindStringSubmatch(part)
		if m == nil {
			continue
		}
		for i, text := range m[1:] {
			if plain, err := url.PathUnescape(text); err == nil { // engines write what a name cannot hold as %3A
				m[i+1] = plain
			}
		}
		if m[2] == nothing {
			m[2] = ""
		}
		columns, cells = append(columns, m[1]), append(cells, m[2])
	}
	return columns, cells
}

// folders gives the columns in the names of all files' folders, without those that the files have themselves.
func folders(names, header []string) (columns []string, err error) {
	for i, name := range names {
		own, _ := columnsOf(name)
		if i == 0 {
			columns = own
		}
		if !slices.Equal(own, columns) {
			return nil, fault.New(fault.CodeFile, name+": Its folders name the columns "+listed(own)+", and those of "+names[0]+" "+listed(columns)+". Files of one table have the same: say a narrower pattern.")
		}
	}
	return slices.DeleteFunc(slices.Clone(columns), func(c string) bool { return slices.Contains(header, c) }), nil
}

func listed(names []string) string {
	if len(names) == 0 {
		return "(none)"
	}
	return strings.Join(names, ", ")
}

// cellsOf are the cells of some columns in the names of a file's folders.
func cellsOf(name string, columns []string) []string {
	all, cells := columnsOf(name)
	var out []string
	for _, c := range columns {
		out = append(out, cells[slices.Index(all, c)])
	}
	return out
}
