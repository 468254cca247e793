// Package pagetest plays a whole page in a test: the test is the worker, the browser and the visitor. After whatever a visitor does it holds the page to
// two rules: what is drawn again is what a fresh page would show, and no value was changed in place.
package pagetest
