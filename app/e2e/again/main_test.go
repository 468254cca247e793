package main

import (
	"reflect"
	"strings"
	"testing"

	"privatepca/app/e2e/drive"
)

// Only where nothing but time ran out is a test run again.
func TestOnlyLateTestsRunAgain(t *testing.T) {
	waited := "    main_test.go:9: " + drive.Late + "\n    main_test.go:9: drive: never came true: x: context deadline exceeded\n"
	ended := "    main_test.go:9: " + drive.EndedByItself + "\n    main_test.go:9: drive: /actions: unknown error: \n"
	wrong := "    main_test.go:9: a request was seen\n"
	for name, c := range map[string]struct {
		out  string
		want []string
	}{
		"nothing":      {"FAIL\tprivatepca/app/e2e [build failed]\n", nil},
		"one":          {"--- FAIL: TestA (270.00s)\n" + waited + "FAIL\nFAIL\tprivatepca/app/e2e\t400s\n", []string{"TestA"}},
		"two":          {"--- FAIL: TestA (1.00s)\n" + waited + "--- FAIL: TestB (1.00s)\n" + waited, []string{"TestA", "TestB"}},
		"one is wrong": {"--- FAIL: TestA (1.00s)\n" + waited + "--- FAIL: TestB (1.00s)\n" + wrong, nil},
		"wrong":        {"--- FAIL: TestA (1.00s)\n" + wrong, nil},
		"a part":       {"--- FAIL: TestA (1.00s)\n    --- FAIL: TestA/b (1.00s)\n" + waited, []string{"TestA"}},
		"a wrong part": {"--- FAIL: TestA (1.00s)\n    --- FAIL: TestA/b (1.00s)\n" + waited + "    --- FAIL: TestA/c (1.00s)\n" + wrong, nil},
		"a panic":      {"--- FAIL: TestA (1.00s)\n" + waited + "panic: nil map\n", nil},
		"ended":        {"--- PASS: TestX (1.00s)\n--- FAIL: TestA (1.00s)\n" + ended, []string{"TestA"}},
		"verbose": {"=== RUN   TestX\n" + wrong + "--- PASS: TestX (1.00s)\n=== RUN   TestA\n=== RUN   TestA/b\n" + ended +
			"--- FAIL: TestA (1.00s)\n    --- FAIL: TestA/b (1.00s)\n=== CONT  TestY\n" + wrong + "--- PASS: TestY (1.00s)\n=== CONT  TestB\n" + waited + "--- FAIL: TestB (1.00s)\n", []string{"TestA", "TestB"}},
		"verbose, one is wrong": {"=== RUN   TestA\n" + wrong + "--- FAIL: TestA (1.00s)\n=== CONT  TestB\n" + waited + "--- FAIL: TestB (1.00s)\n", nil},
		"another package":       {"FAIL\tprivatepca/app/e2e/drive [setup failed]\n--- FAIL: TestA (1.00s)\n" + waited, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if got := late(c.out); !reflect.DeepEqual(got, c.want) {
				t.Errorf("%s: %v", name, got)
			}
		})
	}
}

func TestAlone(t *testing.T) {
	if got := strings.Join(alone([]string{"/usr/bin/go", "test", "./..."}, []string{"TestA", "TestB"}), " "); got != "/usr/bin/go test ./... -run=^(TestA|TestB)$ -parallel=1 -count=1" {
		t.Error(got)
	}
	if got := strings.Join(alone([]string{"./e2e.test", "-test.run", "TestA|TestB"}, []string{"TestA"}), " "); got != "./e2e.test -test.run TestA|TestB -test.run=^(TestA)$ -test.parallel=1 -test.count=1" {
		t.Error(got)
	}
}
