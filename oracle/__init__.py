"""harbor's own answers, and nothing of our own judgement."""

import os

# litellm and harbor read these on import; without them, an import or a run uses the network.
os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
os.environ.setdefault("HARBOR_TELEMETRY", "off")
# harbor runs a metric's script by uv, which would change the project in the working directory.
os.environ.setdefault("UV_NO_PROJECT", "1")
