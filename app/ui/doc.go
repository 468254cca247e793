// Package ui draws what all pages share: icons, notes, badges, facts, and controls. It knows no page: a control of an Inbox holds the message that it
// sends; those of pages that are no models yet (callback.go) are given what sets their value, and whom to tell.
package ui
