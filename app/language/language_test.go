package language

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

func german(t *testing.T) *Catalogue {
	t.Helper()
	c, err := Read([]byte(`{"tag":"de","name":"Deutsch","decimal":",","thousands":".","texts":{
		"Columns":"Spalten","and":"und","more":"weitere","the mean":"der Mittelwert","Done.":"Fertig.",
		"{n} rows":"{n} Zeilen","1 row":"1 Zeile","{s} is open: {n} KB.":"{s} ist offen: {n} KB.",
		"Missing: {l}.":"Es fehlt: {l}.","{n} of {n2} by {t}":"durch {t}: von {n2} {n}","{n} Jan {n2}":"{n}. Januar {n2}"}}`))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTextsAreSaidInTheLanguage(t *testing.T) {
	c := german(t)
	for text, want := range map[string]string{
		"Columns":                            "Spalten",
		" Columns ":                          " Spalten ",
		"4,812 rows":                         "4.812 Zeilen",
		"1 row":                              "1 Zeile",
		"−0.25":                              "−0,25",
		"+.5 %":                              "+0,5 %",
		"2.5 × 10⁻⁸":                         "2,5 × 10⁻⁸",
		"1,234,567.5":                        "1.234.567,5",
		"2026-11-29":                         "2026-11-29",
		"29 Jan 2026":                        "29. Januar 2026",
		"a.b.csv is open: 1.2 KB. Done.":     "a.b.csv ist offen: 1,2 KB. Fertig.",
		"Missing: age, sex and income.":      "Es fehlt: age, sex und income.",
		"Missing: age, sex and 12 more.":     "Es fehlt: age, sex und 12 weitere.",
		"3 of 4.5 by the mean":               "durch der Mittelwert: von 4,5 3",
		"3 rows · Columns":                   "3 Zeilen · Spalten",
		"Nobody knows this.":                 "Nobody knows this.",
		"3 of 4.5 by what has no entry":      "3 of 4.5 by what has no entry",
		"My file. Two. csv is open: 1.5 KB.": "My file. Two. csv ist offen: 1,5 KB.",
	} {
		t.Run(text, func(t *testing.T) {
			if got := c.Say(text); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// A spreadsheet in German divides cells by semicolons and writes 0,5.
func TestTablesForSpreadsheets(t *testing.T) {
	const text = "feature,loading\n\"a;b, c\",-0.25\n1.2.3,1e-07\na;b,\"say \"\"x, y\"\"\"\n"
	if got := string(CSV([]byte(text))); got != text {
		t.Errorf("in English %q", got)
	}
	Speak(german(t))
	defer Speak(nil)
	if got := string(CSV([]byte(text))); got != "feature;loading\n\"a;b, c\";-0,25\n1.2.3;1e-07\n\"a;b\";\"say \"\"x, y\"\"\"\n" {
		t.Errorf("%q", got)
	}
}

// A sentence with bold words is said as a whole where the language has it so, and run by run elsewhere.
func TestRunsAreSaidAsAWhole(t *testing.T) {
	c, err := Read([]byte(`{"tag":"de","name":"Deutsch","decimal":",","thousands":".","texts":{"Debited *before* {n} draws.":"*Vor* {n} Zügen abgebucht.","Kept by *{s}*.":"Von *{s}* behalten.","Debited":"Abgebucht","before":"vor","noise.":"dem Rauschen."}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := Runs("Debited ", "before", " 2.5 draws."); !slices.Equal(got, []string{"Debited ", "before", " 2.5 draws."}) {
		t.Errorf("in English %q", got)
	}
	Speak(c)
	defer Speak(nil)
	if got := Runs("Debited ", "before", " 2.5 draws."); !slices.Equal(got, []string{"", "Vor", " 2,5 Zügen abgebucht."}) {
		t.Errorf("as a whole %q", got)
	}
	if got := Runs("Kept by ", Keep("before"), "."); !slices.Equal(got, []string{"Von ", "before", " behalten."}) {
		t.Errorf("with data %q", got)
	}
	if got := Runs("Debited ", "before", " noise."); !slices.Equal(got, []string{"Abgebucht ", "vor", " dem Rauschen."}) {
		t.Errorf("run by run %q", got)
	}
}

// A text is missed where it has no entry, and only there.
func TestMissedTextsAreTold(t *testing.T) {
	c := german(t)
	var missed []string
	c.Missed = func(text string) { missed = append(missed, text) }
	for _, text := range []string{"Columns", "12", "Nobody knows this.", "4 rows", "ε = .5"} {
		c.Say(text)
	}
	if len(missed) != 1 || missed[0] != "Nobody knows this." {
		t.Errorf("missed: %q", missed)
	}
}

// What is somebody's data stays as it is, also where it reads like a text of the page.
func TestDataIsKept(t *testing.T) {
	if Keep("Columns") != "Columns" || Say("Columns") != "Columns" || Markup("<p>Columns</p>") != "<p>Columns</p>" || Tag() != "en" {
		t.Error("English is not as it was written")
	}
	Speak(german(t))
	defer Speak(nil)
	for text, want := range map[string]string{
		Keep("Columns"):                          "Columns",
		Keep("A. Columns") + " is open: 2.5 KB.": "A. Columns ist offen: 2,5 KB.",
		"Missing: " + Keep("1.5") + ".":          "Es fehlt: 1.5.",
		Markup(`<g aria-label="Columns"><text>Columns</text></g>`, "Columns"):     `<g aria-label="Columns"><text>Columns</text></g>`,
		Markup(`<text>−.25</text><td>−.5</td><td>1,234.5</td>`):                   `<text>−,25</text><td>−0,5</td><td>1.234,5</td>`,
		Markup(`<g aria-label="2 rows"><b>a &amp; b</b><text>Columns</text></g>`): `<g aria-label="2 Zeilen"><b>a &amp; b</b><text>Spalten</text></g>`,
	} {
		t.Run(text, func(t *testing.T) {
			if got := Say(text); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

func TestCataloguesAreWhole(t *testing.T) {
	for _, text := range []string{`{`, `{}`, `{"tag":"de","name":"Deutsch","decimal":",","thousands":"."}`} {
		t.Run(text, func(t *testing.T) {
			if _, err := Read([]byte(text)); err == nil {
				t.Error("it is read")
			}
		})
	}
}

// A name of somebody's data, however it is made to fit the entries, is said within a moment: a page that draws it must not stand still.
func TestNamesAreSaidInAMoment(t *testing.T) {
	text, err := os.ReadFile("../../web/languages/de.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, piece := range []string{"ab · ", "Ab. ", "1 row. ", "1 row has it: ab, so 3 of 4. ", "of: in the column in ", "a and b: 1 (2 to 3), ", "“x” and ", "ε = 1 · k = 2 · "} {
		t.Run(piece, func(t *testing.T) {
			c, err := Read(text)
			if err != nil {
				t.Fatal(err)
			}
			name := strings.Repeat(piece, 50_000)
			start := time.Now()
			c.Say(name)
			c.Say("Columns")
			if took := time.Since(start); took > time.Second {
				t.Errorf("it took %v", took)
			}
			if _, found := c.say("Columns"); !found || c.Say("1 row") != "1 Zeile" {
				t.Error("what is said afterwards is not found")
			}
		})
	}
}
