package momentfile

import (
	"bytes"
	"crypto/hpke"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"

	"privatepca/core/fault"
)

// SealedMagic starts a sealed moment file of this version. The key's Identity follows, then HPKE's encapsulated key and
// ciphertext.
const SealedMagic = "privatepca sealed 1\n"

// A file is sealed by HPKE (RFC 9180) in base mode: ML-KEM-768 with X25519, HKDF-SHA-256, ChaCha20-Poly1305. The hybrid keeps
// a file closed to somebody who stores it until there is a quantum computer. Base mode says nothing about who sealed it:
// whoever has the public key can write a file, as whoever has a table can write records into it.
func suite() (hpke.KEM, hpke.KDF, hpke.AEAD) {
	return hpke.MLKEM768X25519(), hpke.HKDFSHA256(), hpke.ChaCha20Poly1305()
}

const (
	publicWord = "privatepca-key-1"
	secretWord = "privatepca-secret-key-1"
)

// identitySize is how many bytes of a public key's SHA-256 name it in a sealed file.
const identitySize = 16

// A Key seals files to the one who has its Secret.
type Key struct {
	Name   string
	public hpke.PublicKey
}

// A Secret opens what was sealed to its Key.
type Secret struct {
	Key
	private hpke.PrivateKey
}

// NewSecret makes a secret, with its key, of a name without spaces. Its randomness is crypto/rand's.
func NewSecret(name string) (*Secret, error) {
	if !isName(name) {
		return nil, fault.Request("", "A key's name is one word of at most 60 characters, such as the releaser's name.")
	}
	kem, _, _ := suite()
	private, err := kem.GenerateKey()
	if err != nil {
		return nil, err
	}
	return &Secret{Key{name, private.PublicKey()}, private}, nil
}

func isName(name string) bool {
	return name != "" && len(name) <= 60 && !strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c == '#' || c == 0x7f })
}

// Identity names the key: 32 hex digits of the public key's SHA-256.
func (k Key) Identity() string { return hex.EncodeToString(k.identity()) }

func (k Key) identity() []byte {
	sum := sha256.Sum256(k.public.Bytes())
	return sum[:identitySize]
}

// String is the key's line in a recipients' file: word, name, base64.
func (k Key) String() string {
	return publicWord + " " + k.Name + " " + base64.StdEncoding.EncodeToString(k.public.Bytes()) + "\n"
}

// Encode gives the secret's line.
func (s *Secret) Encode() ([]byte, error) {
	b, err := s.private.Bytes()
	if err != nil {
		return nil, err
	}
	return []byte(secretWord + " " + s.Name + " " + base64.StdEncoding.EncodeToString(b) + "\n"), nil
}

// ParseSecret reads a secret's file.
func ParseSecret(text []byte) (*Secret, error) {
	fields := strings.Fields(string(text))
	if len(fields) > 0 && fields[0] == publicWord {
		return nil, fault.New(fault.CodeFile, "This is a public key, which cannot open a file. Name the secret key's file.")
	}
	if len(fields) != 3 || fields[0] != secretWord {
		return nil, fault.New(fault.CodeFile, "This is no secret key. privatepca key new writes one.")
	}
	kem, _, _ := suite()
	b, err := base64.StdEncoding.DecodeString(fields[2])
	if err == nil {
		var private hpke.PrivateKey
		if private, err = kem.NewPrivateKey(b); err == nil {
			return &Secret{Key{fields[1], private.PublicKey()}, private}, nil
		}
	}
	return nil, fault.New(fault.CodeFile, "The secret key's file is damaged.") // its text is a secret
}

// ParseKeys reads a recipients' file: a key in each line. Empty lines, and those that start with #, do not count.
func ParseKeys(text []byte) ([]Key, error) {
	kem, _, _ := suite()
	var out []Key
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if fields[0] == secretWord {
			return nil, fault.New(fault.CodeFile, "This is a secret key. Name the public one, and keep this file to yourself.")
		}
		if len(fields) != 3 || fields[0] != publicWord || !isName(fields[1]) {
			return nil, fault.New(fault.CodeFile, "This is no file of public keys. privatepca key new writes one.")
		}
		b, err := base64.StdEncoding.DecodeString(fields[2])
		if err == nil {
			var public hpke.PublicKey
			if public, err = kem.NewPublicKey(b); err == nil {
				out = append(out, Key{fields[1], public})
				continue
			}
		}
		return nil, refused("The key of %s is damaged. Fetch it again.", fields[1])
	}
	if len(out) == 0 {
		return nil, fault.New(fault.CodeFile, "There is no key in this file. privatepca key new writes one.")
	}
	return out, nil
}

// Seal closes a text for all but the key's owner.
func Seal(text []byte, to Key) ([]byte, error) {
	_, kdf, aead := suite()
	head := append([]byte(SealedMagic), to.identity()...)
	sealed, err := hpke.Seal(to.public, kdf, aead, head, text)
	if err != nil {
		return nil, err
	}
	return append(head, sealed...), nil
}

// IsSealed reports whether a file starts as a sealed one does.
func IsSealed(b []byte) bool { return bytes.HasPrefix(b, []byte(SealedMagic)) }

// Open opens a sealed file. It refuses, by name: a file that is not sealed, one that is sealed to another key, and changed
// bytes.
func (s *Secret) Open(b []byte) ([]byte, error) {
	head := len(SealedMagic) + identitySize
	switch {
	case !IsSealed(b):
		return nil, fault.New(fault.CodeFile, "This is no sealed moment file of a version that this program knows.")
	case len(b) < head:
		return nil, fault.New(fault.CodeFile, "The sealed file is cut short. Fetch it again.")
	case !bytes.Equal(b[len(SealedMagic):head], s.identity()):
		return nil, refused("This file is sealed to another key, %s, and not to %s (%s). Use the key that it was sealed to.",
			hex.EncodeToString(b[len(SealedMagic):head]), s.Name, s.Identity())
	}
	_, kdf, aead := suite()
	text, err := hpke.Open(s.private, kdf, aead, b[:head], b[head:])
	if err != nil {
		return nil, fault.New(fault.CodeFile, "The sealed file was changed or cut short: it cannot be opened. Fetch it again.").Because(err)
	}
	return text, nil
}
