"""Kernels for the notebooks that nbval runs: forked from one process that has imported what most of them import.

A kernel that starts by itself spends two seconds on imports, and there are fifty notebooks. No module that sets a
notebook up when it is imported (`evalbook.teaching.pages`) is among them.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from multiprocessing.forkserver import ForkServer
from typing import Any
from unittest.mock import patch

from jupyter_client.provisioning import local_provisioner

PRELOADED = ["ipykernel.kernelapp", "matplotlib.pyplot", "sklearn.metrics", "scipy.stats", "evalbook.plots", "kernels"]
BACKEND = "module://matplotlib_inline.backend_inline"
"""As ipykernel sets it; Matplotlib reads it when it is imported."""
SERVER = ForkServer()
"""Its own: multiprocessing's one is grading's, which loads other modules into it before its first process."""
SERVER.set_forkserver_preload(PRELOADED)
FORK = "multiprocessing.forkserver.connect_to_new_process"


def run_kernel(options: list[str], folder: str | None, environment: dict[str, str]) -> None:
    """What a forked process does: be the kernel of one notebook, in its folder."""
    from ipykernel.kernelapp import IPKernelApp

    os.setpgid(0, 0)
    os.environ.update(environment)
    os.chdir(folder or ".")
    IPKernelApp.launch_instance(argv=[*options, f"--IPKernelApp.parent_handle={os.getppid()}"])  # ends with its parent


class Kernel:
    """A forked kernel, with what its manager asks of one that it started by Popen."""

    stdin = stdout = stderr = None

    def __init__(self, process: Any) -> None:
        self.process, self.pid = process, process.pid
        self.kill = process.kill
        self.terminate = process.terminate
        while self.poll() is None and os.getpgid(self.pid) != self.pid:  # signals are sent to its group
            time.sleep(0.001)

    def poll(self) -> int | None:
        return self.process.exitcode

    def wait(self) -> int | None:
        self.process.join()
        return self.process.exitcode

    def send_signal(self, signal: int) -> None:
        os.kill(self.pid, signal)


def launch(command: list[str], *, cwd: str | None = None, env: dict[str, str], **_: Any) -> Kernel:
    """Start the kernel of a command as `jupyter_client.launch_kernel` does."""
    context = multiprocessing.get_context("forkserver")
    process = context.Process(target=run_kernel, args=(command[command.index("-f") :], cwd, env))
    with patch.dict(os.environ, MPLBACKEND=BACKEND), patch(FORK, SERVER.connect_to_new_process):
        process.start()
    return Kernel(process)


def fork_kernels() -> None:
    """From now on kernels are forked, where the system can."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        local_provisioner.launch_kernel = launch
