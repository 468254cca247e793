package datasettest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"privatepca/core/schema"
)

// EveryType is a schema with a column of every type, in random order and with random public facts: bounds, levels, scores, formats, weights
// and missing codes, and a random norm rule, scaling and centre. Under the rule sign it has a centre.
func EveryType(rng *rand.Rand) *schema.Schema {
	var fields []schema.Field
	bounds := func(f *schema.Field, from, to float64) {
		f.Minimum = math.Round(8*(from+float64(rng.Float64()*(to-from)/2))) / 8
		f.Maximum = f.Minimum + math.Round((.5+rng.Float64())*(to-from))
	}
	for _, kind := range schema.Kinds {
		parts := []schema.Part{""}
		if kind == schema.Date {
			parts = schema.Parts[:]
		}
		for _, part := range parts {
			f := schema.Field{Name: strings.TrimSpace(string(kind) + " " + string(part)), Kind: kind, Part: part}
			switch {
			case f.Levelled():
				for l := range 2 + rng.IntN(4) {
					f.Enum = append(f.Enum, fmt.Sprintf("level %d", l))
				}
				if kind == schema.Ordinal && rng.IntN(2) == 0 {
					score := rng.NormFloat64()
					for range f.Enum {
						f.Scores = append(f.Scores, score)
						score += .1 + rng.Float64()
					}
				}
			case kind == schema.Date && f.Bounded():
				bounds(&f, -30000, 30000)
				f.Minimum, f.Maximum = math.Round(f.Minimum), math.Round(f.Maximum)
			case kind == schema.Log:
				bounds(&f, 1, 1e4)
			case f.Bounded():
				bounds(&f, -1000, 1000)
			}
			if kind == schema.Date {
				formats := formatsOf(part)
				f.Format = formats[rng.IntN(len(formats))]
			}
			if rng.IntN(2) == 0 {
				f.Weight = float64(1+rng.IntN(1000)) / 1000
			}
			if rng.IntN(2) == 0 {
				f.MissingValues = []string{"", "-9", "refused", " odd"}
			}
			fields = append(fields, f)
		}
	}
	rng.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
	s := schema.New(fields...)
	s.MissingValues = [][]string{nil, {"", "NA"}, {"-7", "none"}}[rng.IntN(3)]
	s.Scaling = []schema.Scaling{schema.MaxAbs, schema.Affine}[rng.IntN(2)]
	s.NormRule = []schema.NormRule{schema.Clip, schema.Unit, schema.Pairs, schema.Sign}[rng.IntN(4)]
	s.Centre = []schema.Centre{schema.CentreNone, schema.CentreMidpoint, schema.CentrePoint}[rng.IntN(3)]
	if s.NormRule == schema.Sign {
		s.Centre = schema.CentrePoint
	}
	if s.Centre == schema.CentrePoint {
		for range s.D() {
			s.Point = append(s.Point, math.Round((rng.Float64()-.5)*1e6)/1e6)
		}
	}
	if s.NormRule == schema.Clip && rng.IntN(2) == 0 {
		s.NormBound = .5 + rng.Float64()
	}
	return s
}

// RandomRow is a row for a schema of EveryType, of cells that fit and of cells that do not. Neither has a comma or a quote.
func RandomRow(rng *rand.Rand, s *schema.Schema) []string {
	row := make([]string, len(s.Fields))
	for i := range row {
		row[i] = randomCell(rng, &s.Fields[i])
	}
	return row
}

func randomCell(rng *rand.Rand, f *schema.Field) string {
	switch rng.IntN(12) {
	case 0:
		return []string{"", "-9", "refused", "NA", "-7", "none", "odd", " odd", "NaN", "1e999", "-1e999"}[rng.IntN(11)]
	case 1:
		return []string{"x", "2021-02-29", "2020-02-29T24:00", "level 9", "1.5", "31.02.2020", "0", "-0.5"}[rng.IntN(8)]
	}
	switch {
	case f.Levelled():
		return f.Enum[rng.IntN(len(f.Enum))]
	case f.Kind == schema.Date:
		lo, hi := -40000., 40000.
		if f.Bounded() {
			lo, hi = f.Minimum-100, f.Maximum+100
		}
		day := math.Floor(lo + float64(rng.Float64()*(hi-lo)))
		if rng.IntN(5) == 0 { // which is read beside most formats
			return inFormat(rng, day, schema.ISO)
		}
		return inFormat(rng, day, f.Format)
	}
	x := f.Minimum + float64((float64(rng.Float64()*1.2)-.1)*(f.Maximum-f.Minimum))
	if f.Kind == schema.Integer || rng.IntN(3) == 0 {
		x = math.Round(x)
	}
	return strconv.FormatFloat(x, 'f', rng.IntN(6)-1, 64)
}

// formatsOf are formats of dates for a part. None has a comma.
func formatsOf(part schema.Part) []string {
	formats := append([]string{schema.ISO, schema.ISO, "%d.%m.%y(1930)", "%d. %B %Y %H:%M"}, schema.Formats[:]...)
	return slices.DeleteFunc(formats, func(format string) bool {
		return strings.Contains(format, ",") || (part == schema.Weekday || part == schema.WeekdayCycle) && format != schema.ISO && !strings.Contains(format, "%d")
	})
}

// inFormat writes a day, in the format ISO sometimes as a week date, and with a time.
func inFormat(rng *rand.Rand, day float64, format string) string {
	text := schema.FormatDate(day)
	at := time.Unix(int64(day)*86400, 0).UTC()
	month, digits := text[5:7], text[8:]
	if rng.IntN(4) == 0 && (format == schema.ISO || strings.ContainsAny(format, "./")) { // without leading zeros
		digits, month = strings.TrimPrefix(digits, "0"), strings.TrimPrefix(month, "0")
	}
	if format == schema.ISO {
		text = text[:5] + month + "-" + digits
		if year, week := at.ISOWeek(); rng.IntN(6) == 0 {
			text = fmt.Sprintf("%04d-W%02d-%d", year, week, (int(at.Weekday())+6)%7+1)
		}
		return text + []string{"", " 13:05", "T13:05:07", "T23:59:60.25Z", "T00:00:01+02:00", "t07:08z", " 07:08 UTC", "T07:08+02", " 07:08:09 -0330"}[rng.IntN(9)]
	}
	names := []string{at.Month().String(), strings.ToUpper(at.Month().String()[:3]), german[at.Month()-1], strings.ToLower(german[at.Month()-1])}
	name := names[rng.IntN(len(names))]
	hour := rng.IntN(24)
	noon := []string{"AM", "am", "PM", "Pm"}[hour/12*2+rng.IntN(2)]
	return strings.NewReplacer("%Y", text[:4], "%m", month, "%d", digits, "%y(1930)", text[2:4], "%b", name, "%B", name,
		"%H", fmt.Sprint(hour), "%I", fmt.Sprint((hour+11)%12+1), "%M", fmt.Sprintf("%02d", rng.IntN(60)), "%p", noon).Replace(format)
}

var german = [...]string{"Januar", "Feb", "M\u00e4rz", "April", "Mai", "Juni", "Jul", "August", "Sept", "Okt", "Nov", "Dezember"}
