// Command samples writes the bundled samples into web/samples: made-up tables from public
// models, the same bytes each time. Run it by `go -C core/lab run ./samples`.
package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"privatepca/core/schema"
)

func main() {
	for name, body := range samples() {
		if err := os.WriteFile(filepath.Join("..", "..", "web", "samples", name), body, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// samples is every file by its name.
func samples() map[string][]byte {
	return map[string][]byte{
		"two-directions.csv":         twoDirections(5000),
		"two-directions.schema.json": unstated(twoDirectionsSchema()),
		"clinic-visits.csv":          clinicVisits(4000),
		"clinic-visits.schema.json":  unstated(clinicVisitsSchema()),
		"everyday-life.csv":          everydayLife(4812),
		"everyday-life.schema.json":  unstated(everydayLifeSchema()),
		"school-tests.csv":           schoolTests(6000),
		"school-tests.schema.json":   unstated(schoolTestsSchema()),
	}
}

// unstated is a schema's text without its norm rule: who opens the sample gets the recommended one.
func unstated(s *schema.Schema) []byte {
	out := *s
	out.NormRule = ""
	return out.Encode()
}

const dimension = 10

// twoDirections draws records near a plane in ten dimensions, inside the unit cube.
func twoDirections(n int) []byte {
	rng := rand.New(rand.NewPCG(5000, dimension))
	directions := [2][dimension]float64{}
	for j := range dimension {
		directions[0][j] = math.Cos(float64(j)) / math.Sqrt(5)
		directions[1][j] = math.Sin(float64(j)) / math.Sqrt(5)
	}
	var b strings.Builder
	b.WriteString(strings.Join(twoDirectionsNames(), ",") + "\n")
	for range n {
		s, t := 0.6*rng.NormFloat64(), 0.35*rng.NormFloat64()
		for j := range dimension {
			x := s*directions[0][j] + t*directions[1][j] + 0.05*rng.NormFloat64()
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(decimal(clamp(x, -1, 1), 3))
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

func twoDirectionsNames() []string {
	names := make([]string, dimension)
	for j := range names {
		names[j] = "x" + strconv.Itoa(j+1)
	}
	return names
}

func twoDirectionsSchema() *schema.Schema {
	s := describe("Synthetic, two directions", "Made-up records near a plane in ten dimensions. Every column lies in [−1, 1] by construction; one row is one person.")
	for _, name := range twoDirectionsNames() {
		s.Fields = append(s.Fields, schema.Field{Name: name, Kind: schema.Number, Minimum: -1, Maximum: 1})
	}
	return s
}

// clinicVisits draws patients whose measures hang together through age, build and
// habits.
func clinicVisits(n int) []byte {
	rng := rand.New(rand.NewPCG(4000, 12))
	pick := func(levels []string, weights ...float64) string {
		u := rng.Float64()
		for i, w := range weights {
			if u -= w; u < 0 {
				return levels[i]
			}
		}
		return levels[len(levels)-1]
	}
	var b strings.Builder
	b.WriteString("age,sex,height_cm,weight_kg,smoker,activity,systolic,diastolic,cholesterol,glucose,visits,region\n")
	for range n {
		age := clamp(math.Round(18+75*math.Sqrt(rng.Float64())*rng.Float64()+12*rng.Float64()), 18, 100)
		sex := pick(sexes, .51, .47)
		build := rng.NormFloat64()
		height := clamp(168+7*rng.NormFloat64()+map[string]float64{"male": 7, "female": -6}[sex], 120, 220)
		smoker := pick(smokers, .55, .27)
		activity := pick(activities, .35, .45)
		weight := clamp(23*height*height/1e4+11*build+.12*(age-45)+map[string]float64{"low": 5, "high": -4}[activity], 30, 250)
		systolic := clamp(104+.45*age+5*build+map[string]float64{"current": 5}[smoker]+9*rng.NormFloat64(), 70, 250)
		diastolic := clamp(.45*systolic+20+4*build+5*rng.NormFloat64(), 40, 150)
		cholesterol := clamp(3.8+.018*age+.35*build+.7*rng.NormFloat64(), 2, 12)
		glucose := clamp(4.6+.012*age+.5*math.Max(0, build)+.6*math.Abs(rng.NormFloat64()), 2, 30)
		visits := clamp(math.Floor(-math.Log(rng.Float64())*(1+age/25)), 0, 50)
		fmt.Fprintf(&b, "%.0f,%s,%.0f,%.1f,%s,%s,%.0f,%.0f,%.1f,%.1f,%.0f,%s\n", age, sex, height, weight, smoker, activity,
			systolic, diastolic, cholesterol, glucose, visits, pick(regions, .3, .2, .3))
	}
	return []byte(b.String())
}

var (
	sexes      = []string{"female", "male", "other"}
	smokers    = []string{"never", "former", "current"}
	activities = []string{"low", "medium", "high"}
	regions    = []string{"north", "east", "south", "west"}
)

func clinicVisitsSchema() *schema.Schema {
	s := describe("Clinic visits, made up", "Made-up patients of a clinic. Bounds are wide clinical ranges, stated before any record was drawn; one row is one patient.")
	number := func(name, label string, lo, hi float64) {
		s.Fields = append(s.Fields, schema.Field{Name: name, Label: label, Kind: schema.Number, Minimum: lo, Maximum: hi})
	}
	category := func(name, label string, levels []string) {
		s.Fields = append(s.Fields, schema.Field{Name: name, Label: label, Kind: schema.Category, Enum: levels})
	}
	s.Scaling = schema.Affine
	number("age", "Age in years", 18, 100)
	category("sex", "Sex", sexes)
	number("height_cm", "Height, cm", 120, 220)
	number("weight_kg", "Weight, kg", 30, 250)
	category("smoker", "Smoker", smokers)
	category("activity", "Physical activity", activities)
	number("systolic", "Systolic pressure, mm Hg", 70, 250)
	number("diastolic", "Diastolic pressure, mm Hg", 40, 150)
	number("cholesterol", "Cholesterol, mmol/l", 2, 12)
	number("glucose", "Glucose, mmol/l", 2, 30)
	number("visits", "Visits in a year", 0, 50)
	category("region", "Region", regions)
	return s
}

func describe(title, description string) *schema.Schema {
	s := schema.New()
	s.Title, s.Description, s.BoundsFrom = title, description, schema.FromSchema
	return s
}

func clamp(x, lo, hi float64) float64 { return math.Max(lo, math.Min(x, hi)) }

func decimal(x float64, digits int) string { return strconv.FormatFloat(x, 'f', digits, 64) }
