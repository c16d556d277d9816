FROM python:3.13-slim AS build

COPY requirements.txt /tmp/requirements.txt
RUN python -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --disable-pip-version-check \
        --require-hashes --only-binary=:all: -r /tmp/requirements.txt


FROM python:3.13-slim

# The uid is fixed and /data is owned by it, so a new volume is writable and keeps its owner.
RUN groupadd --gid 10001 mastermind \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent \
        --shell /usr/sbin/nologin mastermind \
    && install --directory --owner=10001 --group=10001 --mode=0700 /data

COPY --from=build /opt/venv /opt/venv
WORKDIR /app
COPY bot bot
COPY cogs cogs

ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    DATA_DIR=/data
VOLUME /data
USER 10001:10001
STOPSIGNAL SIGTERM
CMD ["python", "-m", "bot", "run"]
