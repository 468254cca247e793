
# release is an object of class prcomp, to be used as one: release$rotation holds the
# loadings (d x k; the largest of a column is positive), release$sdev square roots of its k
# noisy eigenvalues where they were released (of what: release$variance_unit), with 0 for those
# that noise made negative; release$spectrum has all d where they were released. release$clear is how
# many leading directions stand clear of the noise, NULL where that was not tested. center and
# scale are in the units of the table: a column's feature is (x - center) / scale. Where every column counts
# equally, scale holds its released standard deviation, too, and release$unit the scaling of its bounds alone.
# summary(release) gives shares of the released total. biplot(release) draws the loadings alone, as
# there are no scores; biplot(release, newdata) draws the scores of public rows with them.
# with_rows(release, rows) is a plain prcomp with the scores of public rows as its x: what draws or tidies
# a prcomp (factoextra, ggfortify, broom) takes it. tidy(release) and augment(release, data = rows) work with broom.
#
# predict(release, newdata) takes a data frame of rows as they stand in the table and
# encodes them as the release did, but for the rounding to integers: numbers are clamped to
# their bounds, categories become one feature a level, and rows longer than the norm bound
# are scaled back to it. A missing number counts as the middle of its bounds, an
# unknown category as none; with the norm rules "mean" and "sign" both count as the mean. A level
# may be spelled as its label where the release was read so; one that is a whole number is one by value, 2.0 for 2; a missing code is one by value, too. Cells that the
# owner of the records had read as another level are unknown here: no document says which. Dates are texts in the format of the release or ISO 8601, or of class Date or POSIXct. With the norm rule "pairs", whose records were differences of two
# rows, a row keeps its length and no centre is subtracted: scores are determined up to a shift.
# With the norm rule "mean", which cut long records, a row keeps its length. With the norm rule "sign", whose records were directions from the mean, a row keeps its length too,
# and a missing cell or an unknown category counts as the mean.

privatepca_bare <- function(s) gsub("^[ \t\r]+|[ \t\r]+$", "", s)

# privatepca_trim leaves away what counts for nothing at the ends of a text: blanks of any width, marks of direction and of encoding.
privatepca_outer <- "[\t-\r \u0085\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2069\u3000\ufeff]"
privatepca_trim <- function(s) gsub(paste0("^", privatepca_outer, "+|", privatepca_outer, "+$"), "", enc2utf8(s), perl = TRUE)

# privatepca_same is a text by which two cells are the same. Letters are taken apart from their marks where the package stringi is installed.
privatepca_same <- function(s) {
  s <- privatepca_trim(s)
  if (requireNamespace("stringi", quietly = TRUE)) stringi::stri_trans_nfd(s) else s
}

privatepca_fold <- function(s) privatepca_same(tolower(gsub(privatepca_outer, "", enc2utf8(s), perl = TRUE)))

privatepca_foreign <- function(s) !is.na(s) & grepl("[^\\x01-\\x7f]", enc2utf8(s), perl = TRUE)

# privatepca_grouped reads numbers with a mark between digits in threes, "" for none, and point before the fraction; NA where a text is none.
privatepca_grouped <- function(text, mark, point) {
  text <- privatepca_bare(text)
  if (mark != "") {
    marks <- paste0("[", switch(mark, " " = " \u00a0\u202f\u2009\u2007", "'" = "'\u2019", mark), "]")
    has <- grepl(marks, text, perl = TRUE)
    at <- regexpr(point, text, fixed = TRUE)
    whole <- ifelse(at > 0, substr(text, 1, at - 1), text)
    fraction <- ifelse(at > 0, substring(text, at), "")
    fits <- grepl(paste0("^[+-]?[0-9]{1,3}(", marks, "[0-9]{3})+$"), whole, perl = TRUE) & !grepl(marks, substring(fraction, 2), perl = TRUE)
    text[!has & grepl(if (point == ",") "." else ",", text, fixed = TRUE)] <- NA
    text[has] <- ifelse(fits, paste0(gsub(marks, "", whole, perl = TRUE), fraction), NA)[has]
  }
  if (point == ",") text <- sub(",", ".", text, fixed = TRUE)
  text[!grepl("^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$", text)] <- NA
  as.numeric(text) # beyond the largest double an infinity, which is clamped
}

privatepca_point <- function(field) if (is.null(field$decimal)) "." else field$decimal

# privatepca_ascii is a number without what counts for nothing at its ends, and with an ASCII minus.
privatepca_ascii <- function(x) {
  again <- privatepca_foreign(x)
  x[again] <- sub("^[\u2212\u2013\uff0d\ufe63](?=[0-9.,])", "-", privatepca_trim(x[again]), perl = TRUE)
  x
}

# privatepca_plain reads numbers whose digits are not grouped.
privatepca_plain <- function(x, field) privatepca_grouped(privatepca_ascii(x), "", privatepca_point(field))

privatepca_number <- function(x, field) {
  if (is.factor(x)) x <- as.character(x)
  if (is.character(x)) {
    mark <- if (is.null(field$grouping)) "" else field$grouping
    out <- privatepca_grouped(x, mark, privatepca_point(field))
    again <- is.na(out) & privatepca_foreign(x)
    text <- privatepca_ascii(x[again])
    read <- privatepca_grouped(text, mark, privatepca_point(field))
    if (mark == "") for (point in unique(c(".", privatepca_point(field)))) # a blank that is no ASCII groups digits
      read <- ifelse(is.na(read), privatepca_grouped(text, " ", point), read)
    out[again] <- read
    return(out)
  }
  x <- as.numeric(x)
  x[!is.finite(x)] <- NA
  x
}

privatepca_text <- function(x) {
  if (is.factor(x)) x <- as.character(x)
  if (is.logical(x)) x <- ifelse(x, "true", "false")
  if (is.numeric(x)) {
    whole <- !is.na(x) & x == trunc(x)
    text <- as.character(x)
    text[whole] <- sprintf("%.0f", x[whole])
    x <- text
  }
  enc2utf8(as.character(x))
}

privatepca_months <- list(c("jan", "january", "januar"), c("feb", "february", "februar"), c("mar", "march", "m\u00e4r", "m\u00e4rz", "mrz"), c("apr", "april"), c("may", "mai"),
  c("jun", "june", "juni"), c("jul", "july", "juli"), c("aug", "august"), c("sep", "sept", "september"), c("oct", "october", "okt", "oktober"), c("nov", "november"),
  c("dec", "december", "dez", "dezember"))

# privatepca_month is the number of a month by its name, whatever its case and the locale; NA for none.
privatepca_month <- function(name) {
  name <- tolower(gsub("\u00c4", "\u00e4", name, fixed = TRUE))
  at <- which(vapply(privatepca_months, function(names) name %in% names, NA))
  if (length(at) == 1) at else NA_real_
}

# privatepca_date returns days since 1970-01-01, year, month and weekday, a column each; NA where a cell is no date.
privatepca_date <- function(x, field) {
  pattern <- field$pattern
  directives <- field$directives
  if (inherits(x, c("Date", "POSIXt"))) {
    x <- format(x, "%Y-%m-%dT%H:%M:%S")
    pattern <- "^([0-9]{4})-([0-9]{2})-([0-9]{2})([T ]([0-9]{2}):([0-9]{2})(:([0-9]{2})([.,][0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$"
    directives <- "Ymd.HM.S.."
  }
  text <- privatepca_trim(as.character(x))
  text[is.na(text)] <- ""
  groups <- regmatches(text, regexec(pattern, text))
  stated <- strsplit(directives, "")[[1]]
  said <- function(letter, otherwise, read = as.numeric) { # a letter may stand twice, and one of its groups holds something
    at <- which(stated == letter) + 1
    vapply(groups, function(g) {
      text <- g[at][g[at] != ""]
      if (length(g) == 0) NA_real_ else if (length(text) == 0) otherwise else read(text[1])
    }, 0)
  }
  year <- said("Y", NA_real_)
  if ("y" %in% stated) year <- ifelse(is.na(year), field$first_year + (said("y", NA_real_) - field$first_year) %% 100, year)
  month <- said("m", 1)
  if ("b" %in% stated) {
    named <- said("b", 0, privatepca_month)
    month <- ifelse(named %in% 0, month, named)
  }
  hour <- said("H", 0)
  if ("p" %in% stated) {
    twelve <- said("I", 0)
    noon <- said("p", -1, function(g) if (tolower(g) == "pm") 12 else 0)
    hour <- ifelse(noon < 0, hour, ifelse(twelve >= 1 & twelve <= 12, twelve %% 12 + noon, 24))
  }
  minute <- said("M", 0)
  second <- said("S", 0)
  day <- as.Date(sprintf("%04.0f-%02.0f-%02.0f", year, month, said("d", 1)), format = "%Y-%m-%d")
  week <- said("V", NA_real_)
  if (any(!is.na(week))) {
    at <- which(!is.na(week))
    first <- function(year) { # the Monday of week 1
      fourth <- as.numeric(as.Date(sprintf("%04.0f-01-04", year), format = "%Y-%m-%d"))
      fourth - (fourth + 3) %% 7
    }
    days <- first(year[at]) + 7 * (week[at] - 1) + said("u", NA_real_)[at] - 1
    weeks <- ifelse(year[at] < 9999, (first(pmin(year[at] + 1, 9999)) - first(year[at])) / 7, 52)
    fits <- week[at] >= 1 & week[at] <= weeks & said("u", NA_real_)[at] %in% 1:7 & days <= 2932896
    day[at] <- as.Date(ifelse(fits, days, NA), origin = "1970-01-01")
    here <- as.POSIXlt(day[at])
    year[at] <- here$year + 1900
    month[at] <- here$mon + 1
  }
  day[is.na(year) | year < 1 | hour > 23 | minute > 59 | second > 60] <- NA
  whole <- as.numeric(day)
  cbind(whole + (3600 * hour + 60 * minute + second) / 86400, ifelse(is.na(day), NA, year), ifelse(is.na(day), NA, month), (whole + 3) %% 7 + 1)
}

# privatepca_values returns the values of a column that is no category, a column for each of its features; NA where a cell has none.
privatepca_values <- function(x, field) {
  kind <- if (is.null(field$type)) "number" else field$type
  if (length(field$missing) > 0 && kind != "ordinal") {
    text <- privatepca_text(x)
    x[text %in% field$missing | privatepca_bare(text) %in% field$missing | privatepca_same(text) %in% privatepca_same(field$missing)] <- NA
  }
  if (kind == "date") {
    parts <- privatepca_date(x, field)
    if (field$part == "month cycle") return(cbind(cos(2 * pi * (parts[, 3] - 1) / 12), sin(2 * pi * (parts[, 3] - 1) / 12)))
    if (field$part == "weekday cycle") return(cbind(cos(2 * pi * (parts[, 4] - 1) / 7), sin(2 * pi * (parts[, 4] - 1) / 7)))
    return(parts[, match(field$part, c("", "year", "month", "weekday")), drop = FALSE])
  }
  if (kind == "ordinal") return(cbind(field$scores[privatepca_level(x, field$order, field)]))
  x <- privatepca_number(x, field)
  if (length(field$missing) > 0) x[x %in% setdiff(privatepca_plain(field$missing, field), NA)] <- NA
  if (kind == "integer") x[!is.na(x) & x != trunc(x)] <- NA
  if (kind == "log") x <- log(pmax(x, 0))
  if (kind == "signed log") x <- sign(x) * log(1 + abs(x))
  cbind(x)
}

# privatepca_level is the number of the level that each cell spells, NA for none: as it stands, by value where all levels are whole numbers, and
# without case and blanks where the release reads so.
privatepca_level <- function(x, levels, field) {
  x <- privatepca_text(x)
  missing <- as.character(field$missing)
  others <- lapply(field$spellings, as.character) # of each level; none where the release has none
  named <- c(levels, unlist(others))
  of <- c(seq_along(levels), rep(seq_along(others), lengths(others)))
  spelled <- c("", missing, named, privatepca_bare(levels))
  level <- c(0, rep(0, length(missing)), of, seq_along(levels)) # 0 is missing
  use <- !duplicated(spelled)
  spelled <- spelled[use]
  level <- level[use]
  at <- level[match(x, spelled)]
  again <- is.na(at)
  at[again] <- level[match(privatepca_bare(x[again]), spelled)]
  by <- function(key, cells) { # two that are the same by a key are none
    keys <- key(spelled)
    clash <- vapply(keys, function(k) length(unique(level[keys == k])) > 1, NA)
    ifelse(clash, 0, level)[match(key(cells), keys)]
  }
  again <- is.na(at) & privatepca_foreign(x)
  if (any(again)) at[again] <- by(privatepca_same, x[again])
  values <- privatepca_plain(named, field)
  whole <- is.finite(values) & values == trunc(values)
  values <- values[whole]
  by_value <- of[whole]
  again <- is.na(at)
  if (any(again) && all(seq_along(levels) %in% by_value) && length(unique(values)) == nrow(unique(cbind(values, by_value)))) {
    codes <- setdiff(privatepca_plain(missing, field), NA)
    cells <- privatepca_plain(x[again], field)
    at[again] <- ifelse(cells %in% codes, 0, by_value[match(cells, values)])
  }
  again <- is.na(at)
  if (any(again) && isTRUE(field$ignore_case)) at[again] <- by(privatepca_fold, x[again])
  at[is.na(x) | at == 0] <- NA
  at
}

# privatepca_answers says whether each cell of a list names the field's level: 1 or 0, NA where the cell has no value.
privatepca_answers <- function(x, field) {
  bare <- privatepca_bare
  text <- privatepca_text(x)
  gone <- is.na(text) | bare(text) == "" | text %in% field$missing | bare(text) %in% field$missing
  text[gone] <- ""
  named <- vapply(strsplit(text, field$separator, fixed = TRUE), function(parts) bare(field$level) %in% bare(parts), NA)
  ifelse(gone, NA_real_, as.numeric(named))
}

# privatepca_features returns the n x d matrix on which predict works: features in the units
# of the table, rows brought to the norm bound.
privatepca_features <- function(object, newdata) {
  newdata <- as.data.frame(newdata, stringsAsFactors = FALSE)
  names <- vapply(object$fields, function(f) f$name, "")
  at <- match(names, enc2utf8(names(newdata)))
  lists <- vapply(object$fields, function(f) if (is.null(f$list)) NA_character_ else f$list, "")
  whole <- is.na(at) & !is.na(lists) & lists %in% enc2utf8(names(newdata))
  at[whole] <- match(lists[whole], enc2utf8(names(newdata)))
  if (anyNA(at)) stop("the table lacks the column ", encodeString(names[is.na(at)][1], quote = "\""), call. = FALSE)
  out <- matrix(0, nrow(newdata), nrow(object$rotation), dimnames = list(NULL, rownames(object$rotation)))
  column <- 0
  for (i in seq_along(names)) {
    field <- object$fields[[i]]
    values <- newdata[[at[i]]]
    if (!is.null(field$levels)) {
      level <- privatepca_level(values, field$levels, field)
      rows <- which(!is.na(level))
      out[cbind(rows, column + level[rows])] <- 1
      if (object$norm_rule %in% c("mean", "sign")) for (j in column + seq_along(field$levels)) out[is.na(level), j] <- object$center[j]
      column <- column + length(field$levels)
    } else {
      all <- if (whole[i]) cbind(privatepca_answers(values, field)) else privatepca_values(values, field)
      for (j in seq_len(ncol(all))) {
        x <- all[, j]
        absent <- is.na(x)
        x[absent] <- field$minimum / 2 + field$maximum / 2
        column <- column + 1
        out[, column] <- pmin(pmax(x, field$minimum), field$maximum)
        if (object$norm_rule %in% c("mean", "sign")) out[absent, column] <- object$center[column]
      }
    }
  }
  if (object$norm_rule %in% c("mean", "pairs", "sign") || nrow(out) == 0) return(out)
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

# with_rows is a plain prcomp whose x are the scores of public rows.
with_rows <- function(release, rows) {
  out <- unclass(release)[c("sdev", "rotation", "center", "scale")]
  if (is.null(out$sdev)) out$sdev <- rep(NA_real_, ncol(release$rotation))
  out$x <- stats::predict(release, rows)
  rownames(out$x) <- rownames(rows)
  structure(out[c("sdev", "rotation", "center", "scale", "x")], class = "prcomp")
}

# tidy has a row for each loading ("rotation"), or for each direction ("eigenvalues": of the released total, if there is one).
tidy.privatepca <- function(x, matrix = "rotation", ...) {
  k <- ncol(x$rotation)
  if (matrix %in% c("rotation", "variables", "v", "loadings"))
    return(data.frame(column = rep(rownames(x$rotation), k), PC = rep(seq_len(k), each = nrow(x$rotation)), value = as.vector(x$rotation)))
  if (!matrix %in% c("eigenvalues", "pcs", "d")) stop("the release holds no scores: matrix is \"rotation\" or \"eigenvalues\". Give rows to augment", call. = FALSE)
  if (is.null(x$sdev)) stop("the release holds no eigenvalues", call. = FALSE)
  percent <- if (is.null(x$spectrum) || !(sum(x$spectrum) > 0)) NA_real_ else (x$spectrum / sum(x$spectrum))[seq_len(k)]
  data.frame(PC = seq_len(k), std.dev = x$sdev, percent = percent, cumulative = cumsum(percent))
}

# augment is data with the scores of its rows.
augment.privatepca <- function(x, data = newdata, newdata = NULL, ...) {
  if (is.null(data)) stop("the release holds no records: give rows as data", call. = FALSE)
  scores <- stats::predict(x, data)
  colnames(scores) <- paste0(".fitted", colnames(scores))
  cbind(data.frame(.rownames = rownames(data)), data, scores)
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
  if (!is.null(values)) out$sdev <- sqrt(pmax(0, values[seq_len(r$n_components)]))
  for (name in c("explained_variance", "spectrum", "clear", "variance_unit", "mean", "norm_bound", "norm_rule", "fields", "statement", "claim"))
    out[[name]] <- r[[name]]
  structure(out, class = c("privatepca", "prcomp"))
})
rm(privatepca_release)
