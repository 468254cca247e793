// Package ui draws what all views share: icons, notes, badges, facts, and controls. It
// knows no state: a control is given its value, what sets it, and whom to tell.
package ui
