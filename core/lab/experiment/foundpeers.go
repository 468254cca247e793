package experiment

import (
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/internal/madeup"
)

// Other programs, in their authors' code. They are written in Python, and are installed by this part alone, into a folder of its own.

//go:embed peers.py
var peersProgram string

// peersNeed are the programs with what they need, in versions that work together.
var peersNeed = []string{"diffprivlib==0.6.6", "opendp==0.16.0", "scikit-learn==1.7.2", "numpy==2.4.6", "scipy==1.17.1"}

var peersNames = []string{"diffprivlib 0.6.6", "OpenDP 0.16.0"}

// mostSeconds of processor time a release of another program may take: their samplers reject, and do not end where n·ε is large.
const mostSeconds = 5

// python is the interpreter that has the peers. The error says why there is none.
func (r *Run) python() (string, error) {
	dir := filepath.Join(filepath.Dir(filepath.Clean(r.Cache)), "peers")
	path := filepath.Join(dir, "bin", "python")
	stamp := filepath.Join(dir, "installed")
	if b, err := os.ReadFile(stamp); err == nil && string(b) == strings.Join(peersNeed, "\n") {
		return path, nil
	}
	if out, err := exec.Command("python3", "-m", "venv", dir).CombinedOutput(); err != nil {
		return "", fmt.Errorf("no environment of Python can be made: %v %s", err, lastLine(out))
	}
	install := append([]string{"-m", "pip", "install", "--quiet", "--disable-pip-version-check"}, peersNeed...)
	if out, err := exec.Command(path, install...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("they cannot be installed: %v %s", err, lastLine(out))
	}
	return path, os.WriteFile(stamp, []byte(strings.Join(peersNeed, "\n")), 0o644)
}

func lastLine(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[len(lines)-1]
}

// A peerCell is what one other program found: R² of planted factors over that of exact scores, mean of its releases.
type peerCell struct {
	R2       float64
	Releases int // that ended in time
}

// peerIn releases a complete table by another program, which is given the encoded records: numbers from −1 to 1, levels 0 or 1. It is told the public
// bounds, and centres by itself. Its noise has no seed of ours, so that the figure is another one each time it is not in the cache.
func (r *Run) peerIn(name string, m madeup.Maker, c sized, draws int) (peerCell, error) {
	return cell(r, fmt.Sprintf("peer/%s/%s/%s/draws=%d", name, m.Name, c, draws), func(*rand.ChaCha8) (out peerCell, err error) {
		python, err := r.python()
		if err != nil {
			return out, err
		}
		e := madeup.Encode(m.Draw(c.n, 1))
		dir, err := os.MkdirTemp("", "peers")
		if err != nil {
			return out, err
		}
		defer os.RemoveAll(dir)
		file, err := os.Create(filepath.Join(dir, "records.csv"))
		if err != nil {
			return out, err
		}
		defer file.Close()
		w := csv.NewWriter(file)
		for i := range e.N {
			row := make([]string, e.D)
			for f := range row {
				row[f] = g6(e.Z.At(i, f))
			}
			if err := w.Write(row); err != nil {
				return out, err
			}
		}
		if w.Flush(); w.Error() != nil {
			return out, w.Error()
		}
		low := make([]string, e.D) // bounds: a level is 0 or 1
		for f, j := range e.Column {
			low[f] = map[bool]string{true: "0", false: "-1"}[e.Table.Columns[j].Levels > 0]
		}
		command := exec.Command(python, "-c", peersProgram, name, file.Name(), fmt.Sprint(m.K), fmt.Sprint(c.epsilon), fmt.Sprint(draws), strings.Join(low, ","), fmt.Sprint(mostSeconds))
		var problem strings.Builder
		command.Stderr = &problem
		text, err := command.Output()
		if err != nil {
			return out, fmt.Errorf("%s: %v %s", name, err, lastLine([]byte(problem.String())))
		}
		var got struct{ Components [][][]float64 }
		if err := json.Unmarshal(text, &got); err != nil {
			return out, err
		}
		most := e.R2(e.Best(e.Equal, m.K))
		for _, rows := range got.Components {
			w := mat.NewDense(e.D, len(rows), nil)
			for l, row := range rows {
				w.SetCol(l, row)
			}
			for q, r2 := range e.R2(w) {
				out.R2 += r2 / most[q] / float64(len(most)*len(got.Components))
			}
			out.Releases++
		}
		return out, nil
	})
}

// peers is the part.
func peers(r *Run) (*fragment, error) {
	shown := [][]string{{"table", "rows/ε", "ours (ε, 10⁻⁶)", peersNames[0] + " (ε, 0)", peersNames[1] + " (ε, 0)"}}
	rows := [][]string{{"table", "n", "epsilon", "program", "r2", "releases"}}
	described := "Not run: dppca for R (the same cut, on pairs), PACE-GGM (chosen entries, then a graphical model), k-DP-PCA, adaptive power iteration."
	if _, err := r.python(); err != nil {
		return &fragment{text: fmt.Sprintf("Skipped: %v.\n\n%s", err, described)}, nil
	}
	draws := r.pick(3, 2)
	for i, c := range []struct {
		name string
		sized
	}{{"survey, 54 mixed columns", sized{3200, 1}}, {"40 Likert items", sized{3000, 1}}} {
		if r.Quick && i > 0 {
			break
		}
		m := maker(c.name)
		ours, err := r.plantedIn(m, finders[0], c.sized, draws)
		if err != nil {
			return nil, err
		}
		line := []string{c.name, c.sized.String(), f3(ours.R2)}
		rows = append(rows, []string{c.name, fmt.Sprint(c.n), g3(c.epsilon), recommended, f3(ours.R2), fmt.Sprint(ours.Releases)})
		for _, name := range peersNames {
			v, err := r.peerIn(name, m, c.sized, draws)
			if err != nil {
				return nil, err
			}
			r2 := f3(v.R2)
			if v.Releases == 0 {
				r2 = "no end"
			}
			line = append(line, r2)
			rows = append(rows, []string{c.name, fmt.Sprint(c.n), g3(c.epsilon), name, f3(v.R2), fmt.Sprint(v.Releases)})
		}
		shown = append(shown, line)
	}
	link, err := r.csv("peers", rows)
	if err != nil {
		return nil, err
	}
	return &fragment{text: fmt.Sprintf(`In their authors' code, on the same encoded records and public bounds: R² of planted factors, over that of exact scores, means of %d releases. Their guarantee is stronger, and columns do not count equally: this compares defaults, not mechanisms. “No end”: more than %d s of processor time.

%s
%s Numbers: %s.
`, draws, mostSeconds, markdown(shown), described, link)}, nil
}
