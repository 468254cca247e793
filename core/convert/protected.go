package convert

import (
	"bytes"
	"encoding/binary"
	"io"
)

// isProtected reports whether a file is a workbook that is encrypted with a password: a compound file (MS-CFB) whose first folder names
// the stream EncryptedPackage (MS-OFFCRYPTO 2.3.4). Older workbooks are compound files, too, without one.
func isProtected(src io.ReaderAt) bool {
	head := make([]byte, 512)
	if n, _ := src.ReadAt(head, 0); n < len(head) || !bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
		return false
	}
	shift := binary.LittleEndian.Uint16(head[0x1e:])
	if shift != 9 && shift != 12 {
		return false
	}
	folder := make([]byte, 1<<shift)
	n, _ := src.ReadAt(folder, (int64(binary.LittleEndian.Uint32(head[0x30:]))+1)<<shift)
	return bytes.Contains(folder[:n], []byte("E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00"))
}
