# Rscript lavaan.R FOLDER: for each release's matrix*.R there, a line of what lavaan says of three factors of four columns each:
# p of the model with the law of errors, p by n alone, p with one column on the wrong factor, then twelve standardised loadings and their errors.
suppressWarnings(suppressMessages(library(lavaan)))
model <- function(first, second, third) sprintf("f =~ %s\ng =~ %s\nh =~ %s", first, second, third)
right <- model("x0 + x1 + x2 + x3", "x4 + x5 + x6 + x7", "x8 + x9 + x10 + x11")
wrong <- model("x0 + x1 + x2", "x3 + x4 + x5 + x6 + x7", "x8 + x9 + x10 + x11")
p <- function(fit, key) if (lavInspect(fit, "converged")) fitMeasures(fit, key)[[1]] else 0
for (file in list.files(commandArgs(TRUE)[1], "^matrix.*R$", full.names = TRUE)) {
  source(file)
  m <- matrix_release
  x <- lavNames(lavaanify(right))
  by <- function(model) suppressWarnings(cfa(model, sample.cov = m$cov[x, x], sample.nobs = m$n.obs, NACOV = nacov(m, x), std.lv = TRUE,
    se = "robust.sem", test = "satorra.bentler", sample.cov.rescale = FALSE))
  alone <- suppressWarnings(cfa(right, sample.cov = m$cov[x, x], sample.nobs = m$n.obs, std.lv = TRUE))
  fit <- by(right)
  s <- standardizedSolution(fit)
  s <- s[s$op == "=~", ]
  cat(p(fit, "pvalue.scaled"), p(alone, "pvalue"), p(by(wrong), "pvalue.scaled"), s$est.std, s$se, "\n")
}
