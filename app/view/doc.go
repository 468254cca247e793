// Package view draws the pages: a file each, and a file for each panel that is more than
// a few lines.
//
// What several pages share stands in files that know no page: shell.go, epsilon.go,
// droparea.go, practiceentry.go, population.go. Only pageat.go names all pages.
//
// A panel is a function of what it shows. Nothing here sends a request or decides what is
// valid: a click calls the state, and the state says what is wrong.
package view
