package codebook

import (
	"bytes"
	"encoding/json"
	"io"
)

// A node is a value of a JSON text, whose objects keep the order of their keys: that of the columns.
type node struct {
	keys   []string // of an object, in order; nil for others
	values []*node  // of an object, or the items of a list
	list   bool
	text   string // of a string, a number or a truth value, as it is spelled; "" for null
}

// parseTree reads a JSON text; nil for what is none. Its depth and its number of values are within the limits of core/schema.
func parseTree(text []byte) *node {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	n, err := tree(d)
	if err != nil {
		return nil
	}
	if _, err := d.Token(); err != io.EOF {
		return nil
	}
	return n
}

func tree(d *json.Decoder) (*node, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		n := &node{list: t == '['}
		if t == '{' {
			n.keys = []string{}
		}
		for d.More() {
			if t == '{' {
				key, err := d.Token()
				if err != nil {
					return nil, err
				}
				name, _ := key.(string) // what else could stand there is an error
				n.keys = append(n.keys, name)
			}
			v, err := tree(d)
			if err != nil {
				return nil, err
			}
			n.values = append(n.values, v)
		}
		_, err := d.Token()
		return n, err
	case string:
		return &node{text: t}, nil
	case json.Number:
		return &node{text: t.String()}, nil
	case bool:
		return &node{text: map[bool]string{true: "true", false: "false"}[t]}, nil
	}
	return &node{}, nil
}

func (n *node) mapping() bool { return n != nil && n.keys != nil }

// get is the value of a key; nil for none.
func (n *node) get(key string) *node {
	if n.mapping() {
		for i, k := range n.keys {
			if k == key {
				return n.values[i]
			}
		}
	}
	return nil
}

// scalar is the text of a value; "" for null, a list or an object.
func (n *node) scalar() string {
	if n == nil {
		return ""
	}
	return n.text
}
