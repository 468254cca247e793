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

import codepages

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


def expect(name, read, **how):
    frame, meta = read(os.path.join(folder, name), **how)
    out = {
        "encoding": how.get("encoding", ""),
        "names": meta.column_names,
        "labels": [label or "" for label in meta.column_labels],
        "measures": [meta.variable_measure.get(n, "unknown") for n in meta.column_names],
        "levels": {n: {repr(float(v)) if isinstance(v, (int, float)) else v: t for v, t in named.items()} for n, named in meta.variable_value_labels.items()},
        "rows": [[cell(v) for v in row] for row in frame.astype(object).itertuples(index=False)],
    }
    with open(os.path.join(folder, name + ".json"), "w") as f:
        json.dump(out, f, ensure_ascii=False)
    return frame


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

# What pyreadstat does not write: texts in a code page, which the file states by name, by number, or not at all. It reads them.
words = {
    "cp1252": ["Zürich", "café", "Straße", "", "Ñandú – “5 €”", "a, b"],
    "cp1251": ["Москва", "мир", "Ёлка", "", "№ 5", "ещё, да"],
    "shift_jis": ["東京", "大阪", "ソ表", "", "ﾃｽﾄ", "横, 浜"],
    "cp1250": ["Łódź", "žluťoučký", "ľ", "", "Győr", "a, b"],
}
since1582 = (datetime.date(1970, 1, 1) - datetime.date(1582, 10, 14)).days
for name, codec, number, stated, order, compressed in [
    ("western.sav", "cp1252", 1252, "windows-1252", "<", True),
    ("cyrillic.sav", "cp1251", 1251, "", "<", False),
    ("japanese.sav", "shift_jis", 932, "SHIFT_JIS", ">", False),
    ("central.sav", "cp1250", 1250, "windows-1250", ">", True),
]:
    some = words[codec]
    city = [some[i] for i in random.integers(0, len(some), rows)]
    essay = [" ".join(some[(i + j) % 3] for j in range(i % 7 * 3)) + "." * (i % 2) for i in range(rows)]
    days = [None if i % 5 == 4 else float((since1582 - 3000 + i) * 86400) for i in range(rows)]
    variables = [
        codepages.Variable("ID", "id", "number", numpy.arange(1, rows + 1, dtype=float), label="Id, " + some[0]),
        codepages.Variable("HEIGHT", "height", "number", [None if i % 7 == 3 else round(v, 2) for i, v in enumerate(random.normal(170, 9, rows))], measure="scale"),
        codepages.Variable("SEX", "sex", "number", random.choice([1.0, 2.0, 9.0], rows), label=some[1], levels={1.0: some[0], 2.0: some[2], 9.0: "?"}, missing=[9.0], measure="nominal"),
        codepages.Variable("AGREE", "agree", "number", random.choice([1.0, 2.0, 5.0, -9.0, 97.0, 98.5], rows), levels={1.0: some[1], -9.0: some[2]}, missing=[90.0, 99.0, -9.0], measure="ordinal"),
        codepages.Variable("CITY", "city", "text", city, width=40, label=some[4]),
        codepages.Variable("ESSAY", "essay", "text", essay, width=600),
        codepages.Variable("LONG", "a_name_with_" + some[0], "text", [some[0][:2] if i % 3 else "" for i in range(rows)], width=8, levels={some[0][:2]: some[2]}),
        codepages.Variable("BORN", "born", "day", days),
        codepages.Variable("SEEN", "seen", "moment", [None if d is None else d + 3723 for d in days]),
    ]
    codepages.write(os.path.join(folder, name), variables, rows, codec, number, stated, order, compressed)
    frame = expect(name, pyreadstat.read_sav)
    assert list(frame["city"]) == city and list(frame["essay"]) == essay, name  # as they were written

# Stata before version 14 does not say in which encoding its texts are: its reader is told.
for name, version, codec, swap in [("western.dta", 12, "cp1252", "Gräz"), ("cyrillic.dta", 10, "cp1251", "Грац")]:
    frame = table(True)
    path = os.path.join(folder, name)
    pyreadstat.write_dta(frame, path, version=version, column_labels=labels)
    with open(path, "rb") as f:
        content = f.read()
    with open(path, "wb") as f:
        f.write(content.replace(b"Graz", swap.encode(codec)))
    frame = expect(name, pyreadstat.read_dta, encoding=codec.replace("cp", "windows-"))
    assert swap in set(frame["city"]), name
