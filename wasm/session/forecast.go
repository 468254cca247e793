package session

import (
	"slices"
	"strings"

	"privatepca/core/forecast"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/wasm/protocol"
)

// What one answer is made for at most: values of ε, rows of a person, and how short records are beside R. Beyond, widths of noise are no numbers.
const (
	mostEpsilons    = 200
	mostRows        = 1 << 30
	leastMeanSquare = 1e-24
)

// forecast answers from the request alone. A session has either a file or forecasts: it
// refuses the second of the two.
func (s *Session) forecast(in protocol.Forecast) (protocol.Forecasted, error) {
	if s.file != nil {
		return protocol.Forecasted{}, requestError("This worker has a file, and forecasts are made where there is none. Reload the page.")
	}
	s.forecasts = true
	return forecasted(in)
}

// forecasted is a function of public facts: no session, no file.
func forecasted(in protocol.Forecast) (out protocol.Forecasted, err error) {
	refused := func(err error) (protocol.Forecasted, error) {
		return protocol.Forecasted{}, requestError("There is no forecast for these facts: %s.", strings.TrimPrefix(err.Error(), "forecast: "))
	}
	switch {
	case in.Features < 2 || in.Features > forecast.MaxFeatures:
		return protocol.Forecasted{}, requestError("A forecast is made for 2 to %d features.", forecast.MaxFeatures)
	case in.Directions < 1 || in.Directions >= in.Features:
		return protocol.Forecasted{}, requestError("A forecast needs k from 1 to one less than the features.")
	case in.Nonzero < 0 || in.Nonzero > in.Features:
		return protocol.Forecasted{}, requestError("Of %d features, %d cannot be other than 0.", in.Features, in.Nonzero)
	case in.Table != nil && (in.Table.Nonzero < 0 || in.Table.Nonzero > in.Features):
		return protocol.Forecasted{}, requestError("Of %d features, %d cannot be other than 0.", in.Features, in.Table.Nonzero)
	case !(in.MeanSquare >= leastMeanSquare && in.MeanSquare <= 1):
		return protocol.Forecasted{}, requestError("The typical length of a record must be above 0 and at most R.")
	case in.RowsPerPerson > mostRows:
		return protocol.Forecasted{}, requestError("A forecast is made for at most %d rows a person.", mostRows)
	case !(in.Wanted > 0 && in.Wanted < 1):
		return protocol.Forecasted{}, requestError("The wanted accuracy must lie between 0 and 100 %%.")
	case len(in.Epsilons) < 1 || len(in.Epsilons) > mostEpsilons:
		return protocol.Forecasted{}, requestError("A forecast is made for 1 to %d values of ε.", mostEpsilons)
	}
	public := forecast.Public{
		Features: in.Features, Directions: in.Directions, Delta: in.Delta, Relation: privacy.Relation(in.Relation), RowsPerPerson: in.RowsPerPerson,
		Columns:      forecast.Columns{Numbers: in.Numbers, Categories: in.Categories, Lists: in.Lists, Items: in.Items},
		DesignEffect: in.DesignEffect, MeanWeight: in.MeanWeight, EarlierNoise: in.EarlierNoise,
	}
	assumed, err := forecast.Assume(in.Spectrum, in.Shares, in.Features, in.Directions)
	if err != nil {
		return refused(err)
	}
	f, err := forecast.New(public, assumed)
	if err != nil {
		return refused(err)
	}
	for _, a := range assumed {
		out.Assumed = append(out.Assumed, a.Name)
	}
	encoding, split := encoding(in)
	bands := make([]forecast.Band, 0, len(method.All()))
	for _, m := range method.All() {
		e := encoding
		if e.Mean != nil && !m.Joint {
			mean := *e.Mean
			mean.Share = split
			e.Mean = &mean
		}
		band, err := f.Bands(e, []method.Method{m}, in.Epsilons)
		if err != nil {
			return refused(err)
		}
		bands = append(bands, band[0])
	}
	out.Half = f.Half()
	for _, b := range bands {
		out.Curves = append(out.Curves, curve(b, in, out.Assumed, out.Half))
	}
	out.Preferred = forecast.Preferred(bands)
	out.Spectrum = assumed[0].Shares[:min(in.Features, max(12, in.Directions))]
	out.Bounds = bounds(assumed, in)
	if out.Groups, err = groups(public, in); err != nil {
		return refused(err)
	}
	if in.Table == nil {
		return out, nil
	}
	ways := forecast.Ways(table(in.Table), public)
	for i := range ways {
		if ways[i].Rule != forecast.RuleMean || in.Rule == forecast.RuleMean { // another rule's draft would take it with equal columns
			ways[i].Encoding.Equal = in.Equal
		}
	}
	for _, epsilon := range in.Epsilons {
		ranked, err := f.Rank(ways, epsilon)
		if err != nil {
			return refused(err)
		}
		choices := []protocol.ForecastChoice{}
		for _, c := range ranked {
			choices = append(choices, protocol.ForecastChoice{Rule: c.Rule, Mechanism: c.Mechanism, Low: c.Low, Top: c.Top, Noise: c.Noise()})
		}
		out.Ranked = append(out.Ranked, choices)
	}
	return out, nil
}

// groups are what a release by the rule mean can find at each ε; nil for another rule, and where the request states no columns, or no δ.
func groups(p forecast.Public, in protocol.Forecast) (out []protocol.ForecastGroup, err error) {
	if in.Rule != forecast.RuleMean || p.Columns == (forecast.Columns{}) || p.Delta == 0 {
		return nil, nil
	}
	for _, epsilon := range in.Epsilons {
		r, err := p.Recommend(method.Default, in.Records, epsilon)
		if err != nil {
			return nil, err
		}
		out = append(out, protocol.ForecastGroup{Least: r.Group.Least(), Noise: r.Group.CorrelationNoise(p.Features), Against: r.Against, Rows: r.Rows, Epsilon: r.Epsilon})
	}
	return out, nil
}

// encoding is what the request says of records, and the share of a mean where ε is divided.
func encoding(in protocol.Forecast) (e forecast.Encoding, split float64) {
	e = forecast.Encoding{Rule: in.Rule, Records: in.Records, Squares: [3]float64{in.MeanSquare, in.MeanSquare, in.MeanSquare}}
	switch {
	case in.Rule == forecast.RuleMean:
		return forecast.Means(in.Records, in.Equal), 0
	case in.Rule == forecast.RulePairs:
		e = forecast.Pairs(2 * in.Records)
	case in.Rule == forecast.RuleSign && in.Table != nil:
		t := table(in.Table)
		e, split = forecast.Signs(in.Records, t.Mean), t.Split
	}
	e.Shrunk, e.Nonzero, e.Equal = in.Shrunk, in.Nonzero, in.Equal
	return e, split
}

func table(t *protocol.ForecastTable) forecast.Table {
	return forecast.Table{
		Rows: t.Rows, Split: t.Split, Reach: t.Reach, Centre: t.Centre, Nonzero: t.Nonzero,
		Mean: forecast.Mean{Share: t.Mean, Squared: t.Squared, Body: t.Body, Count: t.Count, Widest: t.Widest, Settled: t.Settled},
	}
}

// curve is a band with what is solved from it.
func curve(b forecast.Band, in protocol.Forecast, names []string, half float64) protocol.ForecastCurve {
	out := protocol.ForecastCurve{Mechanism: b.Mechanism, Shares: b.Middle, Low: b.Low, Top: b.Top, High: b.High, Widths: b.Widths}
	for i := range b.Worst {
		out.Worst, out.Best = append(out.Worst, slices.Index(names, b.Worst[i])), append(out.Best, slices.Index(names, b.Best[i]))
	}
	out.Reaches, _ = forecast.Where(in.Epsilons, b.Low, in.Wanted)
	out.Hopes, _ = forecast.Where(in.Epsilons, b.High, in.Wanted)
	out.Halves, _ = forecast.Where(in.Epsilons, b.Low, half)
	return out
}

// bounds are the theorems, for one row a person under replace-one, as they are stated;
// elsewhere they are silent. Of several spectra each bound is the largest that says something.
func bounds(assumed []forecast.Assumption, in protocol.Forecast) protocol.ForecastBounds {
	const misses = .1 // η
	n := len(in.Epsilons)
	out := protocol.ForecastBounds{Necessary: make([]float64, n), Sufficient: make([]float64, n), MODSULQ: make([]float64, n)}
	if privacy.Relation(in.Relation) != privacy.ReplaceOne || in.RowsPerPerson != 1 {
		return out
	}
	for _, a := range assumed {
		d, lambda1 := in.Features, a.Shares[0]*in.MeanSquare
		gap := lambda1 - a.Shares[1]*in.MeanSquare
		if !(gap > 1e-12*lambda1) {
			continue
		}
		for i, e := range in.Epsilons {
			if need, ok := forecast.Necessary(d, e, gap, in.Wanted); ok {
				out.Necessary[i] = max(out.Necessary[i], need)
			}
			out.Sufficient[i] = max(out.Sufficient[i], forecast.PPCASufficientByProof(d, e, lambda1, gap, in.Wanted, misses))
			if in.Delta > 0 {
				out.MODSULQ[i] = forecast.MODSULQNecessary(d, e, in.Delta, in.Wanted)
			}
		}
	}
	return out
}
