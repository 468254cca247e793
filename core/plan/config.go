package plan

import (
	"encoding/json"
	"io"
	"strings"

	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/schema"
)

// A Config replays a run: the schema and every choice of the release that was asked for, all
// public. It holds no file, no budget to pay from, and nothing that was released.
type Config struct {
	Schema  json.RawMessage // as schema.Schema.Encode writes it
	Choices Choices
}

// What heads a config.
const (
	ConfigFormat  = "privatepca/config"
	ConfigVersion = 1
)

type configFile struct {
	Format  string          `json:"format"`
	Version int             `json:"version"`
	Schema  json.RawMessage `json:"schema"`
	Release Choices         `json:"release"`
}

// Encode writes the config. It panics where the schema is no JSON.
func (c *Config) Encode() []byte {
	b, err := json.MarshalIndent(configFile{ConfigFormat, ConfigVersion, c.Schema, c.Choices}, "", " ")
	if err != nil {
		panic("plan: " + err.Error()) // the schema was encoded by this program
	}
	return append(b, '\n')
}

// IsConfig tells a config from a schema and from a release, by its head.
func IsConfig(b []byte) bool {
	return strings.Contains(string(b[:min(len(b), 200)]), `"`+ConfigFormat+`"`)
}

// ReadConfig refuses what Encode does not write. The schema and the choices are checked by
// New, with a table's file.
func ReadConfig(b []byte) (*Config, error) { return ReadConfigWith(b, func() {}) }

// ReadConfigWith is ReadConfig for a page: it calls pause between pieces of the text.
func ReadConfigWith(b []byte, pause func()) (*Config, error) {
	if len(b) > schema.MaxSize || schema.TooMuch(b, pause) {
		return nil, fault.Request("", "This is no configuration that this program wrote: it is too large, or its values are nested too deep. Choose another file.")
	}
	dec := json.NewDecoder(schema.NewPieces(b, pause))
	dec.DisallowUnknownFields() // a choice that is not read would be another release
	var c configFile
	if err := dec.Decode(&c); err != nil {
		return nil, fault.Request("", "This is no configuration that this program wrote: choose another file.")
	}
	_, more := dec.Token()
	_, known := method.Of(c.Release.Mechanism)
	switch {
	case more != io.EOF, c.Format != ConfigFormat, c.Version != ConfigVersion, len(c.Schema) == 0:
		return nil, fault.Request("", "This is no configuration of this version: choose another file.")
	case !known:
		return nil, fault.Request("mechanism", "The configuration names a mechanism that this program does not have: choose another file.")
	case c.Release.Relation.Validate() != nil:
		return nil, fault.Request("relation", "The configuration names an unknown neighbour relation: choose another file.")
	}
	return &Config{c.Schema, c.Release}, nil
}
