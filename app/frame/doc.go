// Package frame is the page inside another site's page: what the parent page may say and
// receives, tables by their address, and the two clicks that count.
//
// It draws nothing, and of the page inside it knows only what Page states. The parent page
// gets the messages ready, resize and cancelled, and a released document after a click and
// a phrase that the visitor types. Nothing that it can notice depends on the records.
package frame
