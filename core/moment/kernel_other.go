//go:build !amd64

package moment

// fastest is the kernel that accumulators get where no other is in use.
var fastest Kernel = products
