"""Releases of a table of encoded records by another program: prints components as JSON. Arguments: the program's name, a CSV file, k, ε, how many
releases, the lower bound of each feature (the upper one is 1), and how many seconds of processor time a release may take: one that takes more is the
last, and is left out."""
import json, signal, sys, time, warnings
import numpy as np

name, path, k, epsilon, draws, low, most = sys.argv[1:8]
k, epsilon, draws, most = int(k), float(epsilon), int(draws), float(most)
low = np.array([float(x) for x in low.split(",")])
X = np.loadtxt(path, delimiter=",")
warnings.simplefilter("ignore")
middle = (low + 1) / 2
# A number is at most 1 from its middle, and a category's levels make √L/2: the norm is public.
norm = float(np.sqrt(((1 - low) ** 2 / 4).sum()))



class Late(BaseException):
    pass


def late(*_):
    raise Late


def release():
    if name.startswith("diffprivlib"):
        from diffprivlib.models import PCA
        model = PCA(n_components=k, epsilon=epsilon, data_norm=norm, bounds=(low - middle, 1 - middle))
    else:
        import opendp.prelude as dp
        dp.enable_features("contrib", "honest-but-curious", "floating-point", "idealized-numerics")
        model = dp.sklearn.decomposition.PCA(epsilon=epsilon, row_norm=norm, n_samples=X.shape[0], n_features=X.shape[1], n_components=k)
    signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, most)
    model.fit(X - middle)
    signal.setitimer(signal.ITIMER_PROF, 0)
    return np.asarray(model.components_).tolist()


components = []
for _ in range(draws):
    start = time.process_time()
    try:
        components.append(release())
    except BaseException:
        if time.process_time() - start < most:
            raise
        break
json.dump({"Components": components}, sys.stdout)
