package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"privatepca/core/method"
	"privatepca/wasm/protocol"
)

// A config replays a run: the schema and every parameter of the release that was asked for,
// all public. It holds no file, no budget to pay from, and nothing that was released.
type config struct {
	Format  string           `json:"format"`
	Version int              `json:"version"`
	Schema  json.RawMessage  `json:"schema"`
	Release protocol.Release `json:"release"`
}

const (
	configFormat  = "privatepca/config"
	configVersion = 1
)

// newConfig writes the config of a release under a schema.
func newConfig(schema []byte, in protocol.Release) []byte {
	in.Budget, in.WorkerSHA256 = nil, "" // of this browser, and of this build
	b, err := json.MarshalIndent(config{configFormat, configVersion, schema, in}, "", " ")
	if err != nil {
		panic("app: " + err.Error()) // the schema was encoded here
	}
	return append(b, '\n')
}

// isConfig tells a config from a schema and from a release, by its head.
func isConfig(b []byte) bool {
	return strings.Contains(string(b[:min(len(b), 200)]), `"`+configFormat+`"`)
}

// readConfig refuses what newConfig does not write. Its schema is read with the file's.
func readConfig(b []byte) (*config, error) {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	c := new(config)
	if err := dec.Decode(c); err != nil {
		return nil, errors.New("config: this is no configuration that this page wrote: choose another file")
	}
	_, more := dec.Token()
	r := &c.Release
	_, known := method.Of(r.Mechanism)
	switch {
	case more != io.EOF, c.Format != configFormat, c.Version != configVersion, len(c.Schema) == 0:
		return nil, errors.New("config: this is no configuration of this version: choose another file")
	case !known:
		return nil, errors.New("config: it names a mechanism that this page does not have: choose another file")
	case r.Relation.Validate() != nil:
		return nil, errors.New("config: it names a neighbour relation that there is not: choose another file")
	}
	return c, nil
}

// restore takes what a schema does not say, or leaves to the curator.
func (a *Answers) restore(c *config) {
	var person struct {
		PrivatePCA struct {
			PersonColumn  string `json:"person_column"`
			RowsPerPerson int    `json:"rows_per_person"`
		} `json:"privatepca"`
	}
	json.Unmarshal(c.Schema, &person) // what is absent is one row a person
	rows := max(1, person.PrivatePCA.RowsPerPerson)
	a.personColumn, a.rows = strings.TrimSpace(person.PrivatePCA.PersonColumn), strconv.Itoa(rows)
	switch {
	case a.personColumn != "":
		a.unit = unitColumn
	case rows > 1:
		a.unit = unitRows
	default:
		a.unit = unitRow
	}
	if steps := c.Release.Steps; steps != nil {
		if steps.Centre != nil {
			a.mean, a.centreShare = true, share(formatBound(steps.Centre.Share))
		}
		if steps.NormBound != nil {
			a.normPrivate = true
			a.normShare, a.normQuantile = share(formatBound(steps.NormBound.Share)), share(formatBound(steps.NormBound.Quantile))
		}
	}
	a.count()
}

func (c *Choices) restore(r protocol.Release) {
	c.seen = true
	c.mechanism, c.relation = r.Mechanism, r.Relation
	c.epsilon, c.delta, c.k = formatBound(r.Epsilon), formatBound(r.Delta), ""
	if r.K > 0 {
		c.k = strconv.Itoa(r.K)
	}
	c.kPrivate = false
	if r.Steps != nil && r.Steps.ChooseK != nil {
		k := r.Steps.ChooseK
		c.kPrivate, c.kShare, c.kTarget, c.kMax = true, share(formatBound(k.Share)), share(formatBound(k.Target)), strconv.Itoa(k.Max)
	}
	c.core = r.CoreShare > 0
	if c.core {
		c.coreShare = share(formatBound(r.CoreShare))
	}
	c.capped = r.Cap > 0
	if c.capped {
		c.cap = strconv.Itoa(r.Cap)
	}
	c.advanced = c.core || c.capped
}
