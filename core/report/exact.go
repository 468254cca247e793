package report

import (
	"fmt"

	"privatepca/core/release"
)

// A Try is one draw of a mechanism on public data: its rows of loadings.
type Try struct {
	Name string
	Rows [][]float64
}

// Exact draws a direction, from 0, of exact principal component analysis beside the partners that draws of mechanisms gave it, signs
// turned to it. It is for practice on public data: exact loadings are covered by no noise.
func Exact(features []string, exact [][]float64, tries []Try, direction int) Figure {
	reference := practised("exact", features, exact)
	var matches []Match
	for _, t := range tries {
		if m, refused := Matched(reference, practised(t.Name, features, t.Rows)); refused == "" {
			matches = append(matches, m)
		}
	}
	f := Beside(reference, matches, release.SamePeople).Loadings(min(direction, len(exact)-1))
	f.ID, f.Title = "practice-loadings", "Exact loadings beside private ones"
	f.Sentence = fmt.Sprintf("Direction %d of exact PCA, beside the direction of one draw of each mechanism that is nearest to it, signs turned.", direction+1)
	return f
}

// practised is a document of loadings alone.
func practised(name string, features []string, rows [][]float64) *release.Document {
	return &release.Document{
		Components: rows, FeatureNames: features, NumComponents: len(rows), NumFeatures: len(features), About: &release.About{Imprint: release.Imprint{Title: name}},
	}
}
