package main

import (
	"os"
	"slices"
	"testing"
)

func TestEveryTaskHasASample(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	listed := tasksOf(makefile)
	if len(listed) < 30 {
		t.Fatalf("only %d tasks were found", len(listed))
	}
	for _, task := range listed {
		if task != "every" && !slices.ContainsFunc(samples, func(s sample) bool { return s.task == task }) {
			t.Errorf("%s has no sample", task)
		}
	}
	for _, s := range samples {
		if !slices.Contains(listed, s.task) {
			t.Errorf("%s is no task", s.task)
		}
	}
}
