package momentfile

import (
	"errors"
	"slices"
	"strings"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/passes"
	"privatepca/core/schema"
)

// A Part is a file with the name by which errors call it.
type Part struct {
	Name string
	*File
}

// Merge adds parts of one collection exactly, under the schema by which all of them were encoded. Apart says that somebody
// vouches for this: nobody has rows in two of them. It refuses, by name:
//
//   - a part of another schema, kind or collection, the last one being stale;
//   - under the norm rule mean, a part of another pass than the one that is wanted, or of other numbers; want is nil under other rules;
//   - a table that is in two parts, and a part that is there twice or not at all, where the collection has numbers;
//   - several tables, unless they are apart, since a file holds neither rows nor ids;
//   - several parts of pairs: rows of two files were never paired, and a document says that all were.
func Merge(s *schema.Schema, want *passes.Pass, parts []Part, apart bool) (*File, error) {
	if len(parts) == 0 {
		return nil, fault.Request("", "Name the moment files to add.")
	}
	first := parts[0]
	digest := SchemaDigest(s)
	texts, places := map[string]string{}, map[int]string{}
	for _, p := range parts {
		switch {
		case p.Schema != digest:
			return nil, refused("%s was summed under another schema or norm rule than the one that was stated. State that one, or sum the table again.", p.Name)
		case p.Dim != s.D():
			return nil, malformed()
		case p.Kind != first.Kind:
			return nil, refused("%s holds %s and %s %s: files of two passes cannot be added.", first.Name, kindName(first.Kind), p.Name, kindName(p.Kind))
		case (p.Kind == Pass) != (want != nil):
			return nil, refused("%s was not summed under the norm rule that was stated, or by an earlier version of this program. Sum the table again.", p.Name)
		case want != nil && p.Pass != want.Number:
			return nil, refused("%s holds pass %d, and pass %d is wanted here.", p.Name, p.Pass, want.Number)
		case want != nil && p.Numbers != want.Digest(s):
			return nil, refused("%s holds pass %d by the numbers of another release. Sum its table again, by the file of this one.", p.Name, p.Pass)
		case p.Run != first.Run || p.Parts != first.Parts:
			return nil, refused("%s is a stale part: it belongs to run %q with %d parts, and %s to run %q with %d. Add files of one run.",
				p.Name, p.Run, p.Parts, first.Name, first.Run, first.Parts)
		}
		if other := places[p.Part]; p.Parts > 0 && other != "" {
			return nil, refused("%s and %s are both part %d of run %q. Each part is added once.", other, p.Name, p.Part, p.Run)
		}
		places[p.Part] = p.Name
		for _, source := range p.Sources {
			if other := texts[source.Text]; other != "" {
				return nil, refused("%s and %s hold the same table. Each table is added once: added twice, it would count each person twice.", other, p.Name)
			}
			texts[source.Text] = p.Name
		}
	}
	for i := range first.Parts {
		if places[i+1] == "" {
			return nil, refused("Part %d of %d of run %q is missing. Name the files of all parts.", i+1, first.Parts, first.Run)
		}
	}
	if len(parts) > 1 && s.NormRule == schema.Pairs {
		return nil, fault.Request("", "Under the norm rule pairs rows of two files were never paired: choose another norm rule, or sum all tables together.")
	}
	if len(texts) > 1 && !apart {
		return nil, fault.Request("", "A moment file holds no rows and no ids of people, so nobody can see whether one person is in two of the tables. State that nobody is: -apart.")
	}
	return add(s, want, parts)
}

func kindName(kind string) string {
	switch kind {
	case Features:
		return "features of a first pass"
	case Pass:
		return "a pass of the norm rule mean"
	}
	return "a second moment"
}

// add adds parts that fit each other.
func add(s *schema.Schema, want *passes.Pass, parts []Part) (*File, error) {
	first := parts[0]
	var passed *passes.Sum
	if want != nil {
		var err error
		if passed, err = passes.New(s, *want, nil); err != nil {
			return nil, malformed()
		}
	}
	out := &File{Header: first.Header}
	out.Run, out.Part, out.Parts, out.Vector = "", 0, 0, 0
	out.Sources, out.Irregularities = nil, nil
	out.Records, out.Rows, out.Persons = 0, 0, 0
	sums := moment.NewAccumulator(first.Dim, first.Scale)
	features := dataset.NewFeatureSum(first.Dim)
	irregular := merging{schema: s}
	for _, p := range parts {
		if p.Records > mostRecords-out.Records || p.Kind == Features && p.Sum.Rows > mostRows-features.Rows {
			return nil, errFull()
		}
		if passed != nil {
			if err := passed.AddIntegers(p.Vector, p.Integers); errors.Is(err, moment.ErrFull) {
				return nil, errFull().Because(err)
			} else if err != nil {
				return nil, malformed()
			}
		} else if p.Kind == Features {
			features.Add(p.Sum)
		} else if err := sums.AddMatrix(p.Matrix); err != nil {
			return nil, errFull().Because(err)
		}
		out.Vector += p.Vector // at most the records, like rows and persons: Decode has seen to that
		out.Records += p.Records
		out.Rows += p.Rows
		out.Persons += p.Persons
		out.Sources = append(out.Sources, p.Sources...)
		if !irregular.add(p.Irregularities) {
			return nil, refused("%s counts cells of a kind that its schema has none of. No version of this program writes that.", p.Name)
		}
	}
	out.Irregularities = irregular.list
	slices.SortFunc(out.Sources, func(a, b Source) int { return strings.Compare(a.Text, b.Text) })
	switch {
	case passed != nil:
		out.Integers = passed.Integers()
	case out.Kind == Features:
		out.Sum = features
	default:
		out.Matrix = sums.Matrix()
	}
	return out, nil
}
