module privatepca

go 1.26

require (
	github.com/chromedp/cdproto v0.159.0 // indirect
	github.com/chromedp/chromedp v0.22.1 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/google/differential-privacy/go/v3 v3.0.0 // indirect
	github.com/hack-pad/go-indexeddb v0.3.2 // indirect
	github.com/maxence-charriere/go-app/v9 v9.8.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)
