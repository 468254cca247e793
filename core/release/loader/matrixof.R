
# privatepca_matrix is the matrix of a release with a finding: release$matrix.
privatepca_matrix <- function(object) {
  f <- object$finding
  a <- privatepca_analysis(f)
  n <- max(1, f$rows)
  r2 <- f$radius^2
  middles <- f$longest * 1.2^-(seq_along(f$lengths) - 0.5)
  used <- f$lengths > 3 * f$lengths_noise
  if (!any(used)) used <- seq_along(used) == which.max(f$lengths)
  share <- ifelse(used, pmax(f$lengths, 1e-12), 0)
  near <- vapply(seq_along(used), function(i) any(abs(which(used) - i) <= 3), NA)
  beside <- ifelse(!used & near, pmax(f$lengths, 0), 0)
  left <- if (is.null(f$scale)) max(0, min(sum(beside), f$rows - sum(share))) else 0 # rows in no bin that is used
  if (left > 0) share <- share + beside * left / sum(beside)
  q <- middles[share > 0]^2
  share <- share[share > 0] / sum(share)
  kept <- pmin(1, r2 / q)
  low <- pmin(q, r2)
  mean <- sum(share * q)
  h <- sum(share * kept)
  variance <- max(0, sum(share * q^2) - mean^2)
  joint <- sum(share * q * kept) - mean * h
  d <- length(f$mean)
  Y <- privatepca_symmetric(f$matrix, d) * r2 / n
  rank <- d - sum(f$kinds == "category")
  e <- eigen(Y, symmetric = TRUE)
  m <- min(f$clear, rank - 1)
  lead <- seq_len(m)
  lambda <- pmax(c(e$values[lead], (sum(diag(Y)) - sum(e$values[lead])) / (rank - m)), 0)
  times <- c(rep(1, m), rank - m)
  phi <- rep(max(0.05, h), m + 1)
  heavy <- 0
  for (step in 1:80) {
    x <- lambda / phi
    if (!(sum(times * x) > 0) || !(variance > 0)) break
    x <- x * mean / sum(times * x)
    squares <- 2 * sum(times * x^2)
    heavy <- max(0, (variance - squares) / (mean^2 + squares))
    phi <- 0.5 * phi + 0.5 * pmax(h + (heavy * mean + (1 + heavy) * 2 * x * min(1, variance / squares)) * joint / variance, 0.05)
  }
  V <- Y / phi[m + 1]
  for (i in lead) V <- V + (1 / phi[i] - 1 / phi[m + 1]) * e$values[i] * tcrossprod(e$vectors[, i])
  half <- level <- unit <- NULL
  for (field in object$fields) {
    if (!is.null(field$levels)) {
      k <- length(field$levels)
      half <- c(half, rep(1, k))
      level <- c(level, rep(0, k))
      unit <- c(unit, rep(1 / (if (is.null(field$weight)) 1 else field$weight), k))
    } else {
      k <- if (!is.null(field$part) && field$part %in% c("month cycle", "weekday cycle")) 2 else 1
      half <- c(half, rep(field$maximum / 2 - field$minimum / 2, k))
      level <- c(level, rep(field$zero, k))
      unit <- c(unit, rep(field$unit, k))
    }
  }
  P <- diag(d)
  ends <- cumsum(f$sizes)
  for (b in which(f$kinds == "category")) {
    i <- seq(ends[b] - f$sizes[b] + 1, ends[b])
    P[i, i] <- P[i, i] - 1 / f$sizes[b]
  }
  own <- half / f$weights
  width <- f$tau * r2 / (n * phi[m + 1])
  drift <- drop(P %*% f$mean) / n
  people <- max(1, f$rows / f$design_effect)
  centre <- object$mean
  if (is.null(centre)) centre <- (object$center - level) / unit
  cov <- V * outer(own, own)
  variances <- (diag(P)^2 + diag(P)^2 + 4 * (f$tau_mean / f$tau)^2 * drift^2 * diag(P)) * width^2 * own^4
  privatepca_shaped(list(
    names = rownames(object$rotation), cov = cov, seen = diag(cov) > 4 * sqrt(variances), mean = level + unit * centre, n.obs = round(people),
    people = sum(share * low^2) / sum(share * low)^2 * round(people) / people, cut = (1 - sum(share * low) / mean) * (0.1 + 0.3 * min(1, heavy)), unit = own, P = P,
    factor = matrix(1, d, d), width = width, laws = list(list(sd = width, ratio = (f$tau_mean / f$tau)^2, unit = own, drift = drift))
  ))
}

release$matrix <- privatepca_matrix(release)
