// Command privatepca is the command, which also serves the pages; built for wasm, it is the page.
package main

import "privatepca/app/command"

func main() { command.Main() }
