package command

import "privatepca/app"

// Main starts the page: the same command, built for the browser.
func Main() { app.Run() }
