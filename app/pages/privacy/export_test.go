package privacy

import "privatepca/core/method"

// What tests see of the inside.

// Solved is the ε at which a mechanism keeps what is wanted.
func Solved(m Model, of method.Method) (string, bool) { return assumed(m).solved(of) }

// Because says why a mechanism is recommended.
func Because(m Model, of method.Method) string { return mechanisms{m.Draft, m.Forecast}.because(of) }
