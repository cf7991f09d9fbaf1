"""Studies: from a protocol file to runs, rows, tables, figures and one report. Needs the extra `studies`."""

from mtg_causal_rl.errors import MissingExtra

try:
    import matplotlib  # noqa: F401
    import pandas  # noqa: F401
    import pyarrow  # noqa: F401
    import pydantic  # noqa: F401
    import statsmodels  # noqa: F401
except ImportError as error:
    raise MissingExtra(f'studies need {error.name}: pip install "mtg-causal-rl[learn,studies]"') from error
