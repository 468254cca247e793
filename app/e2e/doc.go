// Package e2e tests the pages in a real browser: what a person can do, what
// leaves the device, and what happens when something goes wrong. The tests need
// the built server and both WebAssembly binaries (make build) and Chromium.
package e2e
