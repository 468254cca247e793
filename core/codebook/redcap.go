package codebook

import "strings"

// exported are the columns of the data that a line of REDCap's dictionary stands for, by its own rules: a group of checkboxes has a column
// for each of its choices, yes and no are 1 and 0, and words that are shown are no variable. Validated says what a text must be.
func (v listed) exported(validated string) []listed {
	switch v.kind {
	case "checkbox":
		var all []listed
		for _, code := range v.levels {
			one := listed{name: v.name + "___" + strings.ReplaceAll(strings.ToLower(code), "-", "_"), kind: "category", levels: []string{"0", "1"}}
			one.label = strings.TrimSpace(v.label + " " + v.words[code])
			one.words = map[string]string{"0": "no", "1": "yes"}
			all = append(all, one)
		}
		return all
	case "yesno":
		v.levels, v.words = []string{"0", "1"}, map[string]string{"0": "no", "1": "yes"}
	case "truefalse":
		v.levels, v.words = []string{"0", "1"}, map[string]string{"0": "false", "1": "true"}
	case "descriptive", "file", "signature", "sql":
		return nil
	case "calc", "slider": // what stands for levels is a formula, or the words at its ends
		v.levels, v.words = nil, nil
	case "notes":
		v.kind = ""
	case "text":
		switch {
		case strings.HasPrefix(validated, "date"): // it is exported as 2020-01-31, however it was typed
			v.kind = "date"
		case strings.HasPrefix(validated, "number"), strings.HasPrefix(validated, "integer"):
			v.kind = "number"
		case validated == "" && v.min+v.max == "":
			v.kind = "" // anything may be typed
		}
	}
	return []listed{v}
}
