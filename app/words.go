package app

import "privatepca/core/words"

// Numbers and counts in words: core/words by short names.

func thousands(n int64) string              { return words.Thousands(n) }
func plural(n int64, noun string) string    { return words.Count(n, noun) }
func some(names []string, most int) string  { return words.Some(names, most) }
func list(parts []string) string            { return words.List(parts) }
func bytesWord(n int64) string              { return words.Bytes(n) }
func signed(x float64, decimals int) string { return words.Signed(x, decimals) }
func short(x float64) string                { return words.Three(x) }
func figures(x float64) string              { return words.Six(x) }
func oneIn(p float64) string                { return words.OneIn(p) }
