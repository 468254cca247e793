// Package account has what the page knows of the ledger, and of the budget that a release is paid from. What was spent is for the worker's ledger to
// say: a balance is what it said about the release that is described, or there is none.
package account
