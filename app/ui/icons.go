package ui

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Icons are the shapes that Icon refers to, drawn once a page.
const Icons = `<svg class="defs" aria-hidden="true"><defs>
<symbol id="i-logo" viewBox="0 0 16 16"><ellipse cx="8" cy="8" rx="7" ry="3.6" transform="rotate(-38 8 8)" stroke-dasharray="1.6 1.5" stroke-width="1.2"/><path d="M2.6 12.2 13.4 3.8" stroke-width="1.8"/></symbol>
<symbol id="i-check" viewBox="0 0 16 16"><path d="m3 8.5 3.2 3.2L13 4.8"/></symbol>
<symbol id="i-warn" viewBox="0 0 16 16"><path d="M8 2.2 14.4 13.5H1.6zM8 6.4v3.4M8 11.2v.9"/></symbol>
<symbol id="i-info" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.2"/><path d="M8 7.2v4M8 4.6v1"/></symbol>
<symbol id="i-down" viewBox="0 0 16 16"><path d="M8 2.5v8M4.5 7.2 8 10.7l3.5-3.5M3 13.5h10"/></symbol>
<symbol id="i-edit" viewBox="0 0 16 16"><path d="M3 13h2.5L13 5.5 10.5 3 3 10.5zM9 4.5 11.5 7"/></symbol>
<symbol id="i-seal" viewBox="0 0 16 16"><rect x="3" y="7" width="10" height="6.5" rx="1.2"/><path d="M5.2 7V5a2.8 2.8 0 0 1 5.6 0v2"/></symbol>
<symbol id="i-eye" viewBox="0 0 16 16"><path d="M1.5 8S4 3.7 8 3.7 14.5 8 14.5 8 12 12.3 8 12.3 1.5 8 1.5 8z"/><circle cx="8" cy="8" r="2"/></symbol>
<symbol id="i-book" viewBox="0 0 16 16"><path d="M3 2.5h7.5A2.5 2.5 0 0 1 13 5v8.5H5A2 2 0 0 1 3 11.5zM5.5 6h5M5.5 8.5h3"/></symbol>
</defs></svg>`

// Icon is one of the shapes of Icons.
func Icon(name string) app.UI {
	return app.Raw(`<svg class="icon" aria-hidden="true"><use href="#i-` + name + `"/></svg>`)
}
