# The factor models of docs/analysis.md: Rscript factors.R FOLDER, where FOLDER has the matrix.R of
#   privatepca matrix -format r web/samples/school-tests.release.json > FOLDER/matrix.R
# It writes confirmatory.csv (lavaan) and exploratory.csv (psych): a loading and its 95 % interval a row.
folder <- commandArgs(TRUE)[1]
source(file.path(folder, "matrix.R"))
m <- matrix_release
save <- function(name, of, value, error) {
  rows <- data.frame(of = of, value = value, low = value - 1.96 * error, high = value + 1.96 * error)
  rows[-1] <- lapply(rows[-1], function(x) sprintf("%.3f", x))
  write.csv(rows, file.path(folder, name), row.names = FALSE, quote = FALSE)
}

model <- "verbal =~ reading + vocabulary + spelling + essay
          maths =~ algebra + geometry + statistics + mental_arithmetic
          sport =~ sprint + long_jump + throwing + endurance"
x <- lavaan::lavNames(lavaan::lavaanify(model))
fit <- lavaan::cfa(model, sample.cov = m$cov[x, x], sample.nobs = m$n.obs, NACOV = nacov(m, x), std.lv = TRUE,
                   se = "robust.sem", test = "satorra.bentler", sample.cov.rescale = FALSE)
s <- lavaan::standardizedSolution(fit)
s <- s[s$op == "=~" | s$op == "~~" & s$lhs != s$rhs, ]
save("confirmatory.csv", paste(s$lhs, ifelse(s$op == "=~", "to", "with"), s$rhs), s$est.std, s$se)

# Directions of factors are free in order and sign: each draw takes those of the release.
loads <- function(S) unclass(psych::fa(cov2cor(S), 3, rotate = "varimax")$loadings)
L <- loads(psd(m))
set.seed(1)
like <- function(D) {
  r <- crossprod(D, L)
  at <- max.col(t(abs(r)))
  D[, at] %*% diag(sign(r[cbind(at, 1:3)]))
}
D <- vapply(draws(m, r = 100), function(S) like(loads(S)), L)
of <- expand.grid(m$names, paste("factor", 1:3))
save("exploratory.csv", paste(of[, 2], of[, 1], sep = " to "), as.vector(L), as.vector(apply(D, 1:2, sd)))
fits <- lavaan::fitMeasures(fit, c("pvalue.scaled", "rmsea.scaled", "rmsea", "cfi", "cfi.scaled"))
cat(sprintf("lavaan %s: p %.3f, RMSEA %.3f, CFI %.3f; psych %s\n", packageVersion("lavaan"), fits["pvalue.scaled"], fits["rmsea.scaled"], fits["cfi.scaled"], packageVersion("psych")))
