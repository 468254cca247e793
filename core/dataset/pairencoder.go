package dataset

import "privatepca/core/schema"

// A PairEncoder encodes pairs of rows for programs that pair them by themselves, with a pairing that is uniform and independent
// of what rows hold (ENCODING.md). The vectors are those of ReadPairs.
type PairEncoder struct {
	encoder *Encoder
	pairing pairing
}

// A PackedRow is a row as pairs are encoded from it.
type PackedRow []uint64

// NewPairEncoder prepares to encode pairs of rows of files with the given header. It panics for another norm rule than pairs.
func NewPairEncoder(s *schema.Schema, h Header) (*PairEncoder, error) {
	if s.NormRule != schema.Pairs {
		panic("dataset: the schema's rule is not that of pairs")
	}
	e, err := NewEncoder(s, h)
	if err != nil {
		return nil, err
	}
	p := &PairEncoder{encoder: e, pairing: pairing{memory: pairsMemory}}
	p.pairing.begin(e)
	return p, nil
}

// Pack reads a record.
func (p *PairEncoder) Pack(r *Record) PackedRow {
	p.pairing.held.n = 0
	p.encoder.read(r)
	p.pairing.held.pack(p.encoder, 0)
	return append(PackedRow(nil), p.pairing.held.row(0)...)
}

// Encode gives the vector of a pair, of length D: Σq² ≤ schema.Scale². It is valid until the next call.
func (p *PairEncoder) Encode(a, b PackedRow) []int16 {
	p.encoder.encodePair(a, b, &p.pairing)
	return p.pairing.q
}
