
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
      half <- c(half, rep(if (is.null(field$separator)) field$maximum / 2 - field$minimum / 2 else 1, k))
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
  answered <- rep(f$answered, f$sizes)
  people <- max(1, f$rows / f$design_effect)
  centre <- object$mean
  if (is.null(centre)) centre <- (object$center - level) / unit
  cov <- V * outer(own, own)
  variances <- (diag(P)^2 + diag(P)^2 + 4 * (f$tau_mean / f$tau)^2 * drift^2 * diag(P)) * width^2 * own^4
  m <- privatepca_shaped(list(
    names = rownames(object$rotation), cov = cov, seen = diag(cov) > 4 * sqrt(variances), mean = level + unit * centre, n.obs = round(people),
    people = sum(share * low^2) / sum(share * low)^2 * round(people) / people, cut = (1 - sum(share * low) / mean) * (0.1 + 0.3 * min(1, heavy)), unit = own, P = P,
    factor = matrix(1, d, d), width = width, laws = list(list(sd = width, ratio = (f$tau_mean / f$tau)^2, unit = own, drift = drift))
  ))
  m$short <- 1 - sum(share * low) / mean
  m$directions <- object$rotation / object$scale # on the columns' own units
  m$frequency <- stats::setNames((level + unit * centre) * answered, m$names) # of a level
  m$frequency_error <- f$mean_noise
  m
}

# centroids has a row for each level of a category and each of the first k directions: the mean score of the level's people, in standard deviations of
# the score, with its three errors; NA where the level is rarer than four errors of its frequency. Levels in the middle may lie farther out than is stated,
# since people who are far from the middle were shortened.
centroids <- function(release, column, k = 2) {
  m <- release$matrix
  size <- vapply(release$fields, function(f) if (!is.null(f$levels)) length(f$levels) else if (!is.null(f$part) && f$part %in% c("month cycle", "weekday cycle")) 2L else 1L, 0L)
  at <- which(vapply(release$fields, function(f) identical(f$name, column) && !is.null(f$levels), NA))
  if (length(at) != 1) stop("the release has no category ", column, call. = FALSE)
  rows <- sum(size[seq_len(at - 1)]) + seq_len(size[at])
  h <- m$unit
  S <- unname(m$cov)
  scaled <- S / outer(h, h)
  e <- eigen(scaled, symmetric = TRUE)
  law <- m$laws[[1]]
  out <- list()
  for (direction in seq_len(min(k, ncol(m$directions)))) {
    w <- unname(m$directions[, direction])
    sw <- drop(S %*% w)
    spread <- sum(w * sw)
    q <- w * h / sqrt(sum((w * h)^2))
    lambda <- sum(q * (scaled %*% q))
    # the share by which a direction's variance is too large, since its noise turned it towards what is large by noise
    x <- drop(m$P %*% q)
    y <- m$P %*% e$vectors
    gx <- sum(law$drift * x)
    gy <- drop(law$drift %*% y)
    yy <- colSums(y^2)
    xy <- drop(x %*% y)
    variance <- law$sd^2 * (sum(x^2) * yy + xy^2 + law$ratio * (gx^2 * yy + gy^2 * sum(x^2) + 2 * gx * gy * xy))
    gap <- lambda - e$values
    gap <- ifelse(gap < 0, -1, 1) * pmax(abs(gap), 2 * sqrt(variance))
    turned <- max(0, sum((variance / (lambda * gap))[-which.max(abs(drop(q %*% e$vectors)))]))
    for (i in rows) {
      p <- m$frequency[[i]]
      value <- error <- cut <- NA_real_
      errors <- c(NA_real_, NA_real_)
      if (isTRUE(spread > 0) && p >= 4 * m$frequency_error) {
        value <- sw[i] / (p * sqrt(spread)) * sqrt(1 / (1 + turned))
        G <- -value * outer(w, w) / (2 * spread)
        G[i, ] <- G[i, ] + w / (2 * p * sqrt(spread))
        G[, i] <- G[, i] + w / (2 * p * sqrt(spread))
        errors <- privatepca_errors(m, m$names, G)
        errors[1] <- sqrt(errors[[1]]^2 + (value * m$frequency_error / p)^2)
        cut <- m$short * abs(value) * (0.2 + 1.2 * max(0, 1 - value^2))
      }
      out[[length(out) + 1]] <- data.frame(level = m$names[i], direction = direction, value = value, noise = errors[[1]], people = errors[[2]], cut = cut)
    }
  }
  do.call(rbind, out)
}

# as_PCA is what FactoMineR's PCA gives, for what draws that (factoextra), from the released correlations of columns, of which enough is seen. There are no
# individuals. Categories of the release are supplementary: their levels' centroids, in units of the axes.
as_PCA <- function(release, columns = NULL, k = 5) {
  m <- release$matrix
  category <- unlist(lapply(release$fields, function(f) rep(!is.null(f$levels), max(1, length(f$levels), if (!is.null(f$part) && f$part %in% c("month cycle", "weekday cycle")) 2))))
  if (is.null(columns)) columns <- m$names[m$seen & !category]
  if (any(!m$seen[columns])) stop("too little is seen of the spread of ", paste(columns[!m$seen[columns]], collapse = ", "), call. = FALSE)
  k <- min(k, length(columns))
  e <- eigen(m$cor[columns, columns], symmetric = TRUE)
  root <- sqrt(pmax(e$values, 0))
  axes <- paste0("Dim.", seq_len(k))
  V <- e$vectors[, seq_len(k), drop = FALSE]
  V <- sweep(V, 2, ifelse(colSums(V) < 0, -1, 1), "*")
  coord <- sweep(V, 2, root[seq_len(k)], "*")
  dimnames(coord) <- list(columns, axes)
  eig <- cbind(eigenvalue = e$values, "percentage of variance" = 100 * e$values / length(columns), "cumulative percentage of variance" = 100 * cumsum(e$values) / length(columns))
  rownames(eig) <- paste("comp", seq_along(columns))
  out <- list(eig = eig, var = list(coord = coord, cor = coord, cos2 = coord^2, contrib = 100 * sweep(coord^2, 2, pmax(e$values[seq_len(k)], 1e-300), "/")),
    svd = list(vs = root, V = V), call = list(ncp = k, scale.unit = TRUE, X = as.data.frame(matrix(0, 0, length(columns), dimnames = list(NULL, columns)))))
  levels <- m$names[category & m$frequency > 4 * m$frequency_error]
  if (length(levels) > 0) {
    W <- V / sqrt(diag(m$cov)[columns])
    place <- m$cov[levels, columns, drop = FALSE] %*% W / m$frequency[levels]
    dimnames(place) <- list(levels, axes)
    out$quali.sup <- list(coord = place)
    out$call$quali.sup <- list(numero = 1)
  }
  structure(out, class = c("PCA", "list"))
}

release$matrix <- privatepca_matrix(release)
