package advice

import "privatepca/core/fault"

func refusal(field string, reason fault.Reason) Key {
	return Key{Code: fault.CodeRequest, Reason: reason, Field: field}
}

const (
	aShare   = "The share must be a number between 0 and 1, such as 0.1."
	noColumn = "The file has no column of that name. Capitals and spaces count."
	aDelta   = "δ must be a number between 0 and 1, such as 1e-6."
	nothing  = "The shares of ε leave nothing for the directions: make them smaller."
)

// refused are the sentences of choices and answers that are refused: on a page, and on a terminal, where that says it otherwise.
var refused = map[Key]Row{
	// Of any field.
	refusal("", fault.TwoWays): {Page: "{0} may be read in two ways: type {1} or {2}."},
	refusal("", fault.Share):   {Page: aShare, Command: "A step's share of ε must be above 0 and below 1."},

	{Code: fault.CodeSchema, Reason: fault.Single}: {Page: "The columns make one feature only. A subspace needs at least two: take in another column."},
	{Code: fault.CodeSchema, Reason: fault.Flat}:   {Page: "No column can vary between its bounds: a mean would say nothing."},

	refusal("epsilon", fault.TooSmall):   {Page: "ε must be a positive number."},
	refusal("epsilon", fault.OutOfRange): {Page: "ε is outside the range that can be calibrated."},
	refusal("epsilon", fault.Above):      {Page: "The limit of this portal is ε = {0}."},
	refusal("delta", fault.OutOfRange):   {Page: aDelta},
	refusal("delta", fault.TooSmall):     {Page: "δ is too small to be calibrated: use at least 1e-300."},
	refusal("delta", fault.Needed): {
		Page:    "{0} needs a δ above 0. For δ = 0 choose the nuclear norm, and under Columns what it can measure: directions from a private mean, for example.",
		Command: "{0} noise needs δ > 0; for δ = 0 choose a mechanism with pure ε, and a norm rule that it can measure, such as sign.",
	},
	refusal("delta", fault.Above): {Page: "The limit of this portal is δ = {0}."},

	refusal("mechanism", fault.Unknown): {Page: "{0} is not one of {1}."},
	refusal("mechanism", fault.TooWide): {Page: "{0} takes at most {1} features, and the columns make {2}: leave columns out, merge levels, or choose another mechanism."},
	refusal("mechanism", fault.OtherNoise): {
		Page:    "What the components describe is measured with Gaussian noise in three steps, and {1} is of another kind. Choose Gaussian here, or another answer under Columns.",
		Command: "The norm rule mean draws its three steps with Gaussian noise, and {0} is of another kind: choose the mechanism gaussian and a δ, or the norm rule sign.",
	},
	refusal("correlations", fault.NoMatrix): {
		Page:    "{2} releases no whole matrix, so every column cannot count equally. Choose Gaussian or nuclear noise here, or take that answer back under Columns.",
		Command: "Columns count equally only where a whole noisy matrix is released, and {0} releases none: choose the mechanism {1}.",
	},
	refusal("correlations", fault.NoMean): {Page: "Columns count equally only in variation about a mean: choose the norm rule mean, sign or pairs, or pay for a centre."},
	refusal("shrink", fault.ForNothing):   {Page: "Where columns count equally under the norm rule mean, shrinkage loses more than it wins: leave it out."},

	refusal("relation", fault.Unknown): {Page: "There is no neighbour relation {0}: choose replace-one or add-remove."},
	refusal("relation", fault.Pairs): {
		Page:    "Pairs need “one person replaced”. If a row is added or removed, another row gets a new partner. Choose “one person replaced”, or another answer under Columns.",
		Command: "Pairs are for the relation replace-one: when a row is added or removed, another row gets a new partner, which costs as much as a replacement. Choose replace-one, or the norm rule clip.",
	},
	refusal("relation", fault.Divided): {
		Page:    "A private mean needs “one person replaced”, because it divides by the number of records. Choose “one person replaced”, or another centre under Columns.",
		Command: "A noisy mean divides by the number of records, which is private under add/remove: choose a public centre.",
	},

	refusal("k", fault.TooSmall): {
		Page:    "k must be a whole number from 1 to {1}.",
		Command: "k = {0}; at least one direction must be asked for.",
	},
	refusal("k", fault.OutOfRange): {
		Page:    "k must be a whole number from 1 to {1}.",
		Command: "k = {0} of d = {2} features; k must be below d, or nothing is reduced.",
	},
	refusal("k", fault.Stated):                         {Page: "State k, or let it be chosen, not both."},
	refusal("steps.choose_k", fault.WrongMethod):       {Page: "{0} shares its ε among k directions, so that k must be stated before: its first directions are an answer for every smaller k."},
	refusal("steps.choose_k", fault.ForNothing):        {Page: "This mechanism needs no ε for the choice of k: state one; where it releases a whole matrix, every other k can be viewed at no cost."},
	refusal("steps.choose_k.target", fault.OutOfRange): {Page: aShare, Command: "The share of the trace must lie between 0.000001 and 0.999999."},
	refusal("steps.choose_k.max", fault.OutOfRange): {
		Page:    "It must be a whole number from 1 to {1}.",
		Command: "k is to be chosen from 1 … {0}, but must be below d = {2}.",
	},

	refusal("steps", fault.ForNothing):  {Page: "A random subspace uses nothing of the records: leave out the steps, which would cost budget and protect nothing."},
	refusal("steps", fault.NothingLeft): {Page: nothing, Command: "The steps' shares of ε leave nothing for the mechanism."},
	refusal("core_share", fault.Share): {
		Page:    aShare,
		Command: "The share of ε for the core must be at least 0 and below 1.",
	},
	refusal("core_share", fault.NothingLeft): {Page: nothing, Command: "The shares of ε leave nothing for the directions, or for their order and eigenvalues."},
	refusal("core_share", fault.WrongMethod): {Page: "{0} releases no order and eigenvalues for a share of ε: leave the share out."},
	refusal("cap", fault.OutOfRange): {
		Page:    "The limit must be a whole number from 1 to 1,000,000,000.",
		Command: "A cap of {0} proposals; −1 means none, 0 the usual one.",
	},
	refusal("cap", fault.WrongMethod):    {Page: "{0} makes no proposals that could be capped: leave the cap out."},
	refusal("sweeps", fault.OutOfRange):  {Page: "{0} sweeps are not in 1 … {1}."},
	refusal("sweeps", fault.WrongMethod): {Page: "{0} takes no number of sweeps: leave it out."},

	refusal("steps.centre", fault.Pairs):  {Page: "Differences of pairs have no centre: leave out the step that pays for one."},
	refusal("steps.centre", fault.Stated): {Page: "Directions are measured from a mean of their own: leave out the step that pays for a centre."},
	refusal("steps.centre", fault.Many): {
		Page:    "A private mean needs each row to be a different person, because it divides by the number of rows.",
		Command: "A noisy mean divides by the number of rows, which is private when a person may have several: choose a public centre.",
	},
	refusal("steps.mean", fault.WrongRule):                 {Page: "Only the norm rule sign, without a stated centre, measures from a noisy mean: leave out the step that pays for one."},
	refusal("steps.norm_bound", fault.WrongRule):           {Page: "Only records that are clipped need a norm bound, not those of the norm rule {0}: leave out the step that pays for one."},
	refusal("steps.norm_bound", fault.Stated):              {Page: "The schema states a norm bound already: leave it out there, or leave out the step that pays for one."},
	refusal("steps.norm_bound.quantile", fault.OutOfRange): {Page: aShare, Command: "The quantile must lie between 0.000001 and 0.999999."},
	refusal("steps.sums", fault.WrongRule):                 {Page: "Only the norm rule mean takes noisy sums: leave out the step that pays for them."},
	refusal("steps.lengths", fault.WrongRule):              {Page: "Only the norm rule mean counts lengths: leave out the step that pays for them."},
	refusal("steps.count", fault.WrongRule):                {Page: "Only the norm rule mean counts rows: leave out the step that pays for it."},
	refusal("steps.count", fault.ForNothing):               {Page: "The number of rows comes with the noisy sums: leave out the step that pays for it."},
	refusal("steps.count", fault.Known):                    {Page: "The number of rows is public here: leave out the step that pays for it."},
	refusal("centre", fault.Stated):                        {Page: "The norm rule mean measures its own centre: leave out the one that is stated, or choose the norm rule sign."},
	refusal("norm_rule", fault.TooWide):                    {Page: "The norm rule mean takes at most {0} features, and these columns make {1}: leave columns out, merge categories, or choose the norm rule sign."},

	refusal("as", fault.WrongRule): {Page: "Only the norm rule mean measures as an earlier release: choose it, or leave the earlier release out."},
	refusal("as", fault.Unread):    {Page: "The earlier document's SHA-256 is not one."},
	refusal("as", fault.Claimed):   {Page: "The earlier release is not private, or claims less than exact arithmetic, and this one would rest on it. Release without it."},
	refusal("as", fault.NoMatrix): {
		Page:    "The earlier release counts every column equally, and this one is in the units of the bounds. Choose the same under Columns.",
		Command: "Releases can be compared where every column counts equally: let it, or leave the earlier release out.",
	},
	refusal("as", fault.Stated):     {Page: "A release that measures as an earlier one takes its sums and lengths from there: leave these steps out."},
	refusal("as", fault.Misfit):     {Page: "The earlier release has other columns than these."},
	refusal("as", fault.OutOfRange): {Page: "A number of the earlier release is out of range."},
	refusal("as", fault.Uneven):     {Page: "The earlier release weighs the features of one column differently."},

	refusal("row_weight", fault.WrongRule): {
		Page:    "Rows are weighted by {0}, which only directions of “which columns go together” allow. Choose that under Columns, or leave the weights out.",
		Command: "Only the norm rule mean weighs rows: choose it, or leave row_weight out.",
	},
	refusal("design_effect", fault.WrongRule): {Page: "Only the norm rule mean takes a design effect: choose it, or leave the design effect out."},
	refusal("design_effect", fault.OutOfRange): {
		Page:    "The design effect must be a number from 1 to 1,000,000. Leave it empty if rows are independent people.",
		Command: "The design effect is how many rows are worth one independent row: a number from 1 to a million.",
	},

	// What a page asks of the table.
	refusal("person_column", fault.Absent):          {Page: noColumn},
	refusal("rows_per_person", fault.OutOfRange):    {Page: "This must be a whole number from 1 to 1,000,000."},
	refusal("norm_bound", fault.OutOfRange):         {Page: "R must be a positive number. If you do not know one, choose another answer about the length."},
	refusal("centre", fault.Misfit):                 {Page: "The schema states its centre for other features than these."},
	refusal("row_weight.column", fault.Absent):      {Page: noColumn},
	refusal("row_weight.column", fault.Person):      {Page: "This column names the person. Another one has to weigh the rows."},
	refusal("row_weight.maximum", fault.OutOfRange): {Page: "The largest weight must be a number above 0."},
	refusal("row_weight.missing", fault.OutOfRange): {Page: "This weight must be from 0 to the largest."},

	// Of the budget that a release is paid from.
	refusal("people", fault.Needed):        {Page: "Say whether these are people of whom releases were made."},
	refusal("population", fault.Needed):    {Page: "Name the population: its budget is kept under that name."},
	refusal("limit", fault.Above):          {Page: "The limit of this portal is ε = {0}."},
	refusal("limit", fault.OutOfRange):     {Page: "The limit is at most 10⁹. A total near the suggestion of {0} still protects."},
	refusal("limit", fault.Needed):         {Page: "Say the most that may ever be spent, as ε. The suggestion of {0} is below this release."},
	refusal("limit", fault.TooSmall):       {Page: "The limit must be a positive number ε."},
	refusal("sum_delta", fault.OutOfRange): {Page: aDelta},

	// Of practice.
	refusal("practice.epsilon", fault.OutOfRange):    {Page: "ε must be a number above 0, such as 1."},
	refusal("practice.norm_bound", fault.OutOfRange): {Page: "R must be a number above 0, or empty."},
	refusal("practice.k", fault.OutOfRange):          {Page: "k must be a whole number from 1 to {0}."},
	refusal("wanted", fault.OutOfRange):              {Page: "Type a share between 1 and 99.99 %."},
}
