"""Releases of a table of encoded records by another program: prints components as JSON. Arguments: the program's name, a CSV file, k, ε, how many
releases, the lower bound of each feature (the upper one is 1), and how many seconds of processor time a release may take: one that takes more is the
last, and is left out."""
import json, os, resource, signal, sys, time, warnings
import numpy as np

name, path, k, epsilon, draws, low, most = sys.argv[1:8]
k, epsilon, draws, most = int(k), float(epsilon), int(draws), float(most)
low = np.array([float(x) for x in low.split(",")])
X = np.loadtxt(path, delimiter=",")
warnings.simplefilter("ignore")
middle = (low + 1) / 2
# A number is at most 1 from its middle, and a category's levels make √L/2: the norm is public.
norm = float(np.sqrt(((1 - low) ** 2 / 4).sum()))



def release():
    if name.startswith("diffprivlib"):
        from diffprivlib.models import PCA
        model = PCA(n_components=k, epsilon=epsilon, data_norm=norm, bounds=(low - middle, 1 - middle))
    else:
        import opendp.prelude as dp
        dp.enable_features("contrib", "honest-but-curious", "floating-point", "idealized-numerics")
        model = dp.sklearn.decomposition.PCA(epsilon=epsilon, row_norm=norm, n_samples=X.shape[0], n_features=X.shape[1], n_components=k)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + most) + 1,) * 2)
    model.fit(X - middle)
    return np.asarray(model.components_).tolist()


components = []
for _ in range(draws):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:  # a release that does not end is ended by its limit
        with os.fdopen(writer, "w") as out:
            json.dump(release(), out)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as result:
        text = result.read()
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
        break
    if status != 0:
        sys.exit("a release failed")
    components.append(json.loads(text))
json.dump({"Components": components}, sys.stdout)
