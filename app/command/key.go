//go:build !js

package command

import (
	"fmt"
	"os"

	"privatepca/core/fault"
	"privatepca/core/momentfile"
)

// key makes the keys that moment files are sealed to.
func (p *program) key(args []string) error {
	f := p.flags("key")
	name := f.String("name", "", "the key's `name`, one word, such as the releaser's")
	out := f.String("out", "", "`file` for the secret key; the public one is beside it, in FILE.pub")
	verb := "new"
	if len(args) > 0 && args[0] != "" && args[0][0] != '-' {
		verb, args = args[0], args[1:]
	}
	if err := p.parse(f, args); err != nil {
		return err
	}
	switch {
	case verb != "new" || f.NArg() > 0:
		return refusal("Say privatepca key new -name NAME -out FILE.")
	case *out == "":
		return refusal("Name a file for the secret key: -out FILE.")
	}
	secret, err := momentfile.NewSecret(*name)
	if err != nil {
		return err
	}
	text, err := secret.Encode()
	if err != nil {
		return err
	}
	for _, path := range []string{*out, *out + ".pub"} {
		if _, err := os.Lstat(path); err == nil {
			return about(path, fault.New(fault.CodeRequest, "There is such a file already. Name another one: -out FILE."))
		}
	}
	if err := p.writes(p.ctx, func() error { return writeKeys(*out, text, secret) }); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s.pub is for everybody who seals moment files to %s; its key is %s.\n", *out, secret.Name, secret.Identity())
	fmt.Fprintf(p.err, "Keep %s to yourself: whoever has it opens what was sealed, and that is raw data.\n", *out)
	return nil
}

// writeKeys writes the secret key and the public one beside it, or neither.
func writeKeys(out string, text []byte, secret *momentfile.Secret) error {
	unwritten := fault.New(fault.CodeFile, "It cannot be written. Name another one: -out FILE.")
	if err := writeSecret(out, text); err != nil {
		return about(out, unwritten)
	}
	if err := writeWhole(out+".pub", []byte(secret.String()), usual); err != nil {
		os.Remove(out)
		return about(out+".pub", unwritten)
	}
	return nil
}

// writeSecret writes a new file that its owner alone may read.
func writeSecret(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if failed := f.Sync(); err == nil {
		err = failed
	}
	if failed := f.Close(); err == nil {
		err = failed
	}
	if err != nil {
		os.Remove(path)
	}
	return err
}

// readKey reads the key of a name from a recipients' file; no name will do where there is one key.
func readKey(path, name string) (momentfile.Key, error) {
	text, err := readSmall(path)
	if err != nil {
		return momentfile.Key{}, err
	}
	keys, err := momentfile.ParseKeys(text)
	if err != nil {
		return momentfile.Key{}, about(path, err)
	}
	if name == "" && len(keys) == 1 {
		return keys[0], nil
	}
	for _, k := range keys {
		if k.Name == name {
			return k, nil
		}
	}
	return momentfile.Key{}, about(path, fault.New(fault.CodeRequest, "It has no key of that name, or several keys. Name one: -recipient NAME."))
}

// readSecret reads a secret key's file.
func readSecret(path string) (*momentfile.Secret, error) {
	text, err := readSmall(path)
	if err != nil {
		return nil, err
	}
	secret, err := momentfile.ParseSecret(text)
	if err != nil {
		return nil, about(path, err)
	}
	return secret, nil
}
