package language

import "strings"

// Runs says a sentence that is written in plain and bold runs in turn, the first one plain: as a whole, where the language has it with * around what is
// bold, since words have another order there; else run by run.
func Runs(runs ...string) []string {
	if spoken == nil {
		return runs
	}
	whole := strings.Join(runs, "*")
	if strings.Count(whole, "*") == len(runs)-1 {
		if said, found := spoken.asked(whole); found && strings.Count(said, "*") == len(runs)-1 {
			return strings.Split(said, "*")
		}
	}
	out := make([]string, len(runs))
	for i, run := range runs {
		out[i] = Say(run)
	}
	return out
}
