// Package forecast says what a release can be expected to keep before any budget is
// spent, from public facts and an assumed spectrum alone; and states the paper's
// theorems on sample sizes as functions.
//
// It is handed no record, and imports nothing that could read one. Its curves are
// approximations whose errors were measured against the mechanisms themselves; its
// bounds are proven. forecast.md says which is which. "The paper" is Chaudhuri,
// Sarwate and Sinha, A near-optimal algorithm for differentially-private principal
// components (JMLR 2013).
package forecast
