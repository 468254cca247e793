package page

import "privatepca/app/frame"

// What tests see of the inside.
var Leads = leads

// InFrame is the page as a frame around it sees it.
func InFrame(p *Page) frame.Page { return inFrame{p} }
