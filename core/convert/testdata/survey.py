"""survey.py FOLDER ROWS SEED: writes data files of SPSS and Stata by pyreadstat, and beside each, as JSON, what pyreadstat reads back from it:
the cells, row by row, as null, a number, a text, a day or a moment, and labels, labels of values and measures. survey_test.go compares."""

import datetime
import json
import math
import os
import sys

import numpy
import pandas
import pyreadstat

folder, rows, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
random = numpy.random.default_rng(seed)


def holes(values, every):
    return [None if i % every == every - 1 else v for i, v in enumerate(values)]


def table(ascii_only):
    cities = ["Linz", "Graz", "Wien", "", 'quote "x"', "a, b"] + ([] if ascii_only else ["Zürich", "東京", "Ωmega"])
    return pandas.DataFrame({
        "id": numpy.arange(1, rows + 1, dtype=float),
        "height": [numpy.nan if i % 7 == 3 else round(v, 2) for i, v in enumerate(random.normal(170, 9, rows))],
        "sex": random.choice([1.0, 2.0, 9.0], rows),
        "agree": random.choice([1.0, 2.0, 3.0, 4.0, 5.0, -9.0, 97.0, 98.0], rows),
        "large": random.normal(0, 1e12, rows),
        "city": random.choice(cities, rows),
        "a_name_of_more_than_eight": random.choice(["b" * 8, "c" * 9, "", "d"], rows),
        "essay": [("word%d " % i * (i % 9 * 40))[: 900 if not ascii_only else 240].rstrip() for i in range(rows)],
        "born": holes([datetime.date(1940 + i % 80, 1 + i % 12, 1 + i % 28) for i in range(rows)], 5),
        "seen": pandas.Series([pandas.NaT if i % 6 == 5 else datetime.datetime(2020, 1 + i % 12, 1 + i % 28, i % 24, i % 60, i % 59) for i in range(rows)]).astype("datetime64[ns]"),
    })


def cell(value):
    if value is None or value is pandas.NaT or isinstance(value, (float, numpy.floating)) and math.isnan(value):
        return None
    if isinstance(value, (pandas.Timestamp, datetime.datetime)):
        return value.strftime("%Y-%m-%dT%H:%M:%S")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, (int, float, numpy.integer, numpy.floating)):
        return float(value)
    return value or None


def expect(name, read):
    frame, meta = read(os.path.join(folder, name))
    out = {
        "names": meta.column_names,
        "labels": [label or "" for label in meta.column_labels],
        "measures": [meta.variable_measure.get(n, "unknown") for n in meta.column_names],
        "levels": {n: {repr(float(v)) if isinstance(v, (int, float)) else v: t for v, t in named.items()} for n, named in meta.variable_value_labels.items()},
        "rows": [[cell(v) for v in row] for row in frame.astype(object).itertuples(index=False)],
    }
    with open(os.path.join(folder, name + ".json"), "w") as f:
        json.dump(out, f, ensure_ascii=False)


labels = ["Identifier", "Height, in cm", "Sex", "Agreement", "Large", "City", "A longer name", "Essay", "Day of birth", "Last seen"]
values = {"sex": {1: "man", 2: "woman", 9: "refused"}, "agree": {1: "not at all", 5: "fully", -9: "no answer"}}
texts = {"a_name_of_more_than_eight": {"bbbbbbbb": "eight", "ccccccccc": "nine, an ö", "d": "one"}}
measure = {"sex": "nominal", "agree": "ordinal", "height": "scale"}
missing = {"sex": [9], "agree": [{"lo": 90, "hi": 99}, -9], "city": ["Graz"]}
for name, how in {"plain.sav": {}, "rows.sav": {"row_compress": True}, "packed.zsav": {"compress": True}}.items():
    frame = table(False)
    pyreadstat.write_sav(frame, os.path.join(folder, name), column_labels=labels, variable_value_labels={**{n: {float(v): t for v, t in x.items()} for n, x in values.items()}, **texts},
                         variable_measure=measure, missing_ranges=missing, **how)
    expect(name, pyreadstat.read_sav)
for version in (10, 12, 13, 14, 15):  # of Stata: the formats 114, 115, 117, 118 and 119
    frame = table(version < 14)
    frame["sex"], frame["agree"] = frame["sex"].astype("int32"), frame["agree"].astype("int8")
    frame["single"], frame["short"] = numpy.round(random.normal(0, 1, rows), 3).astype("float32"), random.integers(-300, 300, rows).astype("int16")
    frame["tagged"] = [{1: "a", 2: "z"}.get(i % 5, i) for i in range(rows)]
    name = "v%d.dta" % version
    pyreadstat.write_dta(frame, os.path.join(folder, name), version=version, column_labels=labels + ["Single", "Short", "Tagged"], variable_value_labels=values,
                         missing_user_values={"tagged": ["a", "z"]})
    expect(name, pyreadstat.read_dta)
