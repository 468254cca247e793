// Package receipt signs and checks the receipts of a site that holds a budget (release.Receipt), by Ed25519.
//
// The rules of this package: a signature is of release.Receipt.Signed and of nothing else; the same receipt is signed by the same bytes, whenever it is
// asked for; a key's file is readable by its owner alone.
//
// It may know release. It must not know ledgers, files of records or the network. It is no part of release, so that page and worker do not carry it.
package receipt

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"privatepca/core/release"
)

// A Key signs.
type Key struct{ private ed25519.PrivateKey }

// Open reads the key of a file, or makes both where there is none. The file has the hex form of Ed25519's seed, 32 bytes. One that users beside its owner
// and group may read is refused: who has read it signs receipts of the site.
func Open(path string) (Key, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		_, private, err := ed25519.GenerateKey(nil)
		if err != nil {
			return Key{}, err
		}
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return Key{}, err
		}
		_, err = fmt.Fprintln(file, hex.EncodeToString(private.Seed()))
		return Key{private}, errors.Join(err, file.Sync(), file.Close())
	}
	if err != nil {
		return Key{}, err
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm()&0o007 != 0 {
		return Key{}, errors.Join(err, errors.New("other users may read it"))
	}
	seed, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(seed) != ed25519.SeedSize {
		return Key{}, errors.New("it holds no key: 64 hex digits")
	}
	return Key{ed25519.NewKeyFromSeed(seed)}, nil
}

// Public is the hex form of the public key, as receipts state it.
func (k Key) Public() string {
	return hex.EncodeToString(k.private.Public().(ed25519.PublicKey))
}

// Sign returns the receipt with this key and its signature.
func (k Key) Sign(r release.Receipt) release.Receipt {
	r.Key = k.Public()
	r.Signature = hex.EncodeToString(ed25519.Sign(k.private, r.Signed()))
	return r
}

// Genuine reports whether the receipt's signature is of the key that it states. Whose key that is, it cannot know.
func Genuine(r *release.Receipt) bool {
	key, err1 := hex.DecodeString(r.Key)
	signature, err2 := hex.DecodeString(r.Signature)
	return err1 == nil && err2 == nil && len(key) == ed25519.PublicKeySize && ed25519.Verify(key, r.Signed(), signature)
}

// Check is Genuine as one of the checks of a document, with the key that is expected; "" for any.
func Check(r *release.Receipt, expected string) release.Check {
	c := release.Check{What: "Its receipt was signed by the site", Detail: "The signature is of the key that the receipt states. Ask the site whether that is its key, or name it."}
	switch {
	case !Genuine(r):
		c.Detail = "The signature is not of this receipt and this key: one of them was changed."
	case expected != "" && !strings.EqualFold(r.Key, expected):
		c.Detail = "The signature is of another key than the one that was named."
	default:
		if c.Holds = true; expected != "" {
			c.Detail = "The signature is of the key that was named."
		}
	}
	return c
}
