package release

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"privatepca/core/privacy"
)

// A Receipt is the word of a site that holds a budget for all who open its data set: the release was debited from that budget before its first draw,
// and its document is this one. It binds what was released, not the curator's words and not k: a document of the first k directions has the receipt of
// the whole. Package receipt signs it. Nothing in it depends on a record but Document, a digest of what was released.
type Receipt struct {
	Budget string `json:"budget"` // the site's public name of the budget
	ID     string `json:"id"`     // 32 hex digits, drawn by who asked
	Number int    `json:"number"` // of the budget's debits, from 1

	// The limit that held: ε at that δ, 0 for pure ε, and what adds up.
	Cap        float64            `json:"cap"`
	CapDelta   float64            `json:"cap_delta"`
	Accounting privacy.Accounting `json:"accounting"`

	// What was debited, as Privacy has it.
	Mechanism     string           `json:"mechanism"`
	Epsilon       float64          `json:"epsilon"`
	Delta         float64          `json:"delta"`
	Rho           float64          `json:"rho"`
	Mu            float64          `json:"mu,omitempty"`
	Claim         privacy.Claim    `json:"claim"`
	Relation      privacy.Relation `json:"relation"`
	RowsPerPerson int              `json:"rows_per_person"`
	PersonColumn  string           `json:"person_column,omitempty"`

	// What happened to the budget before, as History has it.
	Raises      int `json:"raises,omitempty"`
	Resets      int `json:"resets,omitempty"`
	LeftOut     int `json:"left_out,omitempty"`
	Unprotected int `json:"unprotected,omitempty"`

	Document  string `json:"document,omitempty"` // hex SHA-256 of what was released (Digest); "" while nothing was: no document has such a receipt
	Key       string `json:"key"`                // hex, of Ed25519
	Signature string `json:"signature"`          // hex, of Signed

	Rest string `json:"rest,omitempty"` // of a document of the first k directions: the digest of those that it leaves out
}

// Signed is what the signature is of: the receipt as JSON without spaces, signature and rest.
func (r *Receipt) Signed() []byte {
	in := *r
	in.Signature, in.Rest = "", ""
	text, err := json.Marshal(in)
	if err != nil {
		panic("release: a receipt has no JSON form") // of checked numbers
	}
	return append([]byte("privatepca/receipt 1\n"), strings.Replace(string(text), `,"signature":""`, "", 1)...)
}

// validate says whether a document's receipt is well formed: signed, for a document, with numbers that JSON gave and that are not negative.
func (r *Receipt) validate() error {
	if r == nil {
		return nil
	}
	least := min(r.Cap, r.CapDelta, r.Epsilon, r.Delta, r.Rho, r.Mu, float64(min(r.Raises, r.Resets, r.LeftOut, r.Unprotected, r.Number-1, r.RowsPerPerson-1)))
	if !isDigest(r.Document) || !isDigest(r.ID+r.ID) || !isDigest(r.Key) || len(r.Signature) != 128 || r.Rest != "" && !isDigest(r.Rest) ||
		r.Budget == "" || utf8.RuneCountInString(r.Budget) > mostWords || least < 0 {
		return errors.New("release: the receipt is malformed, or is for no document yet")
	}
	return nil
}

// Digest is the hex SHA-256 of what a document says was released: all but the curator's words, k and the receipt itself.
func Digest(d *Document) (string, error) {
	core := *d
	core.Components, core.NumComponents, core.ExplainedVariance, core.About, core.Receipt = nil, 0, nil, nil, nil
	if s := core.Shrinkage; s != nil {
		core.Shrinkage = &Shrinkage{Used: s.Used, OtherScale: s.OtherScale}
	}
	text, err := json.Marshal(&core)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(append([]byte("privatepca/released 1\n"), text...))
	rows := d.chain(0)
	sum = sha256.Sum256(append(sum[:], rows[:]...))
	return hex.EncodeToString(sum[:]), nil
}

// chain is the digest of the directions from an index on, each with what belongs to it, and of those that the document leaves out. That of the first k
// needs no more of the others than one digest.
func (d *Document) chain(from int) (sum [sha256.Size]byte) {
	if d.Receipt != nil && d.Receipt.Rest != "" {
		if rest, err := hex.DecodeString(d.Receipt.Rest); err == nil && len(rest) == len(sum) {
			copy(sum[:], rest)
		}
	}
	for i := len(d.Components) - 1; i >= from; i-- {
		text := append([]byte(nil), sum[:]...)
		lists := [][]float64{d.Components[i]}
		if d.ExplainedVariance != nil && i < len(d.ExplainedVariance) {
			lists = append(lists, d.ExplainedVariance[i:i+1])
		} else {
			lists = append(lists, nil)
		}
		if d.Shrinkage != nil && i < len(d.Shrinkage.Other) {
			lists = append(lists, d.Shrinkage.Other[i])
		}
		for _, list := range lists {
			text = binary.LittleEndian.AppendUint64(text, uint64(len(list)))
			for _, x := range list {
				text = binary.LittleEndian.AppendUint64(text, math.Float64bits(x))
			}
		}
		sum = sha256.Sum256(text)
	}
	return sum
}

// shortened is the receipt of the document of the first k directions; nil for none.
func (d *Document) shortened(k int) *Receipt {
	if d.Receipt == nil || k == d.NumComponents {
		return d.Receipt
	}
	rest, r := d.chain(k), *d.Receipt
	r.Rest = hex.EncodeToString(rest[:])
	return &r
}

// Receipted writes a document with the receipt of the site that was asked for its budget. It returns an error where the receipt is for another document or
// covers less.
func Receipted(d *Document, r Receipt) ([]byte, error) {
	out := *d
	out.Receipt = &r
	if c := verifyReceipt(&out); !c.Holds {
		return nil, fmt.Errorf("release: the document contradicts itself (%s): %s", c.What, c.Detail)
	}
	return encodeChecked(&out)
}

// pays reports whether a debited ρ or μ pays for a document's. Where the document states none, whose proof is of ε and δ, none may have been debited: a budget
// adds up what it is told, and would have counted ε for as little as the asker likes.
func pays(debited, stated float64) bool { return debited >= stated && (stated > 0 || debited == 0) }

// verifyReceipt asks whether the receipt is for this document, and covers what the document states. Package receipt has the signature's check.
func verifyReceipt(d *Document) Check {
	r, p := d.Receipt, &d.Privacy
	c := Check{What: "Its receipt is for this document and covers its cost"}
	var h History
	if p.History != nil {
		h = *p.History
	}
	digest, err := Digest(d)
	switch {
	case r.validate() != nil: // a site's answer, which nothing has looked at
		c.Detail = "The receipt is malformed, or is for no document yet."
	case err != nil || digest != r.Document:
		c.Detail = "The receipt is for another document, or numbers were changed since."
	case r.Mechanism != p.Mechanism || r.Relation != p.Relation || r.RowsPerPerson != p.RowsPerPerson || r.PersonColumn != p.PersonColumn:
		c.Detail = "The receipt is for another mechanism, relation or unit."
	case r.Epsilon < p.Epsilon || r.Delta < p.Delta || !pays(r.Rho, p.Rho) || !pays(r.Mu, p.Mu) || r.Claim != p.Claim:
		c.Detail = "The receipt is for less than the document states."
	case h.Raises < r.Raises || h.Resets < r.Resets || h.LeftOut < r.LeftOut || h.Unprotected < r.Unprotected:
		c.Detail = "The receipt tells of raised limits, resets or releases that were not private, and the document does not."
	default:
		c.Holds = true
		c.Detail = fmt.Sprintf("Debit %d of the budget %q, of at most ε = %v at δ = %v, signed by the key %s…; whose key that is, the site says.", r.Number, r.Budget, r.Cap, r.CapDelta, r.Key[:16])
	}
	return c
}
