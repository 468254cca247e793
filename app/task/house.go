package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"regexp"
)

// shown leaves what go test says of tests that passed.
var shown = regexp.MustCompile(`(?m)^ *(=== RUN|--- PASS|PASS$).*\n`)

// houseTests are the words behind go test for each package: flags, parts of the tests' names, the package.
var houseTests = [][]string{
	{"-v", "-run", "Import|Page|Shipped|WorkerIsSmall|Knot|Cycle|CryptographicSource|Race|Methods|GoApp|Exported|Variables|Epsilon|TheExampleIsShort", "./app/command"},
	{"-v", "-run", "TestOnlyTheTableNamesMechanisms|TestTenthMechanism", "./core/method"},
	{"-run", "TestFalseDocumentsAreNotWritten|ExampleNewPlan", "./core/pca"},
}

// house runs the tests of the house's rules (ARCHITECTURE.md), and prints the figures that they measure.
func house([]string) error {
	if err := os.Setenv("PRIVATEPCA_HOUSE", "1"); err != nil {
		return err
	}
	var errs []error
	for _, words := range houseTests {
		var said bytes.Buffer
		errs = append(errs, run{to: &said}.do(append([]string{"go", "test", "-count=1"}, words...)...))
		fmt.Print(shown.ReplaceAllString(said.String(), ""))
	}
	return errors.Join(append(errs, tidy())...)
}
