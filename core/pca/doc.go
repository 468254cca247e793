// Package pca is what a program calls of the library: it opens a table, decides a release, runs it,
// and gives its document.
//
//	choices, schema ─ NewPlan ─ Plan ─ Run ─ Result ─ Document, Encode
//	file, schema ─ Open ─ Table ─────┘
//
// The rules of this package: whatever is released follows from a Plan, which was decided
// before any record was read; only Run draws, and it asks for the debit first; randomness
// comes from Machine.Random alone; a Result keeps the plan and the table's public facts,
// so that its document states what ran. It does not know who keeps the ledger.
//
// Errors are of the kind *fault.Error, but for those of a context that ended.
package pca
