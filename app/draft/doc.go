// Package draft is a release as it is described so far: the answers about a file, the
// choices of privacy, and what both make of the release.
//
// Its values are plain: they keep what was typed, word for word, and say what is wrong with
// it. Nothing here sends a request, and nothing knows the page that shows it.
package draft
