// Package experiment reproduces the paper that this program implements (Chaudhuri,
// Sarwate and Sinha, "Near-Optimal Algorithms for Differentially-Private Principal
// Components") on its own data: every table, figure and theorem, beside what it
// printed, and what its open questions come to when measured. `make paper` runs it
// and writes docs/paper. `make evidence` writes docs/findings.md: what releases find in
// tables of known truth, beside other ways, and whether what they say of it is true.
//
// The rules of this package:
//
//   - It is a native tool. Nothing that is shipped imports it: it shows exact
//     energies, and draws from seeded sources.
//   - A number of the page is computed here or stands in printed.csv, which holds
//     what the paper printed and where.
//   - Work is cut into cells. A cell's key says everything its result depends on,
//     seeds its source, and names its file in the cache: results do not depend on
//     order, and an interrupted run goes on where it stopped.
//   - Records, vectors and draws are the program's own: dataset, moment, mechanism.
package experiment
