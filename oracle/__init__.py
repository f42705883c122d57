"""harbor's own answers, and nothing of our own judgement."""

import os

# Read by litellm and harbor when they are imported; without these, an import or a
# run asks the network.
os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
os.environ.setdefault("HARBOR_TELEMETRY", "off")
# harbor runs the script of a metric by uv, which would change the project in the working directory.
os.environ.setdefault("UV_NO_PROJECT", "1")
