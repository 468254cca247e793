package protocol

// A Request is one that the page can send: its name, the type of its body, and the type
// of what answers it.
type Request[Body, Answer any] struct {
	Name string
	// Quick says that the worker answers at once: ending the worker instead gains nothing.
	Quick bool
}

// Named is what all requests have in common.
type Named interface {
	// RequestName is the type of the request's envelope, and of its answer's.
	RequestName() string
	// NewAnswer returns a pointer to an empty answer.
	NewAnswer() any
}

// RequestName returns Name.
func (r Request[Body, Answer]) RequestName() string { return r.Name }

// NewAnswer returns a pointer to an empty Answer.
func (r Request[Body, Answer]) NewAnswer() any { return new(Answer) }

// The requests.
var (
	OpenRequest      = Request[Open, Opened]{Name: "open"}
	LookRequest      = Request[Look, Looked]{Name: "look", Quick: true}
	UnmatchedRequest = Request[Unmatched, Unmatching]{Name: "unmatched"}
	PrepareRequest   = Request[Prepare, Prepared]{Name: "prepare"}
	CompareRequest   = Request[Compare, Compared]{Name: "compare", Quick: true}
	ReleaseRequest   = Request[Release, Released]{Name: "release"}
	BalanceRequest   = Request[Balance, Balanced]{Name: "balance", Quick: true}
	DebitRequest     = Request[Release, Debited]{Name: "debit"}
	LedgerRequest    = Request[Ledger, Populations]{Name: "ledger", Quick: true}
	EntryRequest     = Request[GetEntry, Released]{Name: "entry", Quick: true}
	DescribeRequest  = Request[Describe, Described]{Name: "describe", Quick: true}
	ExportRequest    = Request[Export, Exported]{Name: "export", Quick: true}
	PreviewRequest   = Request[Preview, Previewed]{Name: "preview", Quick: true}
	ImportRequest    = Request[Import, Populations]{Name: "import", Quick: true}
	CapRequest       = Request[Cap, Populations]{Name: "cap", Quick: true}
	ResetRequest     = Request[Reset, Populations]{Name: "reset", Quick: true}
	DeclareRequest   = Request[Declare, Declared]{Name: "declare"}
	PlaceRequest     = Request[Place, Placed]{Name: "place", Quick: true}
	PracticeRequest  = Request[Practice, Practised]{Name: "practice"}
	ForecastRequest  = Request[Forecast, Forecasted]{Name: "forecast"}
)

// All lists every request once.
var All = []Named{
	OpenRequest, LookRequest, UnmatchedRequest, PrepareRequest, CompareRequest, ReleaseRequest,
	BalanceRequest, DebitRequest, LedgerRequest, EntryRequest, DescribeRequest, ExportRequest, PreviewRequest, ImportRequest, CapRequest, ResetRequest,
	DeclareRequest, PlaceRequest, PracticeRequest, ForecastRequest,
}
