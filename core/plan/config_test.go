package plan

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
)

func TestConfig(t *testing.T) {
	c := Config{Schema: json.RawMessage(`{"fields":[]}`), Choices: Choices{
		Mechanism: method.Names()[0], K: 2, Epsilon: 1, Delta: 1e-6, Relation: privacy.ReplaceOne,
		Steps: &Steps{Centre: &Centre{Share: .1}},
	}}
	text := c.Encode()
	if !IsConfig(text) || IsConfig([]byte(`{"fields":[]}`)) {
		t.Error("a config is not told from a schema")
	}
	got, err := ReadConfig(text)
	if err != nil || !reflect.DeepEqual(got.Choices, c.Choices) || string(got.Encode()) != string(text) {
		t.Fatalf("read back %+v, %v", got, err)
	}
	for _, edit := range [][2]string{
		{`"version": 1`, `"version": 2`},
		{c.Choices.Mechanism, "none"},
		{`"replace-one"`, `"any"`},
		{`"schema"`, `"scheme"`},
		{`"epsilon"`, `"ε"`},
		{"\n}\n", "\n}\n{}"},
	} {
		bad := strings.Replace(string(text), edit[0], edit[1], 1)
		if _, err := ReadConfig([]byte(bad)); bad == string(text) || err == nil {
			t.Errorf("%s was taken", edit[1])
		}
	}
}
