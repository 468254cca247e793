package command

import "privatepca/app/page"

// Main starts the page: the same command, built for the browser.
func Main() { page.Run() }
