package main

import "privatepca/app"

// The same command built for the browser is the page itself.
func main() { app.Run() }
