
# What the release has found. k is the number of directions here, d that of features.
#   release$of                what is estimated, in a sentence; release$notes: what a reader has to know beside
#   release$tested, $level    whether directions were tested, and what an eigenvalue had to pass, in units of a column
#   release$eigenvalue_errors standard errors of the clear eigenvalues
#   release$estimates         d x k: the loadings to read. A direction that is not clear, or that has no interval, has its column
#                             of rotation here. Directions that cannot be told from each other are a plane (release$planes:
#                             their numbers), and have the plane's axes here
#   release$errors, $people_errors   d x k standard errors: of the noise, and of the choice of people; NA for a direction without
#   release$table_low, $table_high   95 % intervals for this table, as it was centred and cut in this release
#   release$people_low, $people_high the same for people like these, of whom the records are a sample
# privatepca_check(release) computes all of it again from the released matrix. It returns what differs: character(0) where all agrees.

privatepca_found <- function(object, f) {
  object[c("of", "notes", "tested", "level")] <- f[c("of", "notes", "tested", "level")]
  object$eigenvalue_errors <- f$value_errors
  object$planes <- Filter(function(r) length(r) > 1, lapply(f$clusters, function(c) c$ranks + 1))
  object$estimates <- object$rotation
  object$errors <- object$rotation * NA
  object$people_errors <- object$errors
  for (e in f$estimates) {
    at <- e$ranks[1] + e$axis + 1
    if (at > ncol(object$rotation)) next
    x <- e$loadings
    if (length(e$ranks) == 1 && sum(x * object$rotation[, at]) < 0) x <- -x
    object$estimates[, at] <- x
    object$errors[, at] <- e$errors
    object$people_errors[, at] <- e$people_errors
  }
  ends <- function(error) list(pmax(object$estimates - 1.959964 * error, -1), pmin(object$estimates + 1.959964 * error, 1))
  object[c("table_low", "table_high")] <- ends(object$errors)
  object[c("people_low", "people_high")] <- ends(sqrt(object$errors^2 + object$people_errors^2))
  object$finding <- f
  object
}

# The line that print and summary show.
privatepca_finding <- function(object) {
  clear <- object$finding$clear
  if (!object$tested) return("Which of these directions relate columns was not tested.")
  if (clear == 0) return("No relation between columns stands out of the noise: do not read the directions as findings.")
  found <- sprintf("At least %d %s columns", clear, if (clear == 1) "direction relates" else "directions relate")
  if (is.null(object$clear)) return(paste0(found, ". The directions here are of the units of the bounds: none was tested by itself."))
  sprintf("%s; %d are held here.", found, min(clear, ncol(object$rotation)))
}

# Whole numbers below 2^64 are rows of four limbs of 16 bits, the lowest first.
privatepca_times <- function(a, b) {
  out <- matrix(0, nrow(a), 4)
  carry <- 0
  for (k in 1:4) {
    sum <- carry
    for (i in 1:k) sum <- sum + a[, i] * b[k + 1 - i]
    out[, k] <- sum %% 65536
    carry <- floor(sum / 65536)
  }
  out
}

privatepca_shifted <- function(a, bits) {
  a <- cbind(a, matrix(0, nrow(a), 5))
  limbs <- bits %/% 16
  rest <- bits %% 16
  vapply(1:4, function(k) floor(a[, k + limbs] / 2^rest) + (a[, k + limbs + 1] * 2^(16 - rest)) %% 65536, numeric(nrow(a)))
}

privatepca_xor <- function(a, b) matrix(bitwXor(as.integer(a), as.integer(b)), ncol = 4) + 0

# Public standard normal numbers from a seed below 65536: splitmix64, then Box and Muller. Returns a function of how many to draw next.
privatepca_draws <- function(seed) {
  drawn <- 0
  function(count) {
    even <- 2 * ((count + 1) %/% 2)
    i <- drawn + seq_len(even)
    drawn <<- drawn + even
    x <- privatepca_times(cbind(i %% 65536, floor(i / 65536), 0, 0), c(0x7C15, 0x7F4A, 0x79B9, 0x9E37))
    carry <- seed
    for (k in 1:4) {
      sum <- x[, k] + carry
      x[, k] <- sum %% 65536
      carry <- floor(sum / 65536)
    }
    x <- privatepca_times(privatepca_xor(x, privatepca_shifted(x, 30)), c(0xE5B9, 0x1CE4, 0x476D, 0xBF58))
    x <- privatepca_times(privatepca_xor(x, privatepca_shifted(x, 27)), c(0x11EB, 0x1331, 0x49BB, 0x94D0))
    x <- privatepca_shifted(privatepca_xor(x, privatepca_shifted(x, 31)), 11)
    u <- (x[, 1] + x[, 2] * 2^16 + x[, 3] * 2^32 + x[, 4] * 2^48 + 0.5) / 2^53
    odd <- seq(1, even, 2)
    radius <- sqrt(-2 * log(u[odd]))
    angle <- 2 * pi * u[odd + 1]
    as.vector(rbind(radius * cos(angle), radius * sin(angle)))[seq_len(count)]
  }
}

# The matrix of a lower triangle, row by row.
privatepca_symmetric <- function(lower, d) {
  full <- matrix(0, d, d)
  full[upper.tri(full, diag = TRUE)] <- lower
  full + t(full) - diag(diag(full), d)
}

privatepca_varimax <- function(vectors) {
  turn <- diag(ncol(vectors))
  for (step in 1:1000) {
    x <- vectors %*% turn
    s <- svd(crossprod(vectors, x^3 - sweep(x, 2, colMeans(x^2), "*")))
    moved <- max(abs(s$u %*% t(s$v) - turn))
    turn <- s$u %*% t(s$v)
    if (moved < 1e-14) break
  }
  turn
}

# privatepca_analysis has what the test, the clusters and the errors of a finding f share. M is the released second moment about the mean,
# Y, with each column divided by its spread s: M = Y/(s s'), so that an eigenvalue of 1 is one column's.
privatepca_analysis <- function(f) {
  a <- list(f = f, d = sum(f$sizes), p = length(f$sizes), n = f$rows, tau = f$tau, tau_mean = f$tau_mean, g = f$mean)
  d <- a$d
  a$blocks <- split(seq_len(d), rep(seq_len(a$p), f$sizes))
  a$column <- rep(seq_len(a$p), f$sizes)
  a$people <- max(1, f$rows / f$design_effect)
  a$y <- privatepca_symmetric(f$matrix, d)
  a$free <- diag(d) # the projection on what records can vary in: the levels of a category add up to 1
  for (j in which(f$kinds == "category")) a$free[a$blocks[[j]], a$blocks[[j]]] <- a$free[a$blocks[[j]], a$blocks[[j]]] - 1 / f$sizes[j]
  a$rank <- d - sum(f$kinds == "category")
  traces <- pmax(0, vapply(a$blocks, function(b) sum(diag(a$y)[b]), 0))
  edge <- 2 * a$tau * sqrt(d) * a$p / (0.8 * a$n)
  squares <- pmax(traces, 4 * sqrt(2) * a$tau * sqrt(f$sizes), min(0.25, edge) * mean(traces))
  a$floored <- squares > traces
  a$s <- sqrt(squares)[a$column]
  a$loose <- !a$floored # the columns whose spread has noise
  if (!is.null(f$scale)) { # those of an earlier release
    a$loose[] <- FALSE
    a$floored <- f$floored == 1
    a$s <- f$scale
  }
  a$m <- a$y / outer(a$s, a$s)
  a$divisor <- a$s / sqrt(f$column_weights[a$column])
  a$shown <- a$y / outer(a$divisor, a$divisor)
  far <- 1 + 2 * sqrt(sum(a$shown^2))
  e <- eigen(a$shown - far * (diag(d) - a$free), symmetric = TRUE)
  a$values <- e$values[seq_len(a$rank)]
  a$vectors <- e$vectors[, seq_len(a$rank), drop = FALSE]
  a
}

# privatepca_tested adds the level, whether anything was tested, and how many eigenvalues pass the level.
privatepca_tested <- function(a) {
  f <- a$f
  d <- a$d
  t_ <- min(1, max(sum(diag(a$y)) / a$n, 0.02))
  spreads <- a$p * a$s[vapply(a$blocks, function(b) b[1], 0L)]^2 / a$n
  everything <- min(t_, spreads)
  seen <- min(t_, spreads[!a$floored])
  on_floor <- sum((f$sizes - (f$kinds == "category"))[a$floored])
  both <- outer(a$floored, a$floored)[a$column, a$column]
  chance <- ifelse(both, 1 / sqrt(a$people * everything), 1 / sqrt(a$people * seen))
  top <- 1
  root <- within <- matrix(0, d, d)
  for (b in a$blocks) {
    e <- eigen(a$m[b, b, drop = FALSE], symmetric = TRUE)
    top <- max(top, e$values[1])
    root[b, b] <- e$vectors %*% (sqrt(pmax(e$values, 0)) * t(e$vectors))
    within[b, b] <- 1
  }
  at <- which(upper.tri(root, diag = TRUE), arr.ind = TRUE)
  wide <- ifelse(at[, 1] == at[, 2], sqrt(2), 1)
  normals <- privatepca_draws(f$seed)
  largest <- vapply(seq_len(if (d <= 200) 30 else 12), function(draw) {
    z <- normals(d) * a$tau_mean
    x <- privatepca_symmetric(normals(length(wide)) * wide * a$tau, d) - (outer(a$g, z) + outer(z, a$g) + outer(z, z)) / a$n
    x <- a$free %*% x %*% a$free / outer(a$s, a$s)
    x <- x + (root %*% privatepca_symmetric(normals(length(wide)) * wide, d) %*% root) * chance
    x[within == 1] <- 0
    eigen(x, symmetric = TRUE, only.values = TRUE)$values[1]
  }, 0)
  q <- f$answered[a$column]
  square <- a$g^2 - a$tau_mean^2
  together <- (1 - q) / q * pmax(0, square) / a$n / a$s^2
  asked <- isTRUE(f$filters) & 1 - q > 3 * f$mean_noise # columns that a filter question may govern
  m <- sum(together[asked])
  cut <- 0
  if (isTRUE(f$cut_answers)) {
    middles <- f$longest * 1.2^-(seq_along(f$lengths) - 0.5)
    used <- f$lengths > 3 * f$lengths_noise
    if (!any(used)) used <- seq_along(used) == which.max(f$lengths)
    share <- ifelse(used, pmax(f$lengths, 1e-12), 0)
    share <- share / sum(share)
    before <- cumsum(share) - share
    short <- vapply(q, function(x) sum(pmin(share, pmax(0, x - before)) / pmax(middles, f$radius)) / x, 0) # of the longest records
    cut <- max(0, sum((7 * (square - (a$n * f$weights * f$mean_noise * short)^2) / (q * a$n * a$s^2))[asked & q < 0.5]))
  }
  missing <- (m + cut) / 2 + sqrt((m + cut)^2 / 4 + top * m) + sum(together[!asked])
  a$level <- top + mean(largest) + 3 * stats::sd(largest) + max(a$rank / (a$people * seen), on_floor / (a$people * everything)) + missing
  w <- f$weights[vapply(a$blocks, function(b) b[1], 0L)]
  spread <- f$sizes * w^2 * (f$mean_noise / f$answered)^2
  most <- w^2 * f$centre_spreads
  off <- sqrt(sum(spread * most / (spread + most)))
  u <- sqrt(sum(a$g^2)) / a$n
  h <- a$g / sqrt(sum(a$g^2)) / a$s
  corrected <- eigen(a$m - a$n * u * max(0, min(1, off / f$radius) - u) * outer(h, h), symmetric = TRUE, only.values = TRUE)$values
  a$tested <- off <= 2 * f$radius
  a$clear <- if (a$tested) sum(corrected[seq_len(a$rank)] > a$level) else 0
  a
}

# The variances of q'Xv for each direction v, X the noise of M.
privatepca_variance <- function(a, q) {
  x <- a$vectors / a$divisor
  y <- q / a$divisor
  xx <- colSums(x^2)
  yy <- sum(y^2)
  xy <- drop(crossprod(x, y))
  gx <- drop(crossprod(x, a$g)) / a$n
  gy <- sum(y * a$g) / a$n
  a$tau^2 * (yy * xx + xy^2) + a$tau_mean^2 * (yy * gx^2 + gy^2 * xx + 2 * gy * gx * xy)
}

# The standard deviations of the noise, that of spreads included, which turns direction i with each other in their plane.
privatepca_turning <- function(a, i) {
  s <- a$divisor
  li <- a$values[i]
  lj <- a$values
  v <- a$vectors[, i]
  w <- a$vectors
  x <- v / s
  y <- w / s
  gx <- sum(x * a$g) / a$n
  gy <- drop(crossprod(y, a$g)) / a$n
  xx <- sum(x^2)
  yy <- colSums(y^2)
  xy <- drop(crossprod(y, x))
  off <- privatepca_variance(a, v)
  if (!is.null(a$f$scale)) return(sqrt(off))
  gap <- a$tau^2 * (0.5 * (xx^2 + yy^2) - xy^2) + a$tau_mean^2 * (gx^2 * xx + gy^2 * yy - 2 * gx * gy * xy)
  for (j in which(a$loose)) {
    weight <- a$f$column_weights[j]
    b <- a$blocks[[j]]
    uo <- -0.5 * (li + lj) * drop(crossprod(w[b, , drop = FALSE], v[b])) / weight
    ug <- -0.5 * (li * sum(v[b]^2) - lj * colSums(w[b, , drop = FALSE]^2)) / weight
    for (k in b) {
      mean <- 2 * a$g[k] / s[k]^2 / a$n
      off <- off + 2 * a$tau^2 * uo * (2 * v[k] * w[k, ] + uo) / s[k]^4 + a$tau_mean^2 * mean * uo * (2 * (gx * y[k, ] + gy * x[k]) + mean * uo)
      gap <- gap + 2 * a$tau^2 * ug * (v[k]^2 - w[k, ]^2 + ug) / s[k]^4 + a$tau_mean^2 * mean * ug * (2 * (gx * x[k] - gy * y[k, ]) + mean * ug)
    }
  }
  sqrt(pmax(0, off, gap))
}

# How much larger the fourth moments of records are than a normal law's.
privatepca_kurtosis <- function(a) {
  f <- a$f
  use <- f$lengths > 3 * f$lengths_noise
  if (!any(use)) use <- seq_along(f$lengths) == which.max(f$lengths)
  share <- pmax(f$lengths[use], 1e-12)
  share <- share / sum(share)
  middles <- f$longest * 1.2^-(seq_along(f$lengths) - 0.5)
  squares <- pmin(1, middles[use] / f$radius)^2
  trace <- sum(diag(a$m))
  inverse <- diag(a$free) / a$s^2
  y <- drop(a$free %*% (a$g / a$s / a$n))
  noise <- a$tau^2 * (sum(inverse)^2 + sum(inverse / a$s^2)) + 2 * a$tau_mean^2 * (sum(y^2) * sum(inverse) + sum((y / a$s)^2))
  norm <- max(sum(a$m^2) - noise, trace^2 / max(1, a$rank))
  max(1, sum(share * squares^2) / sum(share * squares)^2 / (1 + 2 * norm / max(trace^2, 1e-12)))
}

# Runs of clear directions that are not told apart, from 1, and whether they reach one that is not clear.
privatepca_clusters <- function(a) {
  m <- a$clear
  values <- pmax(a$values, 0)
  phi <- privatepca_kurtosis(a) / a$people
  near <- matrix(FALSE, m, a$rank)
  for (i in seq_len(m)) {
    gap <- 0.2 * abs(a$values[i] - a$values)
    near[i, ] <- sqrt(privatepca_variance(a, a$vectors[, i]) + phi * values[i] * values) > gap
    if (i <= 64) near[i, ] <- near[i, ] | privatepca_turning(a, i) > gap
    near[i, i] <- FALSE
  }
  out <- list()
  for (i in seq_len(m)) {
    last <- length(out)
    if (last > 0 && any(near[out[[last]], i:m])) out[[last]] <- c(out[[last]], i) else out[[last + 1]] <- i
  }
  lapply(out, function(ranks) list(ranks = ranks, open = m < a$rank && any(near[ranks, (m + 1):a$rank])))
}

# The estimate of a direction, or of an axis of a plane, with its errors of noise and of people.
privatepca_axis <- function(a, ranks, turn) {
  single <- length(ranks) == 1
  q <- drop(a$vectors[, ranks, drop = FALSE] %*% turn)
  gap <- sum(turn^2 * a$values[ranks]) - a$values
  gap[ranks] <- Inf
  variance <- privatepca_variance(a, q)
  longer <- sqrt(1 + sum(variance / gap^2))
  narrow <- if (single) ifelse(is.finite(gap), gap * pmax(1 - 2 * privatepca_turning(a, ranks) / abs(gap), 0.2), Inf) else gap
  composed <- function(w) a$vectors %*% (w * t(a$vectors))
  positive <- composed(pmax(a$values, 0))
  d <- a$d
  s <- a$divisor
  along_rows <- function(x) matrix(x, d, d, byrow = TRUE)
  parts <- function(gap) {
    h <- composed(1 / gap)
    k <- h * along_rows(drop(a$shown %*% q)) + (h %*% composed(a$values)) * along_rows(q)
    c <- matrix(0, d, d)
    for (j in which(a$loose)) c[, a$blocks[[j]]] <- -0.5 * rowSums(k[, a$blocks[[j]], drop = FALSE]) / a$f$column_weights[j]
    list(h = h, c = c)
  }
  b <- parts(narrow)
  x <- q / s
  scaled <- b$h / along_rows(s)
  mean <- drop(scaled %*% a$g) / a$n
  gamma <- sum(x * a$g) / a$n
  noise <- a$tau^2 * (sum(x^2) * rowSums(scaled^2) + drop(scaled %*% x)^2)
  qh <- along_rows(q) * b$h
  noise <- noise + 2 * a$tau^2 * drop(((qh + b$c)^2 - qh^2) %*% (1 / s^4))
  noise <- noise + a$tau_mean^2 * rowSums(((gamma * b$h + outer(mean, q)) / along_rows(s) + 2 * b$c * along_rows(a$g / (a$n * s^2)))^2)
  b <- parts(gap)
  along <- b$h %*% positive
  pq <- drop(positive %*% q)
  people <- 0.5 * (drop(along %*% q)^2 + rowSums(along * b$h) * sum(q * pq)) + 2 * drop((b$c * along) %*% pq) + rowSums((b$c %*% positive^2) * b$c)
  people <- 2 * privatepca_kurtosis(a) / a$people * pmax(people, 0)
  wide <- if (single) 1 else 1.15
  list(loadings = longer * q, errors = wide * sqrt(pmax(noise, 0)), people_errors = wide * sqrt(people))
}

privatepca_check <- function(object) {
  f <- object$finding
  if (is.null(f$matrix)) stop("the release has too many features: its matrix is not in the document, so this cannot be computed again", call. = FALSE)
  a <- privatepca_tested(privatepca_analysis(f))
  wrong <- character(0)
  same <- function(what, ours, theirs) {
    ours <- as.numeric(ours)
    theirs <- as.numeric(theirs)
    if (length(ours) != length(theirs) || any(abs(ours - theirs) > 2e-6 * pmax(1, abs(theirs)))) wrong <<- c(wrong, paste(what, "comes out otherwise"))
  }
  same("whether it was tested", a$tested, f$tested)
  same("the number of clear directions", a$clear, f$clear)
  same("the level", a$level, f$level)
  if (is.null(object$clear)) return(wrong) # the directions are others than those that were tested
  k <- ncol(object$rotation)
  held <- seq_len(min(k, a$rank))
  same("an eigenvalue", a$values[held], object$explained_variance[held])
  same("an error of an eigenvalue", vapply(seq_len(a$clear), function(i) sqrt(privatepca_variance(a, a$vectors[, i])[i]), 0), f$value_errors)
  for (i in held) {
    tied <- abs(a$values - a$values[i]) <= 1e-4 * max(1, abs(a$values[1]))
    if (sum(crossprod(a$vectors[, tied, drop = FALSE], object$rotation[, i])^2) < 1 - 1e-4) wrong <- c(wrong, paste("direction", i, "is not one of the released matrix"))
  }
  clusters <- privatepca_clusters(a)
  same("which directions stand together", unlist(lapply(clusters, function(c) c(c$ranks[1], length(c$ranks), c$open))),
    unlist(lapply(f$clusters, function(c) c(c$ranks[1] + 1, length(c$ranks), c$open))))
  stated <- vapply(f$estimates, function(e) paste(e$ranks[1] + 1, e$axis), "")
  for (c in Filter(function(c) !c$open, clusters)) {
    turn <- if (length(c$ranks) > 1) privatepca_varimax(a$vectors[, c$ranks]) else diag(1)
    for (axis in seq_along(c$ranks)) {
      at <- match(paste(c$ranks[1], axis - 1), stated)
      name <- paste("direction", c$ranks[1] + axis - 1)
      if (is.na(at)) {
        wrong <- c(wrong, paste("the estimate of", name, "is missing"))
        next
      }
      stated[at] <- ""
      ours <- privatepca_axis(a, c$ranks, turn[, axis])
      ours$loadings <- round(ours$loadings, 6)
      ours$loadings <- ours$loadings * sign(ours$loadings[which.max(abs(ours$loadings))])
      same(paste("a loading of", name), ours$loadings, f$estimates[[at]]$loadings)
      same(paste("an error of", name), ours$errors, f$estimates[[at]]$errors)
      same(paste("people's error of", name), ours$people_errors, f$estimates[[at]]$people_errors)
    }
  }
  c(wrong, rep("an estimate is stated that there is not", sum(stated != "")))
}

release <- privatepca_found(release, privatepca_release$finding)
