package job_test

import (
	"bytes"
	"embed"
	"reflect"
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/page/tabtest"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/typed"
)

// goldenConfigs are configurations as version 1 wrote them.
//
//go:embed testdata/config
var goldenConfigs embed.FS

// A config restores every answer and choice, so that what would be asked of the worker is the
// same again, byte for byte; but for who pays, which is this browser's.
func TestConfigReplaysTheRun(t *testing.T) {
	for name, change := range map[string]func(*tabtest.State){
		"plain": func(s *tabtest.State) {},
		"pure": func(s *tabtest.State) {
			s.Draft.Choices.Mechanism, s.Draft.Choices.Delta = "nuclear", typed.ReadNumber("0")
		},
		"unit": func(s *tabtest.State) {
			s.Draft.Answers.Rows = typed.ReadCount("3")
			drafttest.Answer(&s.Draft.Answers, draft.SetUnit{Unit: draft.UnitRows})
			s.Draft.Choices.Relation = privacy.AddRemove
		},
		"k": func(s *tabtest.State) {
			s.Draft.Choices.Mechanism, s.Draft.Choices.KPrivate, s.Draft.Choices.KMax = "ppca", true, typed.ReadCount("2")
		},
		"core": func(s *tabtest.State) {
			c := &s.Draft.Choices
			c.Mechanism, c.Core, c.CoreShare, c.Capped, c.Cap = "ppca", true, draft.ReadShare("0.3"), true, typed.ReadCount("500")
		},
		"private": func(s *tabtest.State) {
			a := &s.Draft.Answers
			a.Mean, a.NormPrivate, a.NormShare, a.NormQuantile = true, true, draft.ReadShare("0.25"), draft.ReadShare("0.95")
			a.Count()
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := tabtest.AtPrivacy(t)
			s.Draft.Choices.Epsilon, s.Draft.Choices.K = typed.ReadNumber("0.75"), typed.ReadCount("2")
			change(s)
			asked, schema := s.Request(), s.Draft.Answers.Schema().Encode()
			b := (&plan.Config{Schema: schema, Choices: asked.Choices}).Encode()
			old, err := goldenConfigs.ReadFile("testdata/config/" + name + ".json")
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(b, old) {
				t.Errorf("the configuration differs from the one that version 1 wrote:\n%s\nwant\n%s", b, old)
			}
			for _, secret := range []string{"clinic.csv", "worker_sha256", "budget"} {
				if strings.Contains(string(b), secret) {
					t.Errorf("the config holds %q", secret)
				}
			}
			again, _, _ := tabtest.Opened(t)
			again.Adopt(b)
			if again.Notice.Fault != nil {
				t.Fatalf("refused: %+v", again.Notice.Fault)
			}
			got := again.Request()
			asked.Budget, got.Budget = nil, nil
			if !reflect.DeepEqual(got, asked) {
				t.Errorf("asks for\n%+v, want\n%+v", got, asked)
			}
			if text := again.Draft.Answers.Schema().Encode(); !bytes.Equal(text, schema) {
				t.Errorf("states\n%s, want\n%s", text, schema)
			}
			if again.Draft.Answers.Unit != s.Draft.Answers.Unit || !strings.Contains(again.Notice.Note, "restored") {
				t.Errorf("unit %q, note %q", again.Draft.Answers.Unit, again.Notice.Note)
			}
		})
	}
}

func TestBadConfigsAreRefused(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	good := string((&plan.Config{Schema: s.Draft.Answers.Schema().Encode(), Choices: s.Request().Choices}).Encode())
	for _, edit := range [][2]string{{`"version": 1`, `"version": 2`}, {`"gaussian"`, `"none"`}, {`"replace-one"`, `"any"`}, {`"schema"`, `"scheme"`}} {
		bad := strings.Replace(good, edit[0], edit[1], 1)
		again, _, _ := tabtest.Opened(t)
		before := again.Draft.Choices
		again.Adopt([]byte(bad))
		if bad == good || again.Notice.Fault == nil || !reflect.DeepEqual(before, again.Draft.Choices) {
			t.Errorf("%s was taken", edit[1])
		}
	}
}
