package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"privatepca/core/schema"
)

// An answer is a question of the made-up survey: how far one agrees, from 0 to 10. Its weights are those of three traits that
// nobody is asked for: being comfortable with money, being online, and living in a town.
type answer struct {
	name, label         string
	money, online, town float64
}

var answers = []answer{
	{"savings_for_three_months", "Has savings for three months", 1, .1, 0},
	{"makes_ends_meet_easily", "Makes ends meet easily", 1, 0, 0},
	{"could_pay_a_bill_of_1000", "Could pay a bill of €1,000", .9, 0, 0},
	{"content_with_income", "Content with the income", .9, 0, .1},
	{"worries_about_rent", "Worries about the rent", -.9, 0, .3},
	{"heats_less_to_save_money", "Heats less to save money", -.9, 0, 0},
	{"puts_off_the_dentist", "Puts off the dentist", -.8, -.1, 0},
	{"banks_online", "Banks online", .2, 1, 0},
	{"shops_online", "Shops online", .1, .9, 0},
	{"reads_news_on_a_phone", "Reads the news on a phone", 0, 1, .1},
	{"books_appointments_online", "Books appointments online", .1, .9, 0},
	{"watches_television_daily", "Watches television daily", -.1, -.8, 0},
	{"reads_a_printed_paper", "Reads a printed newspaper", .1, -.9, 0},
	{"bus_stop_nearby", "Has a bus stop nearby", 0, 0, 1},
	{"walks_to_the_shops", "Walks to the shops", 0, 0, .9},
	{"doctor_within_15_minutes", "Doctor within 15 minutes", .1, 0, .8},
	{"hears_the_street", "Hears the street", -.1, 0, .8},
	{"has_a_garden", "Has a garden", .3, 0, -.9},
	{"knows_the_neighbours", "Knows the neighbours", 0, -.2, -.8},
	{"likes_music", "Likes music", 0, 0, 0},
	{"drinks_coffee", "Drinks coffee", 0, 0, 0},
	{"sleeps_well", "Sleeps well", .2, 0, 0},
}

// everydayLife draws people of a made-up survey: three traits, and what each makes of 22 answers and three choices.
func everydayLife(n int) []byte {
	rng := rand.New(rand.NewPCG(4812, 22))
	var b strings.Builder
	for _, a := range answers {
		b.WriteString(a.name + ",")
	}
	b.WriteString("home,pays_in_cash,travels_by_car\n")
	for range n {
		money, online, town := 1.2*rng.NormFloat64(), 1.05*rng.NormFloat64(), .9*rng.NormFloat64()
		for _, a := range answers {
			x := 5 + 2*(a.money*money+a.online*online+a.town*town) + 1.4*rng.NormFloat64()
			fmt.Fprintf(&b, "%.0f,", clamp(math.Round(x), 0, 10))
		}
		home := "rents"
		if money+.35*rng.NormFloat64() > 0 {
			home = "owns"
		}
		cash := "no"
		if online+.35*rng.NormFloat64() < -.3 {
			cash = "yes"
		}
		car := "no"
		if town+.35*rng.NormFloat64() < .2 {
			car = "yes"
		}
		fmt.Fprintf(&b, "%s,%s,%s\n", home, cash, car)
	}
	return []byte(b.String())
}

func everydayLifeSchema() *schema.Schema {
	s := describe("Everyday life, a made-up survey", "Made-up people of a survey: 22 answers from 0, not at all, to 10, entirely, and three choices. One row is one person. The ranges are the questionnaire’s.")
	s.NormRule, s.Scaling = schema.Mean, schema.Affine
	for _, a := range answers {
		s.Fields = append(s.Fields, schema.Field{Name: a.name, Label: a.label, Kind: schema.Number, Minimum: 0, Maximum: 10})
	}
	for _, c := range []struct {
		name, label string
		levels      []string
	}{{"home", "Home", []string{"owns", "rents"}}, {"pays_in_cash", "Pays in cash", []string{"no", "yes"}}, {"travels_by_car", "Travels by car", []string{"no", "yes"}}} {
		s.Fields = append(s.Fields, schema.Field{Name: c.name, Label: c.label, Kind: schema.Category, Enum: c.levels})
	}
	return s
}

// A skill is a test of the made-up school: what a trait of pupils makes of its points.
type skill struct {
	name, label             string
	school, language, sport float64
}

var skills = []skill{
	{"reading", "Reading", 1, .6, 0},
	{"vocabulary", "Vocabulary", .9, .7, 0},
	{"spelling", "Spelling", .8, .6, 0},
	{"essay", "Essay", .8, .7, 0},
	{"algebra", "Algebra", 1, -.6, 0},
	{"geometry", "Geometry", .9, -.7, 0},
	{"statistics", "Statistics", .9, -.6, 0},
	{"mental_arithmetic", "Mental arithmetic", .8, -.6, 0},
	{"sprint", "Sprint", 0, 0, .9},
	{"long_jump", "Long jump", 0, 0, .9},
	{"throwing", "Throwing", 0, 0, .8},
	{"endurance", "Endurance run", .1, 0, .7},
}

// schoolTests draws pupils with three talents: school work, words rather than numbers, and sport.
func schoolTests(n int) []byte {
	rng := rand.New(rand.NewPCG(6000, 12))
	var b strings.Builder
	names := make([]string, len(skills))
	for i, s := range skills {
		names[i] = s.name
	}
	b.WriteString(strings.Join(names, ",") + "\n")
	for range n {
		school, language, sport := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
		for i, s := range skills {
			if i > 0 {
				b.WriteByte(',')
			}
			x := 55 + 14*(s.school*school+s.language*language+s.sport*sport) + 8*rng.NormFloat64()
			fmt.Fprintf(&b, "%.0f", clamp(math.Round(x), 0, 100))
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

func schoolTestsSchema() *schema.Schema {
	s := describe("School tests, made up", "Made-up pupils with twelve tests of 0 to 100 points each. One row is one pupil.")
	s.NormRule, s.Scaling = schema.Mean, schema.Affine
	for _, k := range skills {
		s.Fields = append(s.Fields, schema.Field{Name: k.name, Label: k.label, Kind: schema.Number, Minimum: 0, Maximum: 100})
	}
	return s
}
