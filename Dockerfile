# One image for a hub and for grading: make image. Binder and JupyterHub start a server in it; /srv/evalbook holds the
# project, set up, for make grade. Nothing is fetched when it runs. To grade in it, the engine must let bubblewrap build
# its rooms: docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined
# --security-opt systempaths=unconfined.
FROM python:3.12.12-slim-bookworm

# make and git, which nbgitpuller calls, bubblewrap, which confines the notebooks of strangers, and libseccomp, which
# filters what these ask of the system. A release of Debian
# has one version of each, and replaces it only to mend it.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends bubblewrap git libseccomp2 make \
    && rm -rf /var/lib/apt/lists/*

# Binder says with these two as whom it runs.
ARG NB_USER=jovyan
ARG NB_UID=1000
ENV USER=${NB_USER} \
    HOME=/home/${NB_USER} \
    PIP_NO_CACHE_DIR=1
RUN useradd --create-home --uid "${NB_UID}" --shell /bin/bash "${NB_USER}" \
    && install --directory --owner "${NB_UID}" /srv/evalbook
USER ${NB_UID}

# Not in the home directory, over which a hub lays the student's own.
WORKDIR /srv/evalbook
COPY --chown=${NB_UID} . .
RUN make setup-homework \
    && .venv/bin/python -m pip install --disable-pip-version-check --requirement requirements/hub.txt

# Students open working copies here, in which jupyterlab-myst would not collapse what follows a bet.
ENV PATH=/srv/evalbook/.venv/bin:${PATH} \
    JUPYTER_CONFIG_PATH=/srv/evalbook/tools/jupyterlab_of_copies
WORKDIR ${HOME}
EXPOSE 8888
CMD ["jupyter", "lab", "--ip=0.0.0.0", "--no-browser"]
