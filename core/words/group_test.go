package words

import (
	"strings"
	"testing"
)

func TestGroup(t *testing.T) {
	for _, c := range []struct {
		least, columns int
		poor           bool
		want           string
	}{
		{5, 30, false, "A group of 5 columns that correlate by .4 with each other, as they stand in the table, is usually found."},
		{20, 30, true, "Only a group of 20 columns, of 30 columns, that"},
		{51, 30, true, "even a group of 30 columns"},
	} {
		if got := Group(c.least, c.columns, c.poor, false); !strings.Contains(got, c.want) {
			t.Errorf("%d of %d columns: %q, want %q", c.least, c.columns, got, c.want)
		}
	}
	for _, said := range []string{Group(5, 30, false, true), Group(20, 30, true, true), strings.Join(GroupHeadline(5, 30, false, true), ""), strings.Join(GroupHeadline(20, 30, true, true), "")} {
		if !strings.Contains(said, "columns of numbers") {
			t.Errorf("a group of categories is promised: %q", said)
		}
	}
	if got := Against(12345, 2.3456); !strings.Contains(got, "with 13,000 rows, or from ε = 2.35 on") {
		t.Error(got)
	}
	if got := Against(12345, 0); strings.Contains(got, "ε = ") || !strings.Contains(got, "No ε up to 1,000") {
		t.Error(got)
	}
}

func TestCorrelationNoise(t *testing.T) {
	for sd, want := range map[float64]string{.0253: "The noise of 40 columns moves a correlation of two numbers by up to about 0.0496", .6: "no correlation of two of them will be seen"} {
		if got := CorrelationNoise(sd, 40); !strings.Contains(got, want) || !strings.Contains(got, "Leave out columns") {
			t.Errorf("%v: %q, want %q", sd, got, want)
		}
	}
}
