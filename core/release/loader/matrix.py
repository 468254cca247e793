

class MatrixPCA(FoundPCA):
    """A FoundPCA with the matrix that was released: covariances, correlations, regressions and partial correlations, each with its
    errors. They are computed from what the release states: noise is that of the release, people the chance of who these people are, and
    cut what is left of the shortening of long records. An interval of 95 % is value +- 1.96 * sqrt(noise**2 + people**2 + cut**2) for
    people like these; without people it is for this table. Low and high stay within -1 and 1; noise may take a value beyond. Columns are those of feature_names_: a level of a category is one.

    get_covariance()          d by d, in the columns' own units; a missing cell counts as its column's mean
    correlation(columns)      r, NaN where too little is seen of a column's spread
    correlation_table(columns)  a list of (row, column, value, low, high, noise, people, cut), low and high for people like these
    covariance_se()           standard deviations of the noise of get_covariance(), for a number of rows as it is stated
    error(f, columns)         f of the covariance of columns, with its errors of noise and of people
    centroids(column, k)      where the people of each level of a category lie on the first k directions
    strength(columns)         below 1.5 their covariance is not inverted: its inverse is noise
    regress(outcome, predictors), partial(columns), get_precision(columns)
    """

    def _matrix(self):
        if hasattr(self, "_law"):
            return self._law
        f = RELEASE["finding"]
        a = _Analysis(f)
        n, r2 = max(1.0, a.n), f["radius"] ** 2
        middles = f["longest"] * 1.2 ** -(np.arange(len(f["lengths"])) + 0.5)
        counts = np.array(f["lengths"])
        used = counts > 3 * f["lengths_noise"]
        if not used.any():
            used = np.arange(len(counts)) == counts.argmax()
        share = np.where(used, np.maximum(counts, 1e-12), 0)
        beside = np.where(~used & (np.convolve(used, np.ones(7))[3:-3] > 0), np.maximum(counts, 0), 0)
        left = 0.0 if "scale" in f else max(0.0, min(beside.sum(), f["rows"] - share.sum()))  # rows in no bin that is used
        if left > 0:
            share = share + beside * left / beside.sum()
        q, share = middles[share > 0] ** 2, share[share > 0] / share.sum()
        kept, low = np.minimum(1, r2 / q), np.minimum(q, r2)
        mean, h = share @ q, share @ kept
        variance, joint = max(0.0, share @ q**2 - mean**2), share @ (q * kept) - mean * h
        t = a.y * r2 / n
        values, vectors = np.linalg.eigh(t)
        values, vectors = values[::-1], vectors[:, ::-1]
        m = min(f["clear"], a.rank - 1)
        lam = np.maximum(np.r_[values[:m], (np.trace(t) - values[:m].sum()) / (a.rank - m)], 0)
        times, phi, heavy = np.r_[np.ones(m), a.rank - m], np.full(m + 1, max(0.05, h)), 0.0
        for _ in range(80):
            x = lam / phi
            if not times @ x > 0 or not variance > 0:
                break
            x = x * mean / (times @ x)
            squares = 2 * times @ x**2
            heavy, lighter = max(0.0, (variance - squares) / (mean**2 + squares)), min(1.0, variance / squares)
            phi = 0.5 * phi + 0.5 * np.maximum(h + (heavy * mean + (1 + heavy) * 2 * x * lighter) * joint / variance, 0.05)
        v = t / phi[m] + (vectors[:, :m] * ((1 / phi[:m] - 1 / phi[m]) * values[:m])) @ vectors[:, :m].T
        half, level = [], []
        for field in RELEASE["fields"]:
            if "levels" in field:
                half += [1.0] * len(field["levels"])
                level += [(0.0, 1.0 / field.get("weight", 1.0))] * len(field["levels"])
            else:
                size = 2 if field.get("part", "") in ("month cycle", "weekday cycle") else 1
                half += [1.0 if "separator" in field else field["maximum"] / 2 - field["minimum"] / 2] * size
                level += [(field["zero"], field["unit"])] * size
        half, level = np.array(half), np.array(level)
        unit = half / np.array(f["weights"])

        class Law:
            pass

        law = self._law = Law()
        law.unit, law.projection = unit, a.free
        law.covariance = v * np.outer(unit, unit)
        law.covariance = (law.covariance + law.covariance.T) / 2
        law.width, law.ratio = a.tau * r2 / (n * phi[m]), (a.tau_mean / a.tau) ** 2
        law.drift = a.free @ a.g / n
        law.people = share @ low**2 / (share @ low) ** 2 / a.people
        law.short = 1 - share @ low / mean
        law.cut = law.short * (0.1 + 0.3 * min(1.0, heavy))
        law.frequency = np.array(RELEASE.get("mean", RELEASE["center"])) * level[:, 1] * np.array(f["answered"])[a.column]  # of a level
        law.frequency_error, law.per = f["mean_noise"], level[:, 1]
        law.mean = level[:, 0] + level[:, 1] * np.array(RELEASE.get("mean", RELEASE["center"]))
        law.seen = np.diag(law.covariance) > 4 * np.diag(self.covariance_se())
        return law

    def _at(self, columns):
        names = list(self.feature_names_)
        if columns is None:
            return list(range(len(names)))
        at = []
        for name in [columns] if isinstance(columns, str) else columns:
            if name not in names:
                raise ValueError("the release has no column %r: its columns are feature_names_" % (name,))
            at.append(names.index(name))
        return at

    def _errors(self, at, gradient):
        """The errors of a function with df = tr(G dS), in own units."""
        m = self._matrix()
        b = gradient * np.outer(m.unit[at], m.unit[at])
        p, y = m.projection[np.ix_(at, at)], m.drift[at]
        pb, by = p @ b, b @ y
        gs = gradient @ m.covariance[np.ix_(at, at)]
        noise = m.width**2 * (2 * (pb * pb.T).sum() + 4 * m.ratio * by @ p @ by)
        return math.sqrt(max(0.0, noise)), math.sqrt(max(0.0, 2 * m.people * (gs * gs.T).sum()))

    def get_covariance(self):
        """The covariance of the features, in own units. It is unbiased, and may have negative eigenvalues."""
        return self._matrix().covariance.copy()

    def get_precision(self, columns=None):
        """The inverse of the covariance of columns. Raises ValueError where their strength is below 1.5."""
        at = self._strong(columns)
        return np.linalg.inv(self._matrix().covariance[np.ix_(at, at)])

    def covariance_se(self):
        """The standard deviation of the noise of each entry of get_covariance()."""
        m = self._matrix()
        p, y = np.diag(m.projection), m.drift
        v = np.outer(p, p) + m.projection**2 + m.ratio * (np.outer(p, y * y) + np.outer(y * y, p) + 2 * np.outer(y, y) * m.projection)
        return m.width * np.sqrt(np.maximum(v, 0)) * np.outer(m.unit, m.unit)

    def correlation(self, columns=None):
        """Pearson's r; NaN for a column of whose spread too little is seen."""
        m, at = self._matrix(), self._at(columns)
        s = np.sqrt(np.where(m.seen[at], np.diag(m.covariance)[at], np.nan))
        r = m.covariance[np.ix_(at, at)] / np.outer(s, s)
        np.fill_diagonal(r, np.where(m.seen[at], 1.0, np.nan))
        return r

    def correlation_table(self, columns=None):
        """(row, column, value, low, high, noise, people, cut) for each pair; all NaN where it is not seen."""
        m, at, out = self._matrix(), self._at(columns), []
        for j in range(len(at)):
            for i in range(j):
                pair = [at[i], at[j]]
                names = tuple(self.feature_names_[k] for k in pair)
                if not m.seen[pair].all():
                    out.append(names + (math.nan,) * 6)
                    continue
                c = m.covariance[np.ix_(pair, pair)]
                s = math.sqrt(c[0, 0] * c[1, 1])
                r = c[0, 1] / s
                noise, people = self._errors(pair, np.array([[-r / (2 * c[0, 0]), 1 / (2 * s)], [1 / (2 * s), -r / (2 * c[1, 1])]]))
                cut = abs(r) * m.cut
                w = 1.96 * math.sqrt(noise**2 + people**2 + cut**2)
                out.append(names + (r, min(1.0, max(-1.0, r - w)), min(1.0, max(-1.0, r + w)), noise, people, cut))
        return out

    def error(self, f, columns):
        """f(covariance of columns), a number or an array, with its standard errors of noise and of people, by central differences."""
        m, at = self._matrix(), self._at(columns)
        s = m.covariance[np.ix_(at, at)]
        y = np.atleast_1d(f(s)).astype(np.float64)
        p, sd = len(at), np.sqrt(np.abs(np.diag(s)))
        gradient = np.zeros((y.size, p, p))
        for i in range(p):
            for j in range(i + 1):
                step = np.zeros((p, p))
                step[i, j] = step[j, i] = 1e-5 * sd[i] * sd[j]
                d = (np.ravel(f(s + step)) - np.ravel(f(s - step))) / (2 * step[i, j])
                gradient[:, i, j] = gradient[:, j, i] = d / (1 if i == j else 2)
        errors = np.array([self._errors(at, g) for g in gradient])
        return y, errors[:, 0].reshape(y.shape), errors[:, 1].reshape(y.shape)

    def strength(self, columns):
        """The least eigenvalue of their covariance, in units of the edge of the noise."""
        m, at = self._matrix(), self._at(columns)
        s = m.covariance[np.ix_(at, at)] / np.outer(m.unit[at], m.unit[at])
        return np.linalg.eigvalsh(s)[0] / (2 * m.width * math.sqrt(len(at)))

    def _strong(self, columns):
        m, at = self._matrix(), self._at(columns)
        hidden = [self.feature_names_[i] for i in at if not m.seen[i]]
        if hidden:
            raise ValueError("too little is seen of the spread of " + ", ".join(hidden))
        if not self.strength([self.feature_names_[i] for i in at]) >= 1.5:
            raise ValueError("the strength of these %d columns is below 1.5: the inverse of their covariance is noise. Use fewer columns, more people or a larger epsilon" % len(at))
        return at

    def _cut(self, gradient, s):
        return self._matrix().cut * math.sqrt(np.sum(np.tril(2 * gradient * s, -1) ** 2))

    def regress(self, outcome, predictors):
        """Least squares: a dict of coefficients (a list of (name, value, noise, people, cut)), r2 (value, noise, people, cut), intercept
        and strength. Coefficients and R2 are corrected to second order for the noise. Name levels of a category without one of them."""
        m, on, y = self._matrix(), self._strong(predictors), self._at(outcome)
        if len(y) != 1 or y[0] in on or not m.seen[y[0]]:
            raise ValueError("the outcome is one column that is no predictor, and of whose spread enough is seen")
        at, q = on + y, len(on)
        u = m.unit[at]
        s = m.covariance[np.ix_(at, at)] / np.outer(u, u)
        a = np.linalg.inv(s[:q, :q])
        z, t2 = a @ s[:q, q], m.width**2
        r2 = z @ s[:q, q] / s[q, q]
        better = np.linalg.solve(np.eye(q) + t2 * (a @ a + np.trace(a) * a), z)
        coefficients = []
        for k in range(q):
            g = np.zeros((q + 1, q + 1))
            g[:q, :q] = -(np.outer(a[k], z) + np.outer(z, a[k])) / 2
            g[:q, q] = g[q, :q] = a[k] / 2
            own = u[q] / u[k]
            noise, people = self._errors(at, g / np.outer(u, u))
            coefficients.append((self.feature_names_[on[k]], better[k] * own, noise * own, people * own, self._cut(g, s) * own))
        g = np.zeros((q + 1, q + 1))
        g[:q, :q] = -np.outer(z, z) / s[q, q]
        g[:q, q] = g[q, :q] = z / s[q, q]
        g[q, q] = -r2 / s[q, q]
        noise, people = self._errors(at, g / np.outer(u, u))
        r2 -= t2 * (np.trace(a) * (1 + better @ better) + better @ a @ better) / s[q, q]
        intercept = m.mean[y[0]] - sum(c[1] * m.mean[i] for c, i in zip(coefficients, on))
        return {"coefficients": coefficients, "r2": (r2, noise, people, self._cut(g, s)), "intercept": intercept, "strength": self.strength(predictors)}

    def partial(self, columns):
        """(row, column, value, noise, people, cut) for each pair, given all other columns."""
        m, at = self._matrix(), self._strong(columns)
        u = m.unit[at]
        s = m.covariance[np.ix_(at, at)] / np.outer(u, u)
        t, out = np.linalg.inv(s), []
        for j in range(len(at)):
            for i in range(j):
                root = math.sqrt(t[i, i] * t[j, j])
                r = -t[i, j] / root
                g = (np.outer(t[i], t[j]) + np.outer(t[j], t[i])) / (2 * root)
                g += r / 2 * (np.outer(t[i], t[i]) / t[i, i] + np.outer(t[j], t[j]) / t[j, j])
                noise, people = self._errors(at, g / np.outer(u, u))
                out.append((self.feature_names_[at[i]], self.feature_names_[at[j]], r, noise, people, self._cut(g, s)))
        return out

    def centroids(self, column, k=2):
        """(level, direction, value, noise, people, cut) for each level of a category and each of the first k directions, from 0: the mean
        score of the level's people, in standard deviations of the score; NaN where the level is rarer than four errors of its frequency.
        Levels in the middle may lie farther out than is stated, since people who are far from the middle were shortened."""
        fields, m = [f for f in RELEASE["fields"] for _ in f.get("levels", [0] * (2 if "cycle" in f.get("part", "") else 1))], self._matrix()
        rows = [i for i, f in enumerate(fields) if f["name"] == column and "levels" in f]
        if not rows:
            raise ValueError("the release has no category %r" % (column,))
        h, s, out = m.unit, m.covariance, []
        values, vectors = np.linalg.eigh(s / np.outer(h, h))
        for direction, w in enumerate(self.components_[:k] / m.per / (1 if self.scale_ is None else self.scale_)):
            sw, q = s @ w, w * h / np.linalg.norm(w * h)
            spread, lam = w @ sw, q @ (s / np.outer(h, h)) @ q
            # the share by which a direction's variance is too large, since its noise turned it towards what is large by noise
            x, y = m.projection @ q, m.projection @ vectors
            gx, gy, xx, yy, xy = m.drift @ x, m.drift @ y, x @ x, (y * y).sum(axis=0), x @ y
            variance = m.width**2 * (xx * yy + xy**2 + m.ratio * (gx**2 * yy + gy**2 * xx + 2 * gx * gy * xy))
            gap = np.copysign(np.maximum(np.abs(lam - values), 2 * np.sqrt(variance)), lam - values)
            turned = np.delete(variance / (lam * gap), np.argmax(np.abs(q @ vectors)))
            shrink = math.sqrt(1 / (1 + max(0.0, turned.sum())))
            for i in rows:
                p, name = m.frequency[i], (self.feature_names_[i], direction)
                if not spread > 0 or p < 4 * m.frequency_error:
                    out.append(name + (math.nan,) * 4)
                    continue
                c = sw[i] / (p * math.sqrt(spread)) * shrink
                g = -c * np.outer(w, w) / (2 * spread)
                g[i] += w / (2 * p * math.sqrt(spread))
                g[:, i] += w / (2 * p * math.sqrt(spread))
                noise, people = self._errors(list(range(len(w))), g)
                out.append(name + (c, math.hypot(noise, c * m.frequency_error / p), people, m.short * abs(c) * (0.2 + 1.2 * max(0.0, 1 - c * c))))
        return out
