package panel

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/ui"
)

// A Word is one that the pages use in a sense of its own. Forms are its other spellings there, a space apart.
type Word struct{ Name, Forms, Meaning string }

// Glossary explains every word of the field, and every one that plain English has not, in the order of the alphabet. A test lists
// what the pages say and this list lacks.
var Glossary = []Word{
	{"angle, principal", "angles angle principal", "How far two releases point apart: 0° is the same direction, 90° has nothing in common."},
	{"bootstrap, cross-validation", "bootstrap cross-validation", "Ways to judge a result by drawing the records again. They read the records again, so each costs budget; the interval of a loading here costs none."},
	{"bounds, range", "bounds bound range ranges bounded minimum maximum min max", "The smallest and the largest value that a column can have, from public knowledge. The largest value in the file belongs to somebody, so it is never used."},
	{"budget", "budgets", "The most that all releases about the same people may reveal together, as a number ε. A release spends part of it."},
	{"category, level", "categories levels level", "One of the values that a column can take, such as a yes or a no. Each level becomes one feature."},
	{"centre", "centred centring uncentred", "The point from which records are measured."},
	{"chain, Markov", "markov chain gibbs sampler sampling burn-in", "A way to draw from a law step by step. After a number of steps (the burn-in) the draws are taken to follow that law. The claim of such a mechanism is conditional on that."},
	{"claim", "claims", "How far the guarantee is proven for what ran: exact, idealised numerics, conditional on convergence, or not private."},
	{"clip", "clipped clipping", "To shorten a record that is longer than the norm bound R."},
	{"component, direction", "components directions direction pca", "An axis along which records differ, with a weight for each feature. Principal component analysis (PCA) finds the axes along which they differ most."},
	{"compose, add up", "composed composition compose composes", "Releases about the same people together reveal at most the sum of what each may; counted as Gaussian differential privacy they often reveal less than the sum."},
	{"correlation", "correlations", "How far two columns go together, from −1 to 1, whatever their units."},
	{"covariance", "covariances", "The second moment of differences from the mean."},
	{"cryptographic source", "cryptographic", "Random numbers of the browser that nobody can predict."},
	{"CSV, TSV", "csv tsv gzip gz delimiter", "Tables as text: a line for each record, with commas or tabs between the cells. Gzip is a way to pack them."},
	{"δ, delta", "delta", "What may be added to the probability of any conclusion, beyond the factor of ε."},
	{"eigenvalue", "eigenvalues", "How much of the records' second moment lies along a direction."},
	{"eigenvector", "eigenvectors", "A direction of a matrix. Those of the second moment are the principal components."},
	{"encode", "encoded encoding", "To make a vector of numbers of bounded length out of a record, by a public rule."},
	{"ε, epsilon", "epsilon", "The most that a release may tell about one person, as the logarithm of a factor on any odds."},
	{"exact", "", "The strongest claim: the guarantee is proven for the whole numbers that were computed, with noise that is drawn exactly."},
	{"feature", "features", "One coordinate of an encoded record: a number, or one level of a category."},
	{"fingerprint", "fingerprints sha-256 digest", "A short text that tells whether two files are the same. Of a file of records it stays in this browser."},
	{"forecast", "forecasts", "What a release is expected to keep, from public facts and an assumed spectrum. It reads nothing of the file."},
	{"Frictionless, CSVW", "frictionless csvw croissant ddi opendp smartnoise schemas schema metadata dictionary codebook json", "Public standards for describing a table: its columns, their types and ranges. A schema is such a description, and a codebook is one as a table. Croissant, DDI and the metadata of OpenDP and SmartNoise are others."},
	{"Gaussian differential privacy, GDP", "gdp μ μ²", "A way to count what releases reveal: by how hard it is to tell two normal laws apart, μ of their widths from each other. Many releases together cost less than their sum."},
	{"heat map", "heatmap heat", "A table of loadings in colours."},
	{"idealised numerics", "idealised", "A claim that is proven for real numbers. Rounding in the computer is not covered."},
	{"interval", "intervals whisker whiskers", "The range in which a loading lies with a stated probability, by the law of the noise."},
	{"k", "", "The number of directions that are released or shown."},
	{"law", "laws density distribution", "The stated probabilities of random numbers, such as those of noise."},
	{"ledger", "ledgers debit debited charge charged cap caps limit limits", "The list of what was spent on whom, kept in this browser. A release is debited before its first random number is drawn. The limit (cap) is the most that may ever be spent."},
	{"loading", "loadings", "The weight of a feature in a direction, from −1 to 1. Features whose loadings have the same sign rise together along it."},
	{"loading circle", "circle biplot", "A picture of two directions at once: each feature is a point, at its two loadings."},
	{"m", "", "The most rows that one person may have."},
	{"mechanism", "gaussian laplace nuclear sulq modsulq ppca-gibbs ppca sequential mechanisms exponential bingham", "A random rule that makes a release out of records. Gaussian, Laplace and nuclear norm add noise to a whole matrix; PPCA and its relatives draw a subspace."},
	{"midpoint", "midpoints", "The middle of a column's bounds. A missing number counts as that."},
	{"moment, second", "moment moments matrix", "The sum over records of products of their features: a table with a row and a column for each feature. All principal components follow from it."},
	{"mu, μ", "mu", "What a release spends when it is counted as Gaussian differential privacy."},
	{"n, d", "", "The number of people or records, and the number of features."},
	{"neighbours", "neighbour relation add/remove replace-one", "Two files that differ in the data of one person. The guarantee compares them."},
	{"noise", "noisy", "Random numbers that are added, or the randomness of a draw, so that no one person's data can be told from the result."},
	{"norm bound R", "norm norms r² r", "The length to which a record is cut before it is summed."},
	{"NPY, Python, R", "npy numpy python scikit-learn prcomp svg png html loader loaders", "Programs and formats that the saved files are for. A loader is a short program that reads a release."},
	{"optimum, share of the structure kept", "optimal optimum energy energies", "How much of the second moment the released directions hold, as a share of what the best directions of that number hold."},
	{"orthonormal", "orthogonal", "Of length 1 and at right angles to each other."},
	{"outlier", "outliers", "A record far from all others."},
	{"pair", "pairs", "Two rows that are compared. Differences of random pairs describe variation about the mean, without a mean."},
	{"population, group", "populations", "The people whom releases are about. Releases about the same people share one budget."},
	{"portal, host", "portals dataverse ckan socrata embed embedded iframe sandbox", "A site that shows this page inside its own."},
	{"practice", "practise practising", "Trying out mechanisms on a file that is declared public. Exact numbers are shown, and later releases of the file say “not private”."},
	{"proposal", "proposals acceptance", "A trial draw of a mechanism, which is taken or thrown away. How many it takes depends on the records, and is not released."},
	{"provenance", "", "Where bounds come from: a schema, typed from general knowledge, or computed from the data. The last makes a release “not private”."},
	{"pure", "", "Without a δ: ε alone bounds what a release can tell."},
	{"quantile", "quantiles", "The value below which a stated share of all values lies."},
	{"quantised", "quantisation", "Rounded to whole numbers of a fixed unit, so that sums are exact."},
	{"record, row, person", "records row rows persons person people", "A record is one row of the table. One person may have several; whom a row belongs to is a question to you."},
	{"release", "releases released releasing publish", "What leaves this device: directions and a statement, in a document."},
	{"rho, ρ", "rho", "What a release spends when it is counted as zCDP."},
	{"scree", "", "A chart of eigenvalues from the largest to the smallest."},
	{"sensitivity", "sensitivities", "How much one person's data can change a sum. The noise is made in proportion to it."},
	{"shrinkage", "shrink shrinks shrunk", "An estimate that takes away what the noise has added, from the released matrix and the law of its noise alone."},
	{"spectrum", "spectra", "All eigenvalues together. A forecast assumes one."},
	{"spend", "spends spent spending price cost costs", "To use up part of a budget. What is spent cannot be given back, because what is published cannot be taken back."},
	{"statement", "statements", "The sentence that says what was released, under which guarantee."},
	{"subspace", "subspaces basis", "Several directions taken together, such as the plane of two of them."},
	{"synthetic", "", "Made up by a program. A synthetic table describes nobody."},
	{"unit vector", "vector vectors unit", "A vector is a list of numbers, here one for each feature. One of length 1 is a unit vector."},
	{"variance, explained", "variances variance explained variation mean", "How much the records differ along a direction. The mean is their average."},
	{"varimax, rotation", "varimax rotate rotated rotation", "Turning directions within their subspace, so that each has few large loadings. It changes nothing of what they hold together."},
	{"worker", "workers webassembly wasm offline", "The part of this page that reads the file. The browser refuses it any connection."},
	{"zCDP", "zcdp", "Zero-concentrated differential privacy: a way to count what releases reveal, under which many releases together cost less than their sum."},
}

// Words are all words, each with its meaning.
type Words struct{}

// Draw implements ui.Drawn.
func (Words) Draw(*ui.Inbox) app.UI {
	var rows []app.UI
	for _, w := range Glossary {
		rows = append(rows, app.Div().Body(app.Dt().Text(language.Say(w.Name)), app.Dd().Text(language.Say(w.Meaning))))
	}
	return app.Section().Class("stack").Body(
		app.H2().ID("all-words").TabIndex(-1).Text(language.Say("All words, from A to Z")),
		app.Dl().Class("facts words").Body(rows...))
}
