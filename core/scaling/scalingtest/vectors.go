package scalingtest

import (
	"compress/gzip"
	"embed"
	"encoding/json"
	"math"

	"privatepca/core/scaling"
)

//go:embed testdata/*.json.gz
var files embed.FS

// Names are those of the test vectors.
func Names() []string {
	return []string{"numbers", "mixed", "missing", "persons", "addremove", "weights"}
}

// A Vector is one file. testdata/README.md says what it holds.
type Vector struct {
	Public struct {
		Columns []struct {
			Kind      string
			Low, High float64
			Levels    int
			Complete  bool
			Weight    float64
		}
		Epsilon       float64
		N             int
		Neighbours    string
		RowsPerPerson int     `json:"rows_per_person"`
		WeightMax     float64 `json:"weight_max"`
		WeightMissing float64 `json:"weight_missing"`
	}
	Rows    [][]*float64
	Person  []int
	Weights []*float64
	Noise   map[string]Numbers
	Results Results
	Second  *struct {
		OtherPeople bool `json:"other_people"`
		Rows        [][]*float64
		Noise       map[string]Numbers
		Results     Results
	}
}

// Numbers are a list, or one number.
type Numbers []float64

// UnmarshalJSON reads either.
func (n *Numbers) UnmarshalJSON(data []byte) error {
	var one float64
	if json.Unmarshal(data, &one) == nil {
		*n = Numbers{one}
		return nil
	}
	return json.Unmarshal(data, (*[]float64)(n))
}

// Results are what the reference program computed.
type Results struct {
	Step1 struct {
		Sigma1, S, Sv                             float64
		Sums, Q, Mean, Second, V, Posterior, C, W []float64
	}
	Step2 struct {
		Sigma2, Top, R  float64
		Counts, Middles []float64
		Use             []bool
	}
	Forecast     struct{ E, Kappa, G float64 }
	Mu, N, R     float64
	DeltaCentre  float64 `json:"delta_centre"`
	Tau          float64
	TauMean      float64   `json:"tau_mean"`
	SecondMoment []float64 `json:"second_moment"`
	G, Y, Scale  []float64
	Eigenvalues  []float64
	Vectors      [][]float64
	Level        struct {
		L, Beta, Blocks, Mean, Sd, Chance, Missing, T float64
		TPrime                                        float64 `json:"t_prime"`
		Draws, Corrected                              []float64
		Tested                                        bool
	}
	Clear            int
	Shown            []bool
	EigenvalueErrors []float64 `json:"eigenvalue_errors"`
	Phi              float64
	ClustersNoise    []Cluster  `json:"clusters_noise"`
	ClustersPeople   []Cluster  `json:"clusters_people"`
	IntervalsNoise   []Interval `json:"intervals_noise"`
	IntervalsPeople  []Interval `json:"intervals_people"`
}

// A Cluster is a run of ranks.
type Cluster struct {
	Ranks []int
	Open  bool
}

// An Interval has the errors of an axis.
type Interval struct {
	Ranks                   []int
	Axis                    int
	Estimate, Noise, People []float64
}

// Load reads one of the files. It panics where it cannot.
func Load(name string) *Vector {
	v := &Vector{}
	decode(name, v)
	return v
}

func decode(name string, to any) {
	file, err := files.Open("testdata/" + name + ".json.gz")
	if err != nil {
		panic(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		panic(err)
	}
	if err := json.NewDecoder(unpacked).Decode(to); err != nil {
		panic(err)
	}
}

// Facts are the file's public facts, with the reference program's μ.
func (v *Vector) Facts() scaling.Facts {
	f := scaling.Facts{AddRemove: v.Public.Neighbours == "add-remove", RowsPerPerson: v.Public.RowsPerPerson, Weighted: v.Public.WeightMax > 0, Rows: v.Public.N, Mu: v.Results.Mu}
	for _, c := range v.Public.Columns {
		column := scaling.Column{Kind: scaling.Number, Complete: c.Complete, Weight: c.Weight}
		if c.Kind == "category" {
			column.Kind, column.Levels = scaling.Category, c.Levels
		}
		f.Columns = append(f.Columns, column)
	}
	return f
}

// Table encodes the rows. SecondTable encodes those of the second release.
func (v *Vector) Table() *Table { return v.encode(v.Rows) }

// SecondTable encodes the rows of the second release: other people's, or the first one's.
func (v *Vector) SecondTable() *Table {
	if v.Second.Rows == nil {
		return v.Table()
	}
	return v.encode(v.Second.Rows)
}

func (v *Vector) encode(rows [][]*float64) *Table {
	t, seen := &Table{}, map[int]int{}
	f := v.Facts()
	blocks := f.Columns.Blocks()
	for i, row := range rows {
		if v.Person != nil {
			if seen[v.Person[i]]++; seen[v.Person[i]] > v.Public.RowsPerPerson {
				continue
			}
		}
		z, there := make([]float64, f.Columns.Features()), make([]bool, len(f.Columns))
		for j, c := range v.Public.Columns {
			there[j] = row[j] != nil || c.Complete
			switch {
			case !there[j]:
			case c.Kind == "category":
				code := 0
				if row[j] != nil {
					code = int(*row[j])
				}
				z[blocks[j].From+code] = 1
			case row[j] != nil:
				x := min(c.High, max(c.Low, *row[j]))
				z[blocks[j].From] = (x-c.Low)/(c.High-c.Low)*2 - 1
			}
		}
		omega := 1.
		if v.Public.WeightMax > 0 {
			omega = v.Public.WeightMissing
			if w := v.Weights[i]; w != nil {
				omega = *w
			}
			omega = math.Min(v.Public.WeightMax, math.Max(0, omega)) / v.Public.WeightMax
		}
		t.Z, t.There, t.Omega = append(t.Z, z), append(t.There, there), append(t.Omega, omega)
	}
	return t
}

// Stored is the file's own noise.
func Stored(noise map[string]Numbers) Noise {
	return func(name string, k int, _ float64) []float64 {
		if len(noise[name]) != k {
			panic("the file has other noise for " + name)
		}
		return noise[name]
	}
}

// A Weighted is what is shown of a test vector's release with public weights of columns.
type Weighted struct {
	Weights []float64
	Results
}

// LoadWeighted reads what is shown with weights, by the name of the test vector.
func LoadWeighted() map[string]Weighted {
	var w map[string]Weighted
	decode("weighted", &w)
	return w
}
