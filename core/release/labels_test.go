package release

import (
	"bytes"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// labelled is the sample with labels in its schema.
func labelled() *Document {
	d := sample()
	d.Encoding.Fields[0].Title = "Age in years"
	d.Encoding.Fields[1].Categories = []Category{{Value: "f", Label: "=women"}}
	return d
}

// The curator's label wins over the schema's, and that over the name; a level without label keeps its name.
func TestLabelOfAFeature(t *testing.T) {
	d := labelled()
	expect := func(want ...string) {
		t.Helper()
		for i := range want {
			if got := d.Label(i); got != want[i] {
				t.Errorf("feature %d is called %q, want %q", i, got, want[i])
			}
		}
	}
	names := d.FeatureNames
	expect("Age in years", "sex = =women", names[2], names[3])
	d.Encoding.Fields[1].Title = "Sex"
	expect("Age in years", "Sex = =women", "Sex = m [1,\t2]", names[3])
	d.About = &About{Labels: []string{"", "Women", "", "Odd"}}
	expect("Age in years", "Women", "Sex = m [1,\t2]", "Odd")
	d.About = nil
	d.Encoding.Fields[0], d.Encoding.Fields[2] = d.Encoding.Fields[2], d.Encoding.Fields[0]
	expect(names[0], "Sex = =women", "Sex = m [1,\t2]", names[3]) // columns that do not make these features: no label of another's
}

// Labels stand in the table and the loaders only where there are any: other documents keep their bytes.
func TestLabelsInExports(t *testing.T) {
	plain, d := sample(), labelled()
	if got := Labels(plain); got != nil {
		t.Errorf("labels of a document without any: %q", got)
	}
	without, with := strings.Split(string(plain.CSV()), "\n"), strings.Split(string(d.CSV()), "\n")
	if without[0] != "component,feature,loading" || with[0] != "component,feature,loading,label" {
		t.Errorf("%q, %q", without[0], with[0])
	}
	if with[1] != without[1]+",Age in years" || with[2] != without[2]+",sex = =women" {
		t.Errorf("%q", with[1:3])
	}
	d.About = &About{Labels: []string{"", "=women", "", ""}}
	if with = strings.Split(string(d.CSV()), "\n"); with[2] != without[2]+",'=women" {
		t.Errorf("a label that is a formula: %q", with[2])
	}
	for _, c := range []struct{ plain, with []byte }{{plain.Python(), d.Python()}, {plain.R(), d.R()}} {
		if bytes.Contains(c.plain, []byte("feature_labels = ")) || bytes.Contains(c.plain, []byte("\"feature_labels\": ")) {
			t.Error("a loader has labels of a document without any")
		}
		if !bytes.Contains(c.with, []byte(`"Age in years", "=women"`)) {
			t.Error("a loader lacks the labels")
		}
	}
}

// A column of ordered levels is one feature, whatever number of levels it has: labels of the columns after it stay in their places.
func TestLabelsAfterAnOrdinal(t *testing.T) {
	d := sample()
	d.Encoding.Fields = []Field{{Name: "mood", Type: string(schema.Ordinal), Enum: []string{"low", "mid", "high"}, Title: "Mood"}, d.Encoding.Fields[0]}
	d.Encoding.Fields[1].Title = "Age in years"
	d.FeatureNames = []string{"mood", "age", "mood 2", "age 2"}
	for i, want := range []string{"Mood", "Age in years", "mood 2", "age 2"} {
		if got := d.Label(i); got != want {
			t.Errorf("feature %d is called %q, want %q", i, got, want)
		}
	}
}
