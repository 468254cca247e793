//go:build !js

package pagetest

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
	"privatepca/app/ui"
)

// go-app keeps the elements that it has mounted to itself, so a test reads them by reflection.

// open is a field of a struct, whoever may see it.
func open(v reflect.Value, name string) reflect.Value {
	f := v.FieldByName(name)
	if !f.IsValid() {
		return f
	}
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// children are what an element or a component holds.
func children(e app.UI) (out []app.UI) {
	v := reflect.ValueOf(e)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return nil
	}
	if f := open(v.Elem(), "children"); f.IsValid() {
		return f.Interface().([]app.UI)
	}
	if f := open(v.Elem(), "root"); f.IsValid() && !f.IsNil() {
		return []app.UI{f.Interface().(app.UI)}
	}
	return nil
}

func walk(e app.UI, look func(app.UI)) {
	look(e)
	for _, child := range children(e) {
		walk(child, look)
	}
}

// attribute is an element's; "" for none.
func attribute(e app.UI, name string) string {
	v := reflect.ValueOf(e)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return ""
	}
	if f := open(v.Elem(), "attributes"); f.IsValid() {
		if value := f.MapIndex(reflect.ValueOf(name)); value.IsValid() {
			return fmt.Sprint(value.Interface())
		}
	}
	return ""
}

// off reports whether a control cannot be used.
func off(e app.UI) bool { return attribute(e, "disabled") == "true" }

// handlers are an element's, by their events.
func handlers(e app.UI) map[string]app.EventHandler {
	v := reflect.ValueOf(e)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return nil
	}
	f := open(v.Elem(), "eventHandlers")
	if !f.IsValid() || f.Len() == 0 {
		return nil
	}
	out := map[string]app.EventHandler{}
	for _, event := range f.MapKeys() {
		h := reflect.New(f.Type().Elem()).Elem()
		h.Set(f.MapIndex(event))
		out[event.String()] = open(h, "goHandler").Interface().(app.EventHandler)
	}
	return out
}

// text writes an element with all that it holds, its attributes in order.
func text(e app.UI) string {
	var b strings.Builder
	var write func(e app.UI)
	write = func(e app.UI) {
		v := reflect.ValueOf(e).Elem()
		if value := open(v, "value"); value.IsValid() { // a text, or a piece of HTML
			b.WriteString(value.String())
			b.WriteByte('\n')
			return
		}
		tag := open(v, "tag")
		if !tag.IsValid() {
			for _, child := range children(e) {
				write(child)
			}
			return
		}
		b.WriteString("<" + tag.String())
		if attributes := open(v, "attributes").Interface(); attributes != nil {
			all := reflect.ValueOf(attributes)
			names := all.MapKeys()
			slices.SortFunc(names, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
			for _, name := range names {
				fmt.Fprintf(&b, " %s=%q", name, all.MapIndex(name).String())
			}
		}
		b.WriteString(">")
		for _, child := range children(e) {
			write(child)
		}
		b.WriteString("</" + tag.String() + ">")
	}
	write(e)
	return b.String()
}

// find is the element of that id; nil for none.
func (v *Visit) find(id string) (found app.UI) {
	walk(v.shown, func(e app.UI) {
		if attribute(e, "id") == id {
			found = e
		}
	})
	return found
}

// fire has the handler that go-app holds for an event in a control run, as go-app would; false where there is none, or the control cannot be used.
func (v *Visit) fire(id, event string, source app.Value) bool {
	v.t.Helper()
	e := v.find(id)
	if e == nil || off(e) {
		return false
	}
	h := handlers(e)[event]
	if h == nil {
		return false
	}
	v.engine.Emit(e, func() { h(context{source: source}, app.Event{}) })
	v.Settle()
	return true
}

// A context is go-app's, of an event in a control.
type context struct {
	app.Context
	source app.Value
}

func (c context) JSSrc() app.Value { return c.source }

// A chosen is a control in which something was chosen.
type chosen struct {
	app.Value
	text  string
	on    bool
	files []client.NamedFile
	spot  ui.Spot // in a drawing
}

func (c chosen) String() string { return c.text }
func (c chosen) Bool() bool     { return c.on }

// fingerprint is a digest of all that a value reaches.
func fingerprint(x any) uint64 {
	h := fnv.New64a()
	seen := map[unsafe.Pointer]bool{}
	number := func(x uint64) { h.Write(binary.LittleEndian.AppendUint64(nil, x)) }
	var add func(v reflect.Value)
	add = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() && !seen[v.UnsafePointer()] {
				seen[v.UnsafePointer()] = true
				add(v.Elem())
			}
		case reflect.Interface:
			if !v.IsNil() {
				fmt.Fprint(h, v.Elem().Type())
				add(v.Elem())
			}
		case reflect.Struct:
			for i := range v.NumField() {
				add(v.Field(i))
			}
		case reflect.String:
			number(uint64(v.Len()))
			h.Write([]byte(v.String()))
		case reflect.Slice, reflect.Array:
			number(uint64(v.Len()))
			if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
				h.Write(v.Bytes())
				return
			}
			for i := range v.Len() {
				add(v.Index(i))
			}
		case reflect.Map: // the sum of the digests of its pairs, since it has no order
			var sum uint64
			for _, key := range v.MapKeys() {
				sum += fingerprint(fmt.Sprintf("%v %v", key, v.MapIndex(key)))
			}
			number(sum)
		case reflect.Float64:
			number(math.Float64bits(v.Float()))
		case reflect.Int, reflect.Int64:
			number(uint64(v.Int()))
		case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		default:
			fmt.Fprintf(h, "%v,", v)
		}
	}
	add(reflect.ValueOf(x))
	return h.Sum64()
}

func typeOf(x any) string { return fmt.Sprintf("%T", x) }

// difference shows where two texts part.
func difference(got, want string) string {
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	part := func(s string) string {
		return strings.ToValidUTF8(s[max(0, min(at, len(s))-200):min(len(s), at+200)], "")
	}
	return "in view: …" + part(got) + "…\nfresh:   …" + part(want) + "…"
}
