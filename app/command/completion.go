//go:build !js

package command

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"privatepca/core/method"
	"privatepca/core/words"
)

// What follows is written from the flags themselves, so it lacks none.

// flagsOf gives the flags of a subcommand, which does nothing.
func flagsOf(s subcommand) []*flag.Flag {
	var out []*flag.Flag
	s.run(&program{declared: func(f *flag.FlagSet) {
		f.VisitAll(func(g *flag.Flag) { out = append(out, g) })
	}}, nil)
	return out
}

// isSwitch reports whether a flag takes no value.
func isSwitch(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// wordsOf are the words that can follow a flag; nil for any.
func wordsOf(name string) []string {
	switch name {
	case "mechanism":
		return method.Names()
	case "norm":
		return []string{"pairs", "sign", "unit", "clip"}
	case "relation":
		return []string{"replace-one", "add-remove"}
	case "progress":
		return []string{"auto", "bar", "json", "none"}
	case "of":
		return matrixOf()
	case "format":
		return matrixFormats
	case "missing":
		return []string{"mean", "at-random"}
	case "accounting":
		return []string{"gdp", "zcdp", "pure"}
	case "people":
		return []string{"other", "same"}
	}
	return nil
}

// verbsOf are the words that follow a subcommand.
func verbsOf(name string) []string {
	switch name {
	case "ledger":
		return []string{"show", "export", "import", "document", "open", "lower", "reset", "revoke"}
	case "key":
		return []string{"new"}
	case "completion":
		return []string{"bash", "zsh", "fish"}
	}
	return nil
}

// completion prints what a shell completes the command by.
func (p *program) completion(args []string) error {
	f := p.flags("completion")
	if err := p.parse(f, args); err != nil {
		return err
	}
	write := map[string]func(*program){"bash": (*program).bash, "zsh": (*program).zsh, "fish": (*program).fish}[f.Arg(0)]
	if f.NArg() != 1 || write == nil {
		return refusal("Say for which shell: privatepca completion bash, zsh or fish. Not: %s.", words.Clip(f.Arg(0), 40))
	}
	write(p)
	return nil
}

func names() []string {
	var out []string
	for _, s := range subcommands {
		out = append(out, s.name)
	}
	return out
}

func (p *program) bash() {
	fmt.Fprintf(p.out, "# bash completion of privatepca. Load it: source <(privatepca completion bash)\n_privatepca() {\n"+
		"  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} list=\n"+
		"  if [ \"$COMP_CWORD\" = 1 ]; then\n    list='%s'\n  else\n    case \"$before\" in\n", strings.Join(names(), " "))
	for _, name := range []string{"mechanism", "norm", "relation", "progress", "of", "format", "missing", "people"} {
		fmt.Fprintf(p.out, "    -%s) list='%s' ;;\n", name, strings.Join(wordsOf(name), " "))
	}
	fmt.Fprint(p.out, "    *) case \"${COMP_WORDS[1]}\" in\n")
	for _, s := range subcommands {
		var flags []string
		for _, f := range flagsOf(s) {
			flags = append(flags, "-"+f.Name)
		}
		fmt.Fprintf(p.out, "      %s) [[ $word == -* ]] && list='%s' || list='%s' ;;\n", s.name, strings.Join(flags, " "), strings.Join(verbsOf(s.name), " "))
	}
	fmt.Fprint(p.out, "      esac ;;\n    esac\n  fi\n  COMPREPLY=($(compgen -W \"$list\" -- \"$word\"))\n}\ncomplete -o default -F _privatepca privatepca\n")
}

func (p *program) zsh() {
	fmt.Fprint(p.out, "#compdef privatepca\n# zsh completion of privatepca. Load it: privatepca completion zsh > \"${fpath[1]}/_privatepca\"\n_privatepca() {\n  if (( CURRENT == 2 )); then\n    local -a list=(\n")
	for _, s := range subcommands {
		fmt.Fprintf(p.out, "      %s\n", quoted(s.name+":"+s.about))
	}
	fmt.Fprint(p.out, "    )\n    _describe subcommand list\n    return\n  fi\n  local sub=$words[2]\n  shift words; (( CURRENT-- ))\n  case $sub in\n")
	for _, s := range subcommands {
		fmt.Fprintf(p.out, "  %s) _arguments", s.name)
		for _, f := range flagsOf(s) {
			value, usage := flag.UnquoteUsage(f)
			spec := "-" + f.Name + "[" + escaped(usage) + "]"
			switch list := wordsOf(f.Name); {
			case isSwitch(f):
			case list != nil:
				spec += ":" + value + ":(" + strings.Join(list, " ") + ")"
			default:
				spec += ":" + value + ":_files"
			}
			fmt.Fprintf(p.out, " \\\n      %s", quoted(spec))
		}
		if verbs := verbsOf(s.name); verbs != nil {
			fmt.Fprintf(p.out, " \\\n      %s", quoted("1:what:("+strings.Join(verbs, " ")+")"))
		}
		fmt.Fprint(p.out, " \\\n      '*:file:_files' ;;\n")
	}
	fmt.Fprint(p.out, "  esac\n}\n_privatepca \"$@\"\n")
}

func (p *program) fish() {
	fmt.Fprint(p.out, "# fish completion of privatepca. Load it: privatepca completion fish | source\n")
	for _, s := range subcommands {
		fmt.Fprintf(p.out, "complete -c privatepca -n __fish_use_subcommand -f -a %s -d %s\n", s.name, quoted(s.about))
		seen := "-n '__fish_seen_subcommand_from " + s.name + "'"
		if verbs := verbsOf(s.name); verbs != nil {
			list := strings.Join(verbs, " ") // in place of files, until one of them is there
			fmt.Fprintf(p.out, "complete -c privatepca -n '__fish_seen_subcommand_from %s; and not __fish_seen_subcommand_from %s' -f -a '%s'\n", s.name, list, list)
		}
		for _, f := range flagsOf(s) {
			_, usage := flag.UnquoteUsage(f)
			takes := " -r"
			if list := wordsOf(f.Name); list != nil {
				takes = " -x -a '" + strings.Join(list, " ") + "'"
			} else if isSwitch(f) {
				takes = ""
			}
			fmt.Fprintf(p.out, "complete -c privatepca %s -o %s%s -d %s\n", seen, f.Name, takes, quoted(usage))
		}
	}
}

// quoted is a text between single quotes, as the three shells read it.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "’") + "'" }

// escaped is a text inside the brackets of zsh's _arguments.
func escaped(text string) string {
	return strings.NewReplacer("[", `\[`, "]", `\]`, ":", `\:`).Replace(text)
}

// man prints the manual page, in the macros of man(7).
func (p *program) man(args []string) error {
	f := p.flags("man")
	if err := p.parse(f, args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return refusal("man takes no further arguments.")
	}
	fmt.Fprintf(p.out, ".TH PRIVATEPCA 1 \"\" \"Private PCA %s\" \"User Commands\"\n", roff(p.software.Version))
	fmt.Fprint(p.out, ".SH NAME\nprivatepca \\- release principal components of a table under differential privacy\n.SH SYNOPSIS\n")
	for _, s := range subcommands {
		fmt.Fprintf(p.out, ".B privatepca %s\n%s\n.br\n", s.name, roff(s.arguments))
	}
	fmt.Fprint(p.out, ".SH DESCRIPTION\nA release is decided from public facts, debited from a ledger, and only then drawn. "+
		"What is released is a document, and files made from it, that protect each person in the table.\n.SH SUBCOMMANDS\n")
	for _, s := range subcommands {
		fmt.Fprintf(p.out, ".SS %s\n%s.\n", s.name, roff(strings.ToUpper(s.about[:1])+s.about[1:]))
		list := flagsOf(s)
		slices.SortFunc(list, func(a, b *flag.Flag) int { return strings.Compare(a.Name, b.Name) })
		for _, f := range list {
			value, usage := flag.UnquoteUsage(f)
			fmt.Fprintf(p.out, ".TP\n.B \\-%s\n", roff(strings.TrimSpace(f.Name+" "+value)))
			if f.DefValue != "" && f.DefValue != "0" && f.DefValue != "false" {
				usage += " (default " + f.DefValue + ")"
			}
			fmt.Fprintf(p.out, "%s.\n", roff(usage))
		}
	}
	fmt.Fprint(p.out, ".SH EXIT STATUS\n")
	for _, c := range exitCodes {
		fmt.Fprintf(p.out, ".TP\n.B %d\n%s.\n", c.code, roff(c.about))
	}
	fmt.Fprint(p.out, ".SH SEE ALSO\ndocs/command.md and docs/scale.md in the source.\n")
	return nil
}

// roff escapes a text for man(7).
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
