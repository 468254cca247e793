package experiment

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"privatepca/core/noise/noisetest"
)

// edition is part of every key. Raise it when a change of code changes results.
const edition = "1"

// stored is what a file of the cache holds.
type stored[T any] struct {
	Key     string
	Seconds float64 // what computing it took
	Result  T
}

// cell returns what f computes, from the cache where it is there. key says all that
// the result depends on; the source is seeded by it, so the result does not depend
// on what ran before. T must survive JSON.
func cell[T any](r *Run, key string, f func(src *rand.ChaCha8) (T, error)) (T, error) {
	key = edition + "/" + key
	sum := sha256.Sum256([]byte(key))
	path := filepath.Join(r.Cache, hex.EncodeToString(sum[:12])+".json")
	var s stored[T]
	if b, err := os.ReadFile(path); err == nil && json.Unmarshal(b, &s) == nil && s.Key == key {
		return s.Result, nil
	}
	begin := time.Now()
	result, err := f(noisetest.New(binary.LittleEndian.Uint64(sum[:])))
	if err != nil {
		return result, fmt.Errorf("%s: %w", key, err)
	}
	s = stored[T]{key, time.Since(begin).Seconds(), result}
	b, err := json.Marshal(s)
	if err != nil {
		return result, fmt.Errorf("%s: %w", key, err)
	}
	// Written beside and moved: an interrupted run leaves no half cell.
	if err := os.WriteFile(path+".new", b, 0o644); err != nil {
		return result, err
	}
	if s.Seconds > 1 {
		r.Log("  %s: %.1f s", key, s.Seconds)
	}
	return result, os.Rename(path+".new", path)
}
