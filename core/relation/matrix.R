# cov and cor are the covariance and the correlations, as they were released: unbiased, and a little outside the positive definite ones where there is
# much noise; psd() gives the nearest positive semidefinite covariance. n.obs is the number of independent rows. n.eff is the number of people at which
# chance alone would make correlations as uncertain as they are, for programs that ask for one number: do not read their tests of fit.
#
# In lavaan, state the number of people and the law beside it:
#   m <- matrix_release; s <- m$cov
#   cfa(model, sample.cov = s, sample.nobs = m$n.obs, NACOV = nacov(m, rownames(s)), se = "robust.sem", test = "satorra.bentler")
# The names of NACOV's rows have to be the model's observed variables in lavaan's order: lavaan takes those of the model, so pick them by lavNames().

matrix_release <- local({
  m <- matrix_release
  square <- function(x) matrix(x, length(m$names), dimnames = list(m$names, m$names))
  for (key in c("cov", "P", "factor")) m[[key]] <- square(m[[key]])
  for (key in c("mean", "unit", "seen")) names(m[[key]]) <- m$names
  m$seen <- m$seen == 1
  m$laws <- lapply(m$laws, function(l) { names(l$unit) <- names(l$drift) <- m$names; l })
  v <- ifelse(m$seen, diag(m$cov), NA)
  m$cor <- m$cov / sqrt(outer(v, v))
  m
})

# noise_law is the covariance matrix of the noise of the lower triangle, column by column, of the covariance of names.
noise_law <- function(m, names = m$names) {
  p <- length(names)
  lower <- lower.tri(diag(p), TRUE)
  i <- row(lower)[lower]
  j <- col(lower)[lower]
  f <- m$factor[names, names, drop = FALSE][lower]
  total <- 0
  for (l in m$laws) {
    h <- l$unit[names]
    P <- m$P[names, names, drop = FALSE] * outer(h, h)
    y <- as.vector(l$drift[names] * h)
    V <- P[i, i] * P[j, j] + P[i, j] * P[j, i] +
      l$ratio * (outer(y[i], y[i]) * P[j, j] + outer(y[i], y[j]) * P[j, i] + outer(y[j], y[i]) * P[i, j] + outer(y[j], y[j]) * P[i, i])
    total <- total + l$sd^2 * (V + t(V)) / 2
  }
  V <- total * outer(f, f)
  dimnames(V) <- NULL
  V
}

# nacov is lavaan's NACOV: n times the covariance matrix of the lower triangle of the covariance, of noise and of people (normal theory at model, times
# the kurtosis of the lengths).
nacov <- function(m, names = m$names, model = m$cov[names, names, drop = FALSE]) {
  p <- length(names)
  lower <- lower.tri(diag(p), TRUE)
  i <- row(lower)[lower]
  j <- col(lower)[lower]
  S <- model
  people <- S[i, i] * S[j, j] + S[i, j] * S[j, i]
  m$n.obs * noise_law(m, names) + m$people * (people + t(people)) / 2
}

# n_effective is n.eff of some names.
n_effective <- function(m, names = m$names[m$seen]) {
  p <- length(names)
  lower <- lower.tri(diag(p), TRUE)
  off <- lower.tri(diag(p))[lower]
  v <- diag(m$cov)[names]
  1 / (m$people / m$n.obs + mean((diag(noise_law(m, names)) / outer(v, v)[lower])[off]))
}

# draws are r other covariances that the same noise and other people could have given: for errors of any procedure.
draws <- function(m, names = m$names, r = 100, people = TRUE) {
  S <- m$cov[names, names, drop = FALSE]
  V <- if (people) nacov(m, names) / m$n.obs else noise_law(m, names)
  e <- eigen(V, symmetric = TRUE)
  A <- e$vectors %*% (sqrt(pmax(e$values, 0)) * t(e$vectors))
  lapply(seq_len(r), function(k) {
    X <- S * 0
    X[lower.tri(X, TRUE)] <- A %*% stats::rnorm(nrow(V))
    S + X + t(X) - diag(diag(X), nrow(X))
  })
}

# psd is the nearest positive semidefinite covariance of the same trace, in the units of the noise. Nobody stated intervals of it.
psd <- function(m, names = m$names) {
  h <- m$unit[names]
  e <- eigen(m$cov[names, names, drop = FALSE] / outer(h, h), symmetric = TRUE)
  l <- e$values
  u <- sort(l, TRUE)
  c <- (cumsum(u) - max(sum(l), 0)) / seq_along(u)
  l <- pmax(l - c[max(which(u > c))], 0)
  S <- (e$vectors %*% (l * t(e$vectors))) * outer(h, h)
  dimnames(S) <- list(names, names)
  S
}

matrix_release$n.eff <- if (sum(matrix_release$seen) > 1) n_effective(matrix_release) else NA
