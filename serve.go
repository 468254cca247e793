// Command privatepca serves the page; built for wasm, it is the page.
package main

import "privatepca/app/command"

func main() { command.Main() }
