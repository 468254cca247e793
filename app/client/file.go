package client

// A NamedFile is a file that somebody chose, with what the browser says of it. The page
// hands it on unread.
type NamedFile struct {
	Handle File
	Name   string
	Size   int64 // in bytes
}
