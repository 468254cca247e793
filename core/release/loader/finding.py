

class FoundPCA(PrivatePCA):
    """A PrivatePCA with what the release has found. k is n_components_, d is n_features_.

    of_                   what is estimated, in a sentence; notes_: what a reader has to know beside, one sentence each
    tested_, n_clear_     whether directions were tested, and how many of them relate columns, at least
    level_                what an eigenvalue had to pass, in units of a column
    eigenvalue_errors_    standard errors of the clear eigenvalues
    estimates_            k by d: the loadings to read. A direction that is not clear, or that has no interval, has its row
                          of components_ here. Directions that cannot be told from each other are a plane (planes_:
                          tuples of their numbers, from 0), and have the plane's axes here
    errors_, people_errors_   k by d standard errors: of the noise, and of the choice of people; NaN for a direction without
    table_intervals_      k by d by 2: 95 % intervals for this table, as it was centred and cut in this release
    people_intervals_     the same for people like these, of whom the records are a sample

    check() computes all of it again from the released matrix.
    """

    def __init__(self):
        super().__init__()
        f = RELEASE["finding"]
        self.of_, self.notes_, self.tested_, self.level_ = f["of"], list(f["notes"]), f["tested"], f["level"]
        self.eigenvalue_errors_ = np.array(f["value_errors"], dtype=np.float64)
        self.planes_ = [tuple(c["ranks"]) for c in f["clusters"] if len(c["ranks"]) > 1]
        self.estimates_ = self.components_.copy()
        self.errors_ = np.full(self.components_.shape, np.nan)
        self.people_errors_ = self.errors_.copy()
        for e in f["estimates"]:
            at = e["ranks"][0] + e["axis"]
            if at < self.n_components_:
                x = np.array(e["loadings"], dtype=np.float64)
                alone = len(e["ranks"]) == 1
                self.estimates_[at] = -x if alone and x @ self.components_[at] < 0 else x
                self.errors_[at], self.people_errors_[at] = e["errors"], e["people_errors"]
        self.table_intervals_ = _interval(self.estimates_, self.errors_)
        self.people_intervals_ = _interval(self.estimates_, np.hypot(self.errors_, self.people_errors_))

    def check(self):
        """Compute the test, the estimates and their errors again from the released matrix. Returns what differs, as a list of
        sentences: an empty one where all agrees. Raises ValueError where the document does not hold the matrix."""
        f = RELEASE["finding"]
        if "matrix" not in f:
            raise ValueError("the release has too many features: its matrix is not in the document, so this cannot be computed again")
        a = _Analysis(f)
        a.test()
        wrong = []

        def same(what, ours, theirs):
            ours, theirs = np.ravel(np.array(ours, dtype=np.float64)), np.ravel(np.array(theirs, dtype=np.float64))
            if ours.shape != theirs.shape or np.any(np.abs(ours - theirs) > 2e-6 * np.maximum(1, np.abs(theirs))):
                wrong.append("%s comes out otherwise" % what)

        same("whether it was tested", a.tested, f["tested"])
        same("the number of clear directions", a.clear, f["clear"])
        same("the level", a.level, f["level"])
        if self.scale_ is None:
            return wrong  # the directions are others than those that were tested
        same("an eigenvalue", a.values[: self.n_components_], self.explained_variance_)
        same("an error of an eigenvalue", [math.sqrt(a.variance(a.vectors[:, i])[i]) for i in range(a.clear)], f["value_errors"])
        for i in range(min(self.n_components_, len(a.values))):
            tied = np.abs(a.values - a.values[i]) <= 1e-4 * max(1, abs(a.values[0]))
            if ((self.components_[i] @ a.vectors[:, tied]) ** 2).sum() < 1 - 1e-4:
                wrong.append("direction %d is not one of the released matrix" % (i + 1))
        clusters = a.clusters()
        same("which directions stand together", [(c[0], len(c), o) for c, o in clusters], [(c["ranks"][0], len(c["ranks"]), c["open"]) for c in f["clusters"]])
        stated = {(e["ranks"][0], e["axis"]): e for e in f["estimates"]}
        for ranks, is_open in clusters:
            if is_open:
                continue
            turn = _varimax(a.vectors[:, ranks]) if len(ranks) > 1 else np.eye(1)
            for axis in range(len(ranks)):
                e = stated.pop((ranks[0], axis), None)
                if e is None:
                    wrong.append("the estimate of direction %d is missing" % (ranks[0] + axis + 1))
                    continue
                x, noise, people = a.axis(ranks, turn[:, axis])
                x = np.round(x, 6)
                name = "direction %d" % (ranks[0] + axis + 1)
                same("a loading of " + name, x * np.sign(x[np.argmax(np.abs(x))]), e["loadings"])
                same("an error of " + name, noise, e["errors"])
                same("people's error of " + name, people, e["people_errors"])
        return wrong + ["an estimate is stated that there is not" for _ in stated]


def _interval(x, error):
    """95 % intervals, within -1 ... 1."""
    return np.clip(np.stack([x - 1.959964 * error, x + 1.959964 * error], axis=-1), -1, 1)


class _Draws:
    """Public standard normal numbers from a seed: splitmix64, then Box and Muller."""

    def __init__(self, seed):
        self.seed, self.drawn = np.uint64(seed), 0

    def normals(self, count):
        even = 2 * ((count + 1) // 2)
        with np.errstate(over="ignore"):
            x = self.seed + np.arange(self.drawn + 1, self.drawn + even + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
            x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        self.drawn += even
        u = (((x ^ (x >> np.uint64(31))) >> np.uint64(11)).astype(np.float64) + 0.5) / 2.0**53
        radius, angle = np.sqrt(-2 * np.log(u[0::2])), 2 * math.pi * u[1::2]
        return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]).ravel()[:count]


def _symmetric(lower, d):
    """The matrix of a lower triangle, row by row."""
    full = np.zeros((d, d))
    full[np.tril_indices(d)] = lower
    return full + np.tril(full, -1).T


def _varimax(vectors):
    """The rotation to few large loadings (Kaiser 1958)."""
    turn = np.eye(vectors.shape[1])
    for _ in range(1000):
        x = vectors @ turn
        u, _, v = np.linalg.svd(vectors.T @ (x**3 - x * (x**2).mean(axis=0)))
        moved = np.abs(u @ v - turn).max()
        turn = u @ v
        if moved < 1e-14:
            break
    return turn


class _Analysis:
    """The test, clusters, intervals and errors of a finding, from the numbers that the document states. M is the released second moment
    about the mean, Y, with each column divided by its spread s: M = Y/(s s'), so that an eigenvalue of 1 is one column's."""

    def __init__(self, f):
        self.f, self.sizes = f, np.array(f["sizes"])
        self.p, self.d = len(self.sizes), int(self.sizes.sum())
        ends = np.cumsum(self.sizes)
        self.blocks = [(int(e - s), int(e)) for s, e in zip(self.sizes, ends)]
        self.column = np.repeat(np.arange(self.p), self.sizes)
        self.n, self.tau, self.tau_mean = f["rows"], f["tau"], f["tau_mean"]
        self.people = max(1.0, self.n / f["design_effect"])
        self.g, self.y = np.array(f["mean"]), _symmetric(f["matrix"], self.d)
        self.free = np.eye(self.d)  # the projection on what records can vary in: the levels of a category add up to 1
        for (a, b), kind in zip(self.blocks, f["kinds"]):
            if kind == "category":
                self.free[a:b, a:b] -= 1.0 / (b - a)
        self.rank = self.d - f["kinds"].count("category")
        traces = np.maximum(0, [np.trace(self.y[a:b, a:b]) for a, b in self.blocks])
        edge = 2 * self.tau * math.sqrt(self.d) * self.p / (0.8 * self.n)
        squares = np.maximum(np.maximum(traces, 4 * math.sqrt(2) * self.tau * np.sqrt(self.sizes)), min(0.25, edge) * traces.mean())
        self.floored, self.s = squares > traces, np.sqrt(squares)[self.column]
        self.loose = ~self.floored  # the columns whose spread has noise
        if "scale" in f:  # those of an earlier release
            self.loose[:] = False
            self.floored, self.s = np.array(f["floored"], dtype=bool), np.array(f["scale"], dtype=np.float64)
        self.weight = np.array(f["column_weights"], dtype=np.float64)
        self.m = self.y / np.outer(self.s, self.s)
        self.divisor = self.s / np.sqrt(self.weight[self.column])
        self.shown = self.y / np.outer(self.divisor, self.divisor)
        far = 1 + 2 * np.linalg.norm(self.shown)
        values, vectors = np.linalg.eigh(self.shown - far * (np.eye(self.d) - self.free))
        self.values, self.vectors = values[::-1][: self.rank], vectors[:, ::-1][:, : self.rank]

    def test(self):
        """Count the eigenvalues above what noise, chance and single columns show where no two columns are related."""
        f, d, n, tau = self.f, self.d, self.n, self.tau
        t = min(1.0, max(np.trace(self.y) / n, 0.02))
        spreads = self.p * self.s[[a for a, _ in self.blocks]] ** 2 / n
        everything, seen = min(t, spreads.min()), min([t] + list(spreads[~self.floored]))
        on_floor = sum(b - a - (kind == "category") for (a, b), kind, low in zip(self.blocks, f["kinds"], self.floored) if low)
        both = np.outer(self.floored, self.floored)[np.ix_(self.column, self.column)]
        chance = np.where(both, 1 / math.sqrt(self.people * everything), 1 / math.sqrt(self.people * seen))
        top, root, within = 1.0, np.zeros((d, d)), np.zeros((d, d), dtype=bool)
        for a, b in self.blocks:
            values, vectors = np.linalg.eigh(self.m[a:b, a:b])
            top = max(top, values[-1])
            root[a:b, a:b] = (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T
            within[a:b, a:b] = True
        row, col = np.tril_indices(d)
        wide = np.where(row == col, math.sqrt(2), 1.0)
        draws, largest = _Draws(f["seed"]), []
        for _ in range(30 if d <= 200 else 12):
            z = draws.normals(d) * self.tau_mean
            cross = np.outer(self.g, z)
            x = _symmetric(draws.normals(len(row)) * wide * tau, d) - (cross + cross.T + np.outer(z, z)) / n
            x = self.free @ x @ self.free / np.outer(self.s, self.s)
            x += root @ _symmetric(draws.normals(len(row)) * wide, d) @ root * chance
            x[within] = 0
            largest.append(np.linalg.eigvalsh(x)[-1])
        q = np.array(f["answered"], dtype=np.float64)[self.column]
        square, own = self.g**2 - self.tau_mean**2, n * self.s**2
        together = (1 - q) / q * np.maximum(0, square) / own
        asked = f.get("filters", False) & (1 - q > 3 * f["mean_noise"])  # columns that a filter question may govern
        m, cut = together[asked].sum(), 0.0
        if f.get("cut_answers", False):
            middles, counts = f["longest"] * 1.2 ** -(np.arange(len(f["lengths"])) + 0.5), np.array(f["lengths"])
            used = counts > 3 * f["lengths_noise"]
            if not used.any():
                used = np.arange(len(counts)) == counts.argmax()
            share = np.where(used, np.maximum(counts, 1e-12), 0)
            share = share / share.sum()
            taken = np.clip(q[:, None] - (np.cumsum(share) - share), 0, share)  # of the longest records
            centre = n * np.array(f["weights"]) * f["mean_noise"] * (taken @ (1 / np.maximum(middles, f["radius"]))) / q
            cut = max(0.0, (7 * (square - centre**2) / q / own)[asked & (q < 0.5)].sum())
        missing = (m + cut) / 2 + math.sqrt((m + cut) ** 2 / 4 + top * m) + together[~asked].sum()
        self.level = top + np.mean(largest) + 3 * np.std(largest, ddof=1) + missing
        self.level += max(self.rank / (self.people * seen), on_floor / (self.people * everything))
        w = np.array(f["weights"], dtype=np.float64)[[a for a, _ in self.blocks]]
        spread = self.sizes * w**2 * (f["mean_noise"] / np.array(f["answered"])) ** 2
        most = w**2 * np.array(f["centre_spreads"])
        off = math.sqrt((spread * most / (spread + most)).sum())
        length = np.linalg.norm(self.g)
        u, h = length / n, self.g / length / self.s
        corrected = np.linalg.eigvalsh(self.m - n * u * max(0.0, min(1.0, off / f["radius"]) - u) * np.outer(h, h))[::-1]
        self.tested = bool(off <= 2 * f["radius"])
        self.clear = int((corrected[: self.rank] > self.level).sum()) if self.tested else 0

    def variance(self, q):
        """The variances of q'Xv for each direction v, X the noise of M."""
        x, y = self.vectors / self.divisor[:, None], q / self.divisor
        xx, yy, xy, gx, gy = (x * x).sum(axis=0), y @ y, y @ x, self.g @ x / self.n, self.g @ y / self.n
        return self.tau**2 * (yy * xx + xy**2) + self.tau_mean**2 * (yy * gx**2 + gy**2 * xx + 2 * gy * gx * xy)

    def turning(self, i):
        """The standard deviations of the noise, that of spreads included, which turns direction i with each other in their plane."""
        s, li, lj = self.divisor[:, None], self.values[i], self.values
        v, w = self.vectors[:, [i]], self.vectors
        x, y = v / s, w / s
        xx, yy, xy, gx, gy = (x * x).sum(), (y * y).sum(axis=0), (x * y).sum(axis=0), self.g @ x[:, 0] / self.n, self.g @ y / self.n
        off = self.variance(self.vectors[:, i])
        if "scale" in self.f:
            return np.sqrt(off)
        gap = self.tau**2 * (0.5 * (xx**2 + yy**2) - xy**2) + self.tau_mean**2 * (gx**2 * xx + gy**2 * yy - 2 * gx * gy * xy)
        for j, (a, b) in enumerate(self.blocks):
            if not self.loose[j]:
                continue
            v_, w_, x_, y_, s_ = v[a:b], w[a:b], x[a:b], y[a:b], s[a:b]
            mean = 2 * self.g[a:b, None] / s_**2 / self.n
            uo = -0.5 * (li + lj) * (v_ * w_).sum(axis=0) / self.weight[j]
            ug = -0.5 * (li * (v_**2).sum() - lj * (w_**2).sum(axis=0)) / self.weight[j]
            off = off + (2 * self.tau**2 * uo * (2 * v_ * w_ + uo) / s_**4 + self.tau_mean**2 * mean * uo * (2 * (gx * y_ + gy * x_) + mean * uo)).sum(axis=0)
            gap = gap + (2 * self.tau**2 * ug * (v_**2 - w_**2 + ug) / s_**4 + self.tau_mean**2 * mean * ug * (2 * (gx * x_ - gy * y_) + mean * ug)).sum(axis=0)
        return np.sqrt(np.maximum(0, np.maximum(off, gap)))

    def kurtosis(self):
        """How much larger the fourth moments of records are than a normal law's."""
        f = self.f
        counts = np.array(f["lengths"], dtype=np.float64)
        use = counts > 3 * f["lengths_noise"]
        if not use.any():
            use = np.arange(len(counts)) == counts.argmax()
        share = np.maximum(counts[use], 1e-12)
        share /= share.sum()
        middles = f["longest"] * 1.2 ** -(np.arange(len(counts)) + 0.5)
        squares = np.minimum(1, middles[use] / f["radius"]) ** 2
        trace = np.trace(self.m)
        inverse, y = np.diag(self.free) / self.s**2, self.free @ (self.g / self.s / self.n)
        once, twice = inverse.sum(), (inverse / self.s**2).sum()
        noise = self.tau**2 * (once**2 + twice) + 2 * self.tau_mean**2 * (y @ y * once + ((y / self.s) ** 2).sum())
        norm = max((self.m**2).sum() - noise, trace**2 / max(1, self.rank))
        return max(1.0, (share @ squares**2) / (share @ squares) ** 2 / (1 + 2 * norm / max(trace**2, 1e-12)))

    def clusters(self):
        """Runs of clear directions that are not told apart: lists of numbers, and whether they reach one that is not clear."""
        m, values = self.clear, np.maximum(self.values, 0)
        phi = self.kurtosis() / self.people
        near = np.zeros((m, self.rank), dtype=bool)
        for i in range(m):
            gap = 0.2 * np.abs(self.values[i] - self.values)
            near[i] = np.sqrt(self.variance(self.vectors[:, i]) + phi * values[i] * values) > gap
            if i < 64:
                near[i] |= self.turning(i) > gap
            near[i, i] = False
        out = []
        for i in range(m):
            if out and near[np.ix_(out[-1], range(i, m))].any():
                out[-1].append(i)
            else:
                out.append([i])
        return [(c, bool(near[c][:, m:].any())) for c in out]

    def axis(self, ranks, turn):
        """The estimate of a direction, or of an axis of a plane, with its errors of noise and of people."""
        single, others = len(ranks) == 1, np.ones(self.rank, dtype=bool)
        others[ranks] = False
        q, value = self.vectors[:, ranks] @ turn, (turn**2 * self.values[ranks]).sum()
        gap = np.where(others, value - self.values, np.inf)
        variance = self.variance(q)
        longer = math.sqrt(1 + (variance / gap**2).sum())
        narrow = gap * np.maximum(1 - 2 * self.turning(ranks[0]) / np.abs(gap), 0.2) if single else gap
        positive = (self.vectors * np.maximum(self.values, 0)) @ self.vectors.T
        s, n = self.divisor, self.n

        def parts(gap):
            h = (self.vectors / gap) @ self.vectors.T
            k = h * (self.shown @ q) + (h @ ((self.vectors * self.values) @ self.vectors.T)) * q
            c = np.zeros_like(h)
            for j, (a, b) in enumerate(self.blocks):
                if self.loose[j]:
                    c[:, a:b] = -0.5 * k[:, a:b].sum(axis=1, keepdims=True) / self.weight[j]
            return h, c

        h, c = parts(narrow)
        x, scaled = q / s, h / s
        mean, gamma = scaled @ self.g / n, x @ self.g / n
        noise = self.tau**2 * (x @ x * (scaled**2).sum(axis=1) + (scaled @ x) ** 2)
        noise += 2 * self.tau**2 * (((q * h + c) ** 2 - (q * h) ** 2) / s**4).sum(axis=1)
        noise += self.tau_mean**2 * (((gamma * h + np.outer(mean, q)) / s + 2 * c * self.g / (n * s * s)) ** 2).sum(axis=1)
        h, c = parts(gap)
        along, pq = h @ positive, positive @ q
        people = 0.5 * ((along @ q) ** 2 + (along * h).sum(axis=1) * (q @ pq)) + 2 * (c * along * pq).sum(axis=1)
        people += ((c @ positive**2) * c).sum(axis=1)
        people = 2 * self.kurtosis() / self.people * np.maximum(people, 0)
        wide = 1.0 if single else 1.15
        return longer * q, wide * np.sqrt(np.maximum(noise, 0)), wide * np.sqrt(people)


def finding(p):
    """What the release has found, in a line."""
    clear = RELEASE["finding"]["clear"]
    if not p.tested_:
        return "Which of these directions relate columns was not tested."
    if clear == 0:
        return "No relation between columns stands out of the noise: do not read the directions as findings."
    found = "At least %d %s columns" % (clear, "direction relates" if clear == 1 else "directions relate")
    if p.n_clear_ is None:
        return found + ". The directions here are of the units of the bounds: none was tested by itself."
    return "%s; %d are held here." % (found, min(clear, p.n_components_))
