package release

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// What the curator wrote is read back, changes nothing that is claimed, and is refused where it is too long or of other features.
func TestAbout(t *testing.T) {
	d := sample()
	bare, err := Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	d.About = &About{Imprint: Imprint{Title: "Everyday <life>", Author: strings.Repeat("é", mostWords), DOI: "10.1/x", Notes: strings.Repeat("é", mostNotes)}, Rotation: "varimax", Rotated: []string{"", "turned"}, Directions: []string{"means", ""}, Labels: []string{"Age", "", "Men", ""}}
	text, err := Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Decode(text)
	if err != nil || !reflect.DeepEqual(again.About, d.About) {
		t.Fatalf("%v: %+v", err, again)
	}
	if again.Label(0) != "Age" || again.Label(1) != d.FeatureNames[1] || again.Direction(0) != "means" || again.Direction(5) != "" {
		t.Errorf("labels %q %q, direction %q", again.Label(0), again.Label(1), again.Direction(0))
	}
	for _, c := range Verify(again, text) {
		if !c.Holds {
			t.Errorf("%s: %s", c.What, c.Detail)
		}
	}
	again.About = nil
	if plain, err := Encode(again); err != nil || !bytes.Equal(plain, bare) {
		t.Errorf("without the curator’s words the document has other bytes (%v)", err)
	}
	for i := range reflect.TypeFor[Imprint]().NumField() { // each has a bound, also one that is new
		d.About = &About{}
		reflect.ValueOf(&d.About.Imprint).Elem().Field(i).SetString(strings.Repeat("x", mostNotes+1))
		if _, err := Encode(d); err == nil {
			t.Errorf("%s has no bound", reflect.TypeFor[Imprint]().Field(i).Name)
		}
	}
	for what, a := range map[string]*About{
		"a long title": {Imprint: Imprint{Title: strings.Repeat("x", mostWords+1)}}, "long notes": {Imprint: Imprint{Notes: strings.Repeat("x", mostNotes+1)}},
		"labels of other features": {Labels: []string{"one"}}, "too many names": {Directions: make([]string, 9)},
		"an unknown rotation": {Rotation: "promax"}, "names of no rotation": {Rotated: []string{"a"}}, "too many turned": {Rotation: "varimax", Rotated: make([]string, 9)},
	} {
		d.About = a
		if _, err := Encode(d); err == nil {
			t.Errorf("%s: written", what)
		}
	}
}
