"""Results of Headroom, a packet-level simulator of RDMA fabrics, as pandas DataFrames.

``load`` reads the folder of a run, ``load_comparison`` that of a comparison. ``run`` and
``compare`` start the program ``headroom`` and load its results. ``read_json`` reads what any
command prints with ``--json``.
"""

from ._program import compare, run
from ._results import Comparison, Run, load, load_comparison
from ._tables import HeadroomError, read_json
from ._version import __version__

__all__ = [
    "Comparison",
    "HeadroomError",
    "Run",
    "__version__",
    "compare",
    "load",
    "load_comparison",
    "read_json",
    "run",
]
