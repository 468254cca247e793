package session

import (
	"strings"

	"privatepca/core/forecast"
	"privatepca/core/privacy"
	"privatepca/wasm/protocol"
)

// mostEpsilons bounds the grid that is forecast in one answer.
const mostEpsilons = 200

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
	case !(in.MeanSquare > 0 && in.MeanSquare <= 1):
		return protocol.Forecasted{}, requestError("The typical length of a record must be above 0 and at most R.")
	case !(in.Wanted > 0 && in.Wanted < 1):
		return protocol.Forecasted{}, requestError("The wanted accuracy must lie between 0 and 100 %%.")
	case len(in.Epsilons) < 1 || len(in.Epsilons) > mostEpsilons:
		return protocol.Forecasted{}, requestError("A forecast is made for 1 to %d values of ε.", mostEpsilons)
	}
	shares, err := assumed(in)
	if err != nil {
		return refused(err)
	}
	facts := forecast.Facts{
		Records: in.Records, Directions: in.Directions, Delta: in.Delta,
		Relation: privacy.Relation(in.Relation), RowsPerPerson: in.RowsPerPerson,
		Spectrum: make([]float64, in.Features),
	}
	for i, x := range shares {
		facts.Spectrum[i] = x * in.MeanSquare
	}
	curves, err := forecast.Curves(facts, in.Epsilons)
	if err != nil {
		return refused(err)
	}
	for _, c := range curves {
		reaches, _ := forecast.Where(in.Epsilons, c.Shares, in.Wanted)
		out.Curves = append(out.Curves, protocol.ForecastCurve{Mechanism: c.Mechanism, Shares: c.Shares, Widths: c.Widths, Reaches: reaches})
	}
	out.Preferred = forecast.Preferred(curves)
	out.Spectrum = shares[:min(len(shares), max(12, in.Directions))]
	out.Bounds = bounds(facts, in)
	return out, nil
}

func assumed(in protocol.Forecast) ([]float64, error) {
	if in.Spectrum == forecast.Own {
		return forecast.OwnShares(in.Shares, in.Features)
	}
	return forecast.Shares(in.Spectrum, in.Features, in.Directions)
}

// bounds are the theorems, for one row a person under replace-one, as they are stated;
// elsewhere they are silent.
func bounds(f forecast.Facts, in protocol.Forecast) protocol.ForecastBounds {
	const misses = .1 // η
	n := len(in.Epsilons)
	out := protocol.ForecastBounds{Necessary: make([]float64, n), Sufficient: make([]float64, n), MODSULQ: make([]float64, n)}
	if f.Relation != privacy.ReplaceOne || f.RowsPerPerson != 1 {
		return out
	}
	d, lambda1 := len(f.Spectrum), f.Spectrum[0]
	gap := lambda1 - f.Spectrum[1]
	if !(gap > 1e-12*lambda1) {
		return out
	}
	for i, e := range in.Epsilons {
		if need, ok := forecast.Necessary(d, e, gap, in.Wanted); ok {
			out.Necessary[i] = need
		}
		out.Sufficient[i] = forecast.PPCASufficientByProof(d, e, lambda1, gap, in.Wanted, misses)
		if in.Delta > 0 {
			out.MODSULQ[i] = forecast.MODSULQNecessary(d, e, in.Delta, in.Wanted)
		}
	}
	return out
}
