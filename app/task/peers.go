package main

import (
	"errors"
	"os"
	"path/filepath"
)

// survey compares data files of SPSS and Stata with what pyreadstat reads, and those of haven with what R reads, where it has it.
func survey([]string) error {
	python, err := environment("survey", "pyreadstat==1.2.8", "pandas==3.1.1", "numpy==2.4.6")
	if err != nil {
		return err
	}
	return command{run{env: []string{"PRIVATEPCA_SLOW=1", "PRIVATEPCA_PYTHON=" + python}}, "go", "test ./core/convert -run ^TestSurveyFiles(WrittenNow|OfHaven)$ -v -count=1 -timeout 30m"}.try()
}

// loaders runs release.py in NumPy, pandas, polars and scikit-learn, and release.R where R is, and the factor models of docs/analysis.md in lavaan and psych.
func loaders([]string) error {
	python, err := environment("loaders", "numpy==2.4.6", "pandas==3.1.1", "polars==2.1.0", "scikit-learn==1.9.1")
	if err != nil {
		return err
	}
	path := "PATH=" + filepath.Dir(python) + string(os.PathListSeparator) + os.Getenv("PATH")
	return command{run{env: []string{path}}, "go", "test ./core/release ./core/relation ./core/report -run Loader|Analyses|Lavaan -v -count=1"}.try()
}

// environment is the Python of a folder in bin that has these packages; it is made where it is missing.
func environment(name string, packages ...string) (string, error) {
	dir, err := filepath.Abs(filepath.Join("bin", name))
	if err != nil {
		return "", err
	}
	python := filepath.Join(dir, "bin", "python")
	if _, err := os.Stat(python); err == nil {
		return python, nil
	}
	if err := (run{}).do("python3", "-m", "venv", dir); err != nil {
		return "", err
	}
	if err := (run{}).do(append([]string{python, "-m", "pip", "install", "-q"}, packages...)...); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir)) // the next run begins anew
	}
	return python, nil
}
