package nuclear

// steps is how finely progress is reported.
const steps = 1000

// meter turns work done, in multiplications, into calls of a progress function,
// which ends the work by an error. A nil meter reports nothing.
type meter struct {
	report      func(done, total int) error
	done, total float64
	last        int
}

func newMeter(report func(done, total int) error, total float64) *meter {
	if report == nil {
		return nil
	}
	return &meter{report: report, total: total}
}

func (m *meter) advance(work float64) error {
	if m == nil {
		return nil
	}
	m.done += work
	// The last step is left to finish, whatever the estimate of the total.
	if now := min(int(steps*m.done/m.total), steps-1); now > m.last {
		m.last = now
		return m.report(now, steps)
	}
	return nil
}

func (m *meter) finish() error {
	if m == nil {
		return nil
	}
	return m.report(steps, steps)
}
