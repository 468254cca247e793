// Package survey says what data files of SPSS and Stata say of their columns: what their readers give, and core/codebook makes a draft of.
package survey

// A Variable is what a file says of a column. People wrote all of it: nothing comes from the records.
type Variable struct {
	Name, Label string
	Text        bool    // its values are texts
	Date        bool    // its values are days or moments
	Measure     Measure // "" where the file does not say it
	Levels      []Level // labelled values that are not declared missing
}

// Names are the columns' names.
func Names(variables []Variable) []string {
	names := make([]string, len(variables))
	for i := range variables {
		names[i] = variables[i].Name
	}
	return names
}

// A Level is a value, as its cells have it, with its label.
type Level struct{ Code, Label string }

// A Measure is a level of measurement.
type Measure string

// The measures.
const (
	Nominal Measure = "nominal"
	Ordinal Measure = "ordinal"
	Scale   Measure = "scale"
)
