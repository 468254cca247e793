
# A matrix m is a list. Its cov and cor are the covariance and the correlations, as they were released: unbiased, and a little outside the positive definite ones where there is
# much noise; psd(m) gives the nearest positive semidefinite covariance. n.obs is the number of independent rows. n.eff is the number of people at which
# chance alone would make correlations as uncertain as they are, for programs that ask for one number: do not read their tests of fit.
#
# In lavaan, state the number of people and the law beside it:
#   x <- lavaan::lavNames(lavaan::lavaanify(model)); lavaan::cfa(model, sample.cov = m$cov[x, x], sample.nobs = m$n.obs, NACOV = nacov(m, x),
#     se = "robust.sem", test = "satorra.bentler", sample.cov.rescale = FALSE)
#
# correlation_table(m), regress(m, outcome, predictors) and partial_correlations(m) have errors beside each value: noise is that of the release, people
# the chance of who these people are, and cut what is left of the shortening of long records.

privatepca_shaped <- function(m) {
  square <- function(x) matrix(x, length(m$names), dimnames = list(m$names, m$names))
  for (key in c("cov", "P", "factor")) m[[key]] <- square(m[[key]])
  for (key in c("mean", "unit", "seen")) names(m[[key]]) <- m$names
  m$seen <- m$seen == 1
  m$laws <- lapply(m$laws, function(l) { names(l$unit) <- names(l$drift) <- m$names; l })
  v <- ifelse(m$seen, diag(m$cov), NA)
  m$cor <- m$cov / sqrt(outer(v, v))
  m$n.eff <- if (sum(m$seen) > 1) n_effective(m) else NA
  m
}

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

# privatepca_errors are the errors, of noise and people, of a function with df = tr(G dS).
privatepca_errors <- function(m, names, G) {
  f <- m$factor[names, names, drop = FALSE]
  G <- G * f
  noise <- 0
  for (l in m$laws) {
    h <- l$unit[names]
    B <- G * outer(h, h)
    P <- m$P[names, names, drop = FALSE]
    by <- B %*% l$drift[names]
    PB <- P %*% B
    noise <- noise + l$sd^2 * (2 * sum(PB * t(PB)) + 4 * l$ratio * sum(by * (P %*% by)))
  }
  GS <- G %*% (m$cov[names, names, drop = FALSE] / f)
  c(noise = sqrt(max(0, noise)), people = sqrt(max(0, 2 * m$people / m$n.obs * sum(GS * t(GS)))))
}

privatepca_cut <- function(m, G, S) m$cut * sqrt(sum((2 * G * S)[lower.tri(S)]^2))

# correlation_table has a row for each pair: value, its 95 % interval for people like these, and its three errors; NA where too little is seen.
correlation_table <- function(m, names = m$names) {
  out <- list()
  for (j in seq_along(names)) for (i in seq_len(j - 1)) {
    pair <- names[c(i, j)]
    S <- m$cov[pair, pair]
    r <- S[1, 2] / sqrt(S[1, 1] * S[2, 2])
    e <- c(NA, NA)
    if (all(m$seen[pair])) {
      o <- 1 / (2 * sqrt(S[1, 1] * S[2, 2]))
      e <- privatepca_errors(m, pair, matrix(c(-r / (2 * S[1, 1]), o, o, -r / (2 * S[2, 2])), 2))
    } else r <- NA
    cut <- abs(r) * m$cut
    w <- 1.96 * sqrt(sum(e^2) + cut^2)
    out[[length(out) + 1]] <- data.frame(row = pair[1], column = pair[2], value = r, low = min(1, max(-1, r - w)), high = min(1, max(-1, r + w)), noise = e[[1]], people = e[[2]], cut = cut)
  }
  do.call(rbind, out)
}

# strength is the least eigenvalue of the covariance of names, in units of the edge of the noise.
strength <- function(m, names) {
  h <- m$unit[names]
  width <- m$width * if (all(m$factor == 1)) 1 else sqrt(mean(m$factor[names, names][lower.tri(diag(length(names)))]^2))
  min(eigen(m$cov[names, names, drop = FALSE] / outer(h, h), symmetric = TRUE, only.values = TRUE)$values) / (2 * width * sqrt(length(names)))
}

privatepca_strong <- function(m, names) {
  if (any(!m$seen[names])) stop("too little is seen of the spread of ", paste(names[!m$seen[names]], collapse = ", "), call. = FALSE)
  if (!(strength(m, names) >= 1.5)) stop("the strength of these ", length(names), " columns is below 1.5: the inverse of their covariance is noise. Use fewer columns, more people or a larger epsilon", call. = FALSE)
}

# regress is least squares, corrected to second order for the noise: coefficients and r2 with their errors, intercept and strength. Name the levels of a
# category without one of them.
regress <- function(m, outcome, predictors) {
  privatepca_strong(m, predictors)
  if (outcome %in% predictors || !m$seen[outcome]) stop("the outcome is no predictor, and enough is seen of its spread", call. = FALSE)
  names <- c(predictors, outcome)
  q <- length(predictors)
  x <- seq_len(q)
  u <- m$unit[names]
  S <- unname(m$cov[names, names] / outer(u, u))
  A <- solve(S[x, x, drop = FALSE])
  z <- drop(A %*% S[x, q + 1])
  t2 <- (m$width * if (all(m$factor == 1)) 1 else sqrt(mean(m$factor[names, names][lower.tri(S)]^2)))^2
  r2 <- sum(z * S[x, q + 1]) / S[q + 1, q + 1]
  better <- drop(solve(diag(q) + t2 * (A %*% A + sum(diag(A)) * A), z))
  told <- function(G, value, own) {
    e <- privatepca_errors(m, names, G / outer(u, u))
    c(value = value * own, e * own, cut = privatepca_cut(m, G, S) * own)
  }
  rows <- lapply(x, function(k) {
    G <- matrix(0, q + 1, q + 1)
    G[x, x] <- -(outer(A[k, ], z) + outer(z, A[k, ])) / 2
    G[x, q + 1] <- G[q + 1, x] <- A[k, ] / 2
    told(G, better[k], u[[q + 1]] / u[[k]])
  })
  coefficients <- do.call(rbind, rows)
  rownames(coefficients) <- predictors
  G <- matrix(0, q + 1, q + 1)
  G[x, x] <- -outer(z, z) / S[q + 1, q + 1]
  G[x, q + 1] <- G[q + 1, x] <- z / S[q + 1, q + 1]
  G[q + 1, q + 1] <- -r2 / S[q + 1, q + 1]
  value <- r2 - t2 * (sum(diag(A)) * (1 + sum(better^2)) + sum(better * (A %*% better))) / S[q + 1, q + 1]
  list(coefficients = coefficients, r2 = told(G, value, 1), intercept = m$mean[[outcome]] - sum(coefficients[, "value"] * m$mean[predictors]), strength = strength(m, predictors))
}

# partial_correlations has a row for each pair, given all other names.
partial_correlations <- function(m, names = m$names) {
  privatepca_strong(m, names)
  u <- m$unit[names]
  S <- unname(m$cov[names, names] / outer(u, u))
  T <- solve(S)
  out <- list()
  for (j in seq_along(names)) for (i in seq_len(j - 1)) {
    root <- sqrt(T[i, i] * T[j, j])
    r <- -T[i, j] / root
    G <- (outer(T[i, ], T[j, ]) + outer(T[j, ], T[i, ])) / (2 * root) + r / 2 * (outer(T[i, ], T[i, ]) / T[i, i] + outer(T[j, ], T[j, ]) / T[j, j])
    e <- privatepca_errors(m, names, G / outer(u, u))
    out[[length(out) + 1]] <- data.frame(row = names[i], column = names[j], value = r, noise = e[[1]], people = e[[2]], cut = privatepca_cut(m, G, S))
  }
  do.call(rbind, out)
}
