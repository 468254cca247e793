

class PrivatePCA:
    """A released principal subspace under scikit-learn's names. Needs NumPy alone.

    components_           k rows of d loadings; the largest of a row is positive
    feature_names_        names of the d features: "column", or "column=level" for a category
    feature_labels_       what the features are called for people; a feature without a label has its name there
    n_components_, n_features_    k and d
    feature_names_in_, n_features_in_    the columns of a table that transform takes, and their number, as in scikit-learn
    center_               what is subtracted from the features, in scaled units
    mean_                 the same, where it is a mean that was released
    scale_                what centred features are divided by before components_ apply, where every column counts
                          equally: the standard deviation of the feature's column, as a share of the largest; else None
    explained_variance_   noisy eigenvalues, where they were released; some may be negative
    spectrum_             all d of them, where the whole noisy matrix was released
    explained_variance_ratio_  shares of the released total of the noisy eigenvalues, where it is above 0
    variance_unit_        of what the eigenvalues are
    n_clear_              how many leading directions stand clear of the noise; None where that was not tested
    norm_bound_, norm_rule_

    transform takes rows as they stand in a table of the same columns: a pandas
    or polars DataFrame, a dict of columns, or a sequence of rows in the order of feature_names_in_. It
    encodes them as the release did, but for the rounding to integers: numbers are
    clamped to their bounds and scaled, categories become one feature a level, the
    centre is subtracted, and rows longer than the norm bound are scaled back to it. A
    missing number counts as the middle of its bounds, an unknown category as none; with
    the norm rules "mean" and "sign" both count as the mean. A level
    may be spelled as its label where the release was read so; one that is a whole number is one by value,
    2.0 for 2; a missing code is one by value, too. Cells
    that the owner of the records had read as another level are unknown here: no document says which.
    Dates are texts in the format of the release or ISO 8601, or datetime's, pandas' or NumPy's own.
    set_output, pipelines, clone and column transformers of scikit-learn work, where it is installed; a pandas frame keeps its index.
    With the norm rule "pairs", whose records were differences of two rows, a row keeps
    its length and no centre is subtracted: scores are determined up to a shift.
    With the norm rule "mean", which cut long records, a row keeps its length. With the norm rule "sign", whose records were directions from the mean, a row keeps
    its length too, and a missing cell or an unknown category counts as the mean.
    """

    _output = None

    def __init__(self):
        r = RELEASE
        self.components_ = np.array(r["components"], dtype=np.float64)
        self.n_components_, self.n_features_ = self.components_.shape
        self.feature_names_ = np.array(r["feature_names"], dtype=object)
        self.feature_labels_ = np.array(r.get("feature_labels", r["feature_names"]), dtype=object)
        self.feature_names_in_ = np.array(list(dict.fromkeys(f.get("list", f["name"]) for f in r["fields"])), dtype=object)
        self.n_features_in_ = len(self.feature_names_in_)
        self.center_ = np.array(r["center"], dtype=np.float64)
        self.norm_bound_ = r["norm_bound"]
        self.norm_rule_ = r["norm_rule"]
        self.scale_ = np.array(r["scale"], dtype=np.float64) if "scale" in r else None
        for name in ("mean", "explained_variance", "spectrum"):
            if name in r:
                setattr(self, name + "_", np.array(r[name], dtype=np.float64))
        if "variance_unit" in r:
            self.variance_unit_ = r["variance_unit"]
        self.n_clear_ = r.get("clear")
        if "spectrum" in r and self.spectrum_.sum() > 0:
            self.explained_variance_ratio_ = self.spectrum_[: self.n_components_] / self.spectrum_.sum()

    def fit(self, X=None, y=None):
        """Return self: what there is to know of the records was released."""
        return self

    def get_params(self, deep=True):
        """Return an empty dict: a release has nothing to set. scikit-learn's clone and Pipeline ask for it."""
        return {}

    def set_params(self, **params):
        """Return self; any parameter is refused."""
        if params:
            raise ValueError("a release has no parameters: %s" % ", ".join(sorted(params)))
        return self

    def set_output(self, *, transform=None):
        """Have transform return a frame: "pandas" or "polars"; "default" is an array. None leaves it as it is. Returns self."""
        if transform not in (None, "default", "pandas", "polars"):
            raise ValueError('transform is "default", "pandas" or "polars", not %r' % (transform,))
        self._output = transform or self._output
        return self

    def __sklearn_is_fitted__(self):
        return True

    def __sklearn_tags__(self):
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(estimator_type="transformer", target_tags=TargetTags(required=False), transformer_tags=TransformerTags(),
                    input_tags=InputTags(string=True, categorical=True, allow_nan=True), requires_fit=False)

    def __repr__(self):
        return "%s(%d directions of %d features)" % (type(self).__name__, self.n_components_, self.n_features_)

    def encode(self, X):
        """Return an n by d array: each row as the vector that the release would have seen."""
        columns = self._columns(X)
        out = np.zeros((len(columns[0]), self.n_features_))
        sign = self.norm_rule_ in ("mean", "sign")
        at = 0
        for field, values in zip(RELEASE["fields"], columns):
            if "levels" in field:
                find = _levels(field, field["levels"])
                for row, value in enumerate(values):
                    i = find(_text(value))
                    if i is not None:
                        out[row, at + i] = field.get("weight", 1.0)
                    elif sign:
                        end = at + len(field["levels"])
                        out[row, at:end] = self.center_[at:end]
                at += len(field["levels"])
                continue
            lo, hi = field["minimum"], field["maximum"]
            for x in _values(field, values):
                absent = np.isnan(x)
                x = np.clip(np.where(absent, lo / 2 + hi / 2, x), lo, hi)
                out[:, at] = np.clip((x - field["zero"]) / field["unit"], -1.0, 1.0)
                if sign:
                    out[absent, at] = self.center_[at]
                at += 1
        out -= self.center_
        if self.norm_rule_ in ("mean", "pairs", "sign"):
            return out
        norms = np.sqrt((out * out).sum(axis=1))
        if self.norm_rule_ == "unit":
            factor = np.where(norms > 1e-140, self.norm_bound_ / np.where(norms > 1e-140, norms, 1.0), 0.0)
        else:
            factor = self.norm_bound_ / np.maximum(norms, self.norm_bound_)
        return out * factor[:, None]

    def transform(self, X):
        """Return the scores, n by k: an array, or a frame where set_output or scikit-learn's configuration asks for one."""
        out = self.encode(X)
        scores = (out if self.scale_ is None else out / self.scale_) @ self.components_.T
        kind = self._output or (sys.modules["sklearn"].get_config()["transform_output"] if "sklearn" in sys.modules else "default")
        if kind == "default":
            return scores
        frames, names = importlib.import_module(kind), list(self.get_feature_names_out())
        if kind == "polars":
            return frames.DataFrame(scores, schema=names)
        return frames.DataFrame(scores, columns=names, index=getattr(X, "index", None))

    def fit_transform(self, X, y=None):
        return self.transform(X)

    def get_feature_names_out(self, input_features=None):
        """Return the names of the scores, as scikit-learn's PCA does."""
        return np.array(["privatepca%d" % i for i in range(self.n_components_)], dtype=object)

    def summary(self):
        """Return what is known of the directions, as text."""
        lines = [finding(self)]
        if hasattr(self, "explained_variance_ratio_"):
            total = 0.0
            for i, share in enumerate(self.explained_variance_ratio_):
                total += share
                noise = self.n_clear_ is not None and i >= self.n_clear_
                lines.append("PC%-3d %6.1f %% of the released total, %6.1f %% with those before%s" % (i + 1, 100 * share, 100 * total, "; noise" if noise else ""))
        return "\n".join(lines)

    def inverse_transform(self, Z):
        """Return the n by d encoded vectors whose scores are Z."""
        out = np.asarray(Z) @ self.components_
        return (out if self.scale_ is None else out * self.scale_) + self.center_

    def _columns(self, X):
        """The cells of each of the release's fields."""
        if not isinstance(X, dict) and not hasattr(X, "columns"):
            try:
                rows = [list(row) for row in (X if hasattr(X, "__iter__") else np.asarray(X))]
            except TypeError:
                raise ValueError("a table is a sequence of rows, each a sequence of cells") from None
            for row in rows:
                if len(row) != self.n_features_in_:
                    raise ValueError("a row has %d cells, not the %d of feature_names_in_" % (len(row), self.n_features_in_))
            X = {name: [row[i] for row in rows] for i, name in enumerate(self.feature_names_in_)}
        names, columns = set(X if isinstance(X, dict) else X.columns), []
        for field in RELEASE["fields"]:
            if field["name"] in names:
                columns.append(list(X[field["name"]]))
            elif field.get("list") in names:
                columns.append(_answers(field, X[field["list"]]))
            else:
                raise ValueError("the table lacks the column %r: give it all of feature_names_in_" % field.get("list", field["name"]))
        if len({len(c) for c in columns}) != 1:
            raise ValueError("the columns differ in length")
        return columns


def _answers(field, values):
    """Whether each cell of a list names the field's level: 1 or 0, NaN where the cell has no value."""
    out = np.full(len(values), math.nan)
    for row, value in enumerate(values):
        text = _text(value)
        bare = text.strip(" \t\r") if text else ""
        if bare and text not in field.get("missing", []) and bare not in field.get("missing", []):
            out[row] = field["level"].strip(" \t\r") in [part.strip(" \t\r") for part in text.split(field["separator"])]
    return out


def _values(field, values):
    """The values of a column that is no category, one array for each of its features; NaN where a cell has none."""
    if isinstance(values, np.ndarray):  # of a list, read already
        return [values]
    kind = field.get("type", "number")
    missing = set(field.get("missing", [])) | {_same(m) for m in field.get("missing", [])}
    if missing and kind != "ordinal":
        texts = [_text(v) for v in values]
        values = [None if t in missing or t.strip(_BLANKS) in missing or _same(t) in missing else v for t, v in zip(texts, values)]
    if kind == "date":
        parts = np.array([_date(field, v) for v in values], dtype=np.float64).reshape(-1, 4)
        part = field["part"]
        if part in ("month cycle", "weekday cycle"):
            angle = 2 * math.pi * (parts[:, 2] - 1) / 12 if part == "month cycle" else 2 * math.pi * (parts[:, 3] - 1) / 7
            return [np.cos(angle), np.sin(angle)]
        return [parts[:, {"": 0, "year": 1, "month": 2, "weekday": 3}[part]]]
    if kind == "ordinal":
        find = _levels(field, field["order"])
        at = [find(_text(v)) for v in values]
        return [np.array([math.nan if i is None else field["scores"][i] for i in at], dtype=np.float64)]
    x = np.array([_number(v, field) for v in values], dtype=np.float64)
    codes = [_plain(m, field) for m in field.get("missing", [])]
    x[np.isin(x, [c for c in codes if not math.isnan(c)])] = math.nan
    with np.errstate(divide="ignore", invalid="ignore"):
        if kind == "integer":
            x[x != np.trunc(x)] = math.nan
        elif kind == "log":
            x = np.log(np.maximum(x, 0.0))
        elif kind == "signed log":
            x = np.sign(x) * np.log(1.0 + np.abs(x))
    return [x]


_MONTHS = {name: i // 7 + 1 for i, name in enumerate((
    "jan january januar - - - - feb february februar - - - - mar march m\u00e4r m\u00e4rz mrz - - apr april - - - - - may mai - - - - - jun june juni - - - - "
    "jul july juli - - - - aug august - - - - - sep sept september - - - - oct october okt oktober - - - nov november - - - - - dec december dez dezember - - -").split())}
_ISO = r"^([0-9]{4})-([0-9]{2})-([0-9]{2})([T ]([0-9]{2}):([0-9]{2})(:([0-9]{2})([.,][0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$"


def _date(field, value):
    """A cell of a date column: days since 1970-01-01, year, month, weekday; NaN where it is none."""
    none = (math.nan,) * 4
    pattern, directives = field["pattern"], field["directives"]
    if hasattr(value, "isoformat") or isinstance(value, np.datetime64):
        value = str(value) if isinstance(value, np.datetime64) else value.isoformat()
        pattern, directives = _ISO, "Ymd.HM.S.."
    match = re.match(pattern + r"\Z", value.strip(_OUTER)) if isinstance(value, str) else None
    if match is None:
        return none
    text = {d: g for d, g in zip(directives, match.groups()) if d != "." and g}
    said = {d: int(g) for d, g in text.items() if d not in "bp"}
    hour, minute, second = said.get("H", 0), said.get("M", 0), said.get("S", 0)
    if "b" in text:
        said["m"] = _MONTHS.get(text["b"].lower(), 0)
    if "y" in said:
        said["Y"] = field["first_year"] + (said["y"] - field["first_year"]) % 100
    if "p" in text:
        if not 1 <= said["I"] <= 12:
            return none
        hour = said["I"] % 12 + (12 if text["p"].lower() == "pm" else 0)
    try:
        if "V" in said:
            fourth = datetime.date(said["Y"], 1, 4)
            weeks = datetime.date(said["Y"], 12, 28).isocalendar()[1]
            if not 1 <= said["V"] <= weeks or not 1 <= said["u"] <= 7:
                return none
            day = datetime.date.fromordinal(fourth.toordinal() - fourth.weekday() + 7 * (said["V"] - 1) + said["u"] - 1)
        else:
            day = datetime.date(said["Y"], said.get("m", 1), said.get("d", 1))
    except (ValueError, OverflowError):
        return none
    if hour > 23 or minute > 59 or second > 60:
        return none
    return day.toordinal() - 719163 + (3600 * hour + 60 * minute + second) / 86400, day.year, day.month, day.isoweekday()


_BLANKS = " \t\r"
_OUTER = "\t\n\v\f\r \u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(chr(c) for a, b in ((0x2000, 0x200F), (0x202A, 0x202E), (0x2060, 0x2069)) for c in range(a, b + 1))
_DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_MINUS = re.compile("[\u2212\u2013\uff0d\ufe63](?=[0-9.,])")


def _number(value, field):
    """A cell of a number column; NaN where it is none."""
    if isinstance(value, str):
        mark = field.get("grouping", "")
        x = _grouped(value, mark, field.get("decimal", "."))
        if math.isnan(x) and not value.isascii():
            text = _ascii(value)
            x = _grouped(text, mark, field.get("decimal", "."))
            for point in (".", field.get("decimal", ".")):
                if math.isnan(x) and not mark:  # a blank that is no ASCII groups digits
                    x = _grouped(text, " ", point)
        return x
    try:
        x = float(value)
    except (TypeError, ValueError):
        return math.nan
    return x if math.isfinite(x) else math.nan


def _ascii(text):
    """A number without what counts for nothing at its ends, and with an ASCII minus."""
    text = text.strip(_OUTER)
    return "-" + text[1:] if _MINUS.match(text) else text


def _plain(text, field):
    """A number whose digits are not grouped; NaN where it is none."""
    return _grouped(text if text.isascii() else _ascii(text), "", field.get("decimal", "."))


def _grouped(text, mark, point):
    """A number with a mark between its digits in threes, "" for none, and point before its fraction; NaN where it is none."""
    text = text.strip(_BLANKS)
    if mark:
        marks = {" ": " \u00a0\u202f\u2009\u2007", "'": "'\u2019"}.get(mark, mark)
        whole, comma, fraction = text.partition(point)
        if not any(c in marks for c in text):
            if (point == "," and "." in text) or (point == "." and "," in text):
                return math.nan
        elif not re.fullmatch("[+-]?[0-9]{1,3}([" + marks + "][0-9]{3})+", whole) or any(c in marks for c in fraction):
            return math.nan
        else:
            text = "".join(c for c in whole if c not in marks) + comma + fraction
    if point == ",":
        text = text.replace(",", ".", 1)
    return float(text) if _DECIMAL.fullmatch(text) else math.nan


def _same(text):
    """A text by which two cells are the same: letters with their marks apart, without what counts for nothing at its ends."""
    return unicodedata.normalize("NFD", text.strip(_OUTER))


def _fold(text):
    return unicodedata.normalize("NFD", "".join(c.lower() for c in text if c not in _OUTER))


def _levels(field, levels):
    """A function that gives the number of the level that a text spells, None for none: as it stands, by value where all levels are whole
    numbers, and without case and blanks where the release reads so."""
    exact, same, folded, whole = {"": None}, {}, {}, {}
    for m in field.get("missing", []):
        exact.setdefault(m, None)
    spellings = [[level] + others for level, others in zip(levels, field.get("spellings") or [[]] * len(levels))]
    spelled = [(text, i) for i, texts in enumerate(spellings) for text in texts]
    for text, i in spelled + [(level.strip(_BLANKS), i) for i, level in enumerate(levels)]:
        exact.setdefault(text, i)
    for text, i in exact.items():
        for into, key in ((same, _same(text)), (folded, _fold(text))):
            into[key] = i if into.get(key, i) == i else None
    same[""] = folded[""] = None
    values = [(x, i) for x, i in ((_plain(text, field), i) for text, i in spelled) if math.isfinite(x) and x == math.trunc(x)]
    if {i for _, i in values} == set(range(len(levels))) and len(set(values)) == len({x for x, _ in values}):
        whole = dict(values)
        whole.update((_plain(m, field), None) for m in field.get("missing", []))

    def find(text):
        for spelled in (text, text.strip(_BLANKS)):
            if spelled in exact:
                return exact[spelled]
        if not text.isascii() and _same(text) in same:
            return same[_same(text)]
        x = _plain(text, field) if whole else math.nan
        if x in whole:
            return whole[x]
        return folded.get(_fold(text)) if field.get("ignore_case") else None

    return find


def _text(value):
    """A cell of a category column as text; empty where it is missing."""
    if isinstance(value, str):
        return value
    if value is None or type(value).__name__ in ("NAType", "NaTType") or value != value:  # pandas' NA has no truth value
        return ""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    return str(value)


def finding(p):
    """What the noise test found, in a line."""
    if p.n_clear_ is None:
        return "Which directions stand clear of the noise was not tested."
    if p.n_clear_ == 0:
        return "No direction stands clear of the noise: do not read them as findings."
    return "%d of %d directions here stand clear of the noise." % (min(p.n_clear_, p.n_components_), p.n_components_)


pca = PrivatePCA()

if __name__ == "__main__":
    print(RELEASE["statement"])
    print("Claim: %s. %d directions of %d features." % (RELEASE["claim"], pca.n_components_, pca.n_features_))
    print(pca.summary())
