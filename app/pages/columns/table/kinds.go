package table

import "privatepca/app/draft"

// kinds are what a column can hold, as the lists of types word it.
var kinds = [...]struct {
	kind  draft.Kind
	words string
}{
	{draft.Number, "number"},
	{draft.Category, "category"},
	{draft.Ordinal, "ordered levels"},
	{draft.Date, "date"},
	{draft.Integer, "whole number"},
	{draft.Log, "number, log scale"},
	{draft.SignedLog, "number, signed log"},
}

// asBoolean is the choice of a category of true and false.
const asBoolean = "boolean"
