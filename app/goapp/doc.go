// Package goapp holds ways around go-app v9, a file each: what go-app does, why that
// hurts here, the upstream issue where one is known, and when the way around can go.
//
// It does not know the page's state: its functions take functions and bytes.
package goapp
