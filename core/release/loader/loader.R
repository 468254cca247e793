
# release is an object of class prcomp, to be used as one: release$rotation holds the
# loadings (d x k; the largest of a column is positive), release$sdev square roots of the
# noisy eigenvalues where they were released (of what: release$variance_unit): of all d where
# the whole matrix was released, with 0 for those that noise made negative. release$clear is how
# many leading directions stand clear of the noise, NULL where that was not tested. center and
# scale are in the units of the table: a column's feature is (x - center) / scale. Where every column counts
# equally, scale holds its released standard deviation, too, and release$unit the scaling of its bounds alone.
# summary(release) gives shares of the released total. biplot(release) draws the loadings alone, as
# there are no scores; biplot(release, newdata) draws the scores of public rows with them.
#
# predict(release, newdata) takes a data frame of rows as they stand in the table and
# encodes them as the release did, but for the rounding to integers: numbers are clamped to
# their bounds, categories become one feature a level, and rows longer than the norm bound
# are scaled back to it. A missing number counts as the middle of its bounds, an
# unknown category as none. With the norm rule "pairs", whose records were differences of two
# rows, a row keeps its length and no centre is subtracted: scores are determined up to a shift.
# With the norm rule "sign", whose records were directions from the mean, a row keeps its length too,
# and a missing cell or an unknown category counts as the mean.

privatepca_number <- function(x) {
  if (is.factor(x)) x <- as.character(x)
  if (is.character(x)) {
    x <- gsub("^[ \t\r]+|[ \t\r]+$", "", x)
    x[!grepl("^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$", x)] <- NA
    return(as.numeric(x)) # beyond the largest double an infinity, which is clamped
  }
  x <- as.numeric(x)
  x[!is.finite(x)] <- NA
  x
}

privatepca_level <- function(x, levels) {
  if (is.factor(x)) x <- as.character(x)
  if (is.logical(x)) x <- ifelse(x, "true", "false")
  if (is.numeric(x)) {
    whole <- !is.na(x) & x == trunc(x)
    text <- as.character(x)
    text[whole] <- sprintf("%.0f", x[whole])
    x <- text
  }
  bare <- function(s) gsub("^[ \t\r]+|[ \t\r]+$", "", s)
  x <- enc2utf8(x)
  at <- match(x, levels)
  again <- is.na(at)
  at[again] <- match(bare(x[again]), levels)
  again <- is.na(at)
  at[again] <- match(bare(x[again]), bare(levels))
  at[is.na(x) | x == ""] <- NA
  at
}

# privatepca_features returns the n x d matrix on which predict works: features in the units
# of the table, rows brought to the norm bound.
privatepca_features <- function(object, newdata) {
  newdata <- as.data.frame(newdata, stringsAsFactors = FALSE)
  names <- vapply(object$fields, function(f) f$name, "")
  at <- match(names, enc2utf8(names(newdata)))
  if (anyNA(at)) stop("the table lacks the column ", encodeString(names[is.na(at)][1], quote = "\""), call. = FALSE)
  out <- matrix(0, nrow(newdata), nrow(object$rotation), dimnames = list(NULL, rownames(object$rotation)))
  column <- 0
  for (i in seq_along(names)) {
    field <- object$fields[[i]]
    values <- newdata[[at[i]]]
    if (!is.null(field$levels)) {
      level <- privatepca_level(values, field$levels)
      rows <- which(!is.na(level))
      out[cbind(rows, column + level[rows])] <- 1
      if (object$norm_rule == "sign") for (j in column + seq_along(field$levels)) out[is.na(level), j] <- object$center[j]
      column <- column + length(field$levels)
    } else {
      x <- privatepca_number(values)
      absent <- is.na(x)
      x[absent] <- field$minimum / 2 + field$maximum / 2
      out[, column + 1] <- pmin(pmax(x, field$minimum), field$maximum)
      if (object$norm_rule == "sign") out[absent, column + 1] <- object$center[column + 1]
      column <- column + 1
    }
  }
  if (object$norm_rule %in% c("pairs", "sign") || nrow(out) == 0) return(out)
  scaled <- sweep(sweep(out, 2, object$center), 2, object$unit, "/")
  norm <- sqrt(rowSums(scaled^2))
  factor <- if (object$norm_rule == "unit") ifelse(norm > 1e-140, object$norm_bound / norm, 0)
            else object$norm_bound / pmax(norm, object$norm_bound)
  sweep(sweep(scaled * factor, 2, object$unit, "*"), 2, object$center, "+")
}

predict.privatepca <- function(object, newdata, ...) {
  if (missing(newdata)) stop("the release holds no records: give rows as newdata", call. = FALSE)
  x <- privatepca_features(object, newdata)
  class(object) <- "prcomp"
  stats::predict(object, x)
}

privatepca_finding <- function(object) {
  k <- ncol(object$rotation)
  if (is.null(object$clear)) return("Which directions stand clear of the noise was not tested.")
  if (object$clear == 0) return("No direction stands clear of the noise: do not read them as findings.")
  sprintf("%d of %d directions here stand clear of the noise.", min(object$clear, k), k)
}

summary.privatepca <- function(object, ...) {
  k <- ncol(object$rotation)
  if (is.null(object$sdev)) stop("the release holds no eigenvalues", call. = FALSE)
  importance <- rbind("Standard deviation" = object$sdev[seq_len(k)])
  if (!is.null(object$spectrum) && sum(object$spectrum) > 0) {
    share <- object$spectrum / sum(object$spectrum)
    importance <- rbind(importance, "Proportion of Variance" = share[seq_len(k)], "Cumulative Proportion" = cumsum(share)[seq_len(k)])
  }
  colnames(importance) <- colnames(object$rotation)
  object$importance <- importance
  structure(object, class = "summary.privatepca")
}

print.summary.privatepca <- function(x, digits = max(3, getOption("digits") - 3), ...) {
  cat(privatepca_finding(x), "Importance of components, of the released total:", sep = "\n")
  print(x$importance, digits = digits)
  invisible(x)
}

print.privatepca <- function(x, ...) {
  cat(x$statement, privatepca_finding(x), "", sep = "\n")
  print(x$rotation, ...)
  invisible(x)
}

biplot.privatepca <- function(x, newdata = NULL, choices = 1:2, ...) {
  if (ncol(x$rotation) < 2) stop("one direction makes no plane", call. = FALSE)
  loadings <- x$rotation[, choices]
  scores <- if (is.null(newdata)) NULL else stats::predict(x, newdata)[, choices, drop = FALSE]
  reach <- max(abs(loadings))
  graphics::plot(0, 0, type = "n", xlim = c(-1, 1) * reach, ylim = c(-1, 1) * reach, asp = 1, xlab = colnames(loadings)[1], ylab = colnames(loadings)[2], sub = privatepca_finding(x), ...)
  if (!is.null(scores)) graphics::points(scores / max(abs(scores), 1e-12) * reach)
  graphics::arrows(0, 0, loadings[, 1], loadings[, 2], length = 0.05, col = 2)
  graphics::text(loadings * 1.08, labels = x$labels, cex = 0.7, col = 2)
  invisible(x)
}

release <- local({
  r <- privatepca_release
  out <- list(rotation = matrix(r$components, ncol = r$n_components,
    dimnames = list(r$feature_names, paste0("PC", seq_len(r$n_components)))))
  out$center <- stats::setNames(r$center, r$feature_names)
  out$scale <- stats::setNames(r$scale, r$feature_names)
  out$unit <- stats::setNames(r$unit, r$feature_names)
  out$labels <- if (is.null(r$feature_labels)) r$feature_names else r$feature_labels # for people
  values <- if (is.null(r$spectrum)) r$explained_variance else r$spectrum
  if (!is.null(values)) out$sdev <- sqrt(pmax(0, values))
  for (name in c("explained_variance", "spectrum", "clear", "variance_unit", "mean", "norm_bound", "norm_rule", "fields", "statement", "claim"))
    out[[name]] <- r[[name]]
  structure(out, class = c("privatepca", "prcomp"))
})
rm(privatepca_release)
