# One image for all processes of the service: compose.yaml gives each its command. `make drill-image` builds it
# and plays a match through it. Debian's Python is built with profile-guided optimization.
FROM debian:trixie-slim AS packages

RUN apt-get update && apt-get install -y --no-install-recommends python3-venv ca-certificates
WORKDIR /opt/flipside
COPY requirements/run.txt requirements/build.txt requirements/
RUN python3 -m venv .venv && python3 -m venv build \
    && .venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements/run.txt \
    && build/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements/build.txt
# The wheel of the service, as `make wheel` builds it. It is compiled now: the processes can write nowhere but to
# /var/lib/flipside and /tmp.
COPY . source
RUN build/bin/pip wheel --no-deps --no-build-isolation --no-index --wheel-dir wheels ./source \
    && .venv/bin/pip install --no-deps --no-index wheels/*.whl \
    && .venv/bin/pip uninstall --yes pip

FROM debian:trixie-slim

RUN apt-get update \
    && apt-get install -y --no-install-recommends python3 ca-certificates \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log \
    && groupadd --gid 10001 flipside \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin flipside \
    && install -d -o 10001 -g 10001 -m 0750 /var/lib/flipside
WORKDIR /opt/flipside
COPY --from=packages /opt/flipside/.venv .venv
COPY manage.py .
ENV PATH=/opt/flipside/.venv/bin:/usr/bin:/bin \
    DJANGO_SETTINGS_MODULE=config.settings.production \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 10001:10001
EXPOSE 8000
CMD ["python3", "-m", "config.servers.web", "--bind", "0.0.0.0:8000", "--health", "127.0.0.1:8010"]
