# haven.R FOLDER ROWS SEED: writes data files of SPSS and Stata by haven, and beside each, as CSV, the cells that went into it. survey_test.go compares.
library(haven)
arguments <- commandArgs(TRUE)
folder <- arguments[1]
n <- as.integer(arguments[2])
set.seed(as.integer(arguments[3]))

table <- function(ascii) {
  cities <- c("Linz", "Graz", "", 'quote "x"', "a, b", if (!ascii) c("Z\u00fcrich", "\u6771\u4eac"))
  data.frame(id = as.double(seq_len(n)), height = ifelse(seq_len(n) %% 7 == 3, NA, round(rnorm(n, 170, 9), 2)), large = rnorm(n, 0, 1e12),
    city = sample(cities, n, TRUE), essay = strrep("wordy", (seq_len(n) %% 9) * if (ascii) 5 else 40),
    born = as.Date("1940-01-01") + sample(0:20000, n, TRUE), seen = as.POSIXct("2020-01-01", tz = "UTC") + sample(0:31535999, n, TRUE), stringsAsFactors = FALSE)
}

beside <- function(x, file) {
  x$born <- format(x$born)
  x$seen <- format(x$seen, "%Y-%m-%dT%H:%M:%S", tz = "UTC")
  for (v in names(x)) if (is.numeric(x[[v]])) x[[v]] <- ifelse(is.na(x[[v]]), "", sprintf("%.17g", x[[v]]))
  write.csv(x, paste0(file, ".csv"), row.names = FALSE, na = "", fileEncoding = "UTF-8")
}

for (compress in c("byte", "none", "zsav")) {
  x <- table(FALSE)
  written <- x
  code <- sample(c(1, 2, 3, -9, 97), n, TRUE)
  written$mood <- labelled_spss(code, c(low = 1, high = 3), na_values = -9, na_range = c(90, 99))
  x$mood <- ifelse(code %in% c(-9, 97), NA, code)
  file <- file.path(folder, paste0(compress, if (compress == "zsav") ".zsav" else ".sav"))
  write_sav(written, file, compress = compress)
  beside(x, file)
}
for (version in 8:15) { # of Stata
  x <- table(version < 14)
  written <- x
  code <- sample(c(1, 2, 3), n, TRUE)
  tag <- seq_len(n) %% 5
  written$tagged <- labelled(ifelse(tag == 1, tagged_na("a"), ifelse(tag == 2, tagged_na("z"), code)), c(low = 1, high = 3))
  x$tagged <- ifelse(tag %in% 1:2, NA, code)
  written$whole <- sample(-300:300, n, TRUE)
  x$whole <- as.double(written$whole)
  file <- file.path(folder, sprintf("v%d.dta", version))
  write_dta(written, file, version = version)
  beside(x, file)
}
