"""A hub for one machine in a closed classroom: make hub. The page Your own copy and a hub says what each line does."""

import os
from pathlib import Path
from urllib.parse import urlencode

clone = Path(__file__).resolve().parents[1]
copies = {"repo": clone.as_uri(), "branch": "working-copies", "targetpath": "evalbook", "urlpath": "lab/tree/evalbook"}

c = get_config()
c.JupyterHub.bind_url = "http://:8000"
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = os.environ["PASSWORD"]
c.Authenticator.allow_all = True
c.Authenticator.username_pattern = r"[a-z][a-z0-9-]*"
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = str(Path.cwd() / "{username}")
c.Spawner.default_url = f"/git-pull?{urlencode(copies)}"
c.Spawner.environment = {"JUPYTER_CONFIG_PATH": str(clone / "tools" / "jupyterlab_of_copies")}
c.ConfigurableHTTPProxy.command = [str(clone / ".venv-hub" / "node_modules" / ".bin" / "configurable-http-proxy")]
