# Fivesquare for containers: `docker build -t fivesquare .`, and compose.yaml beside PostgreSQL and a proxy.

FROM python:3.13-slim-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends make
WORKDIR /source
COPY . .
# With the compiled solver in it, the program needs no compiler and writes no cache.
RUN make wheels
RUN python -m venv /opt/fivesquare \
    && /opt/fivesquare/bin/pip install --no-cache-dir --constraint constraints.txt --no-deps --no-index --find-links dist fivesquare \
    && /opt/fivesquare/bin/pip install --no-cache-dir --constraint constraints.txt 'fivesquare[web]' \
    && /opt/fivesquare/bin/pip uninstall --yes pip

FROM python:3.13-slim-bookworm
RUN useradd --uid 10001 --no-create-home --home-dir /var/lib/fivesquare fivesquare \
    && install --directory --owner=fivesquare --group=fivesquare --mode=700 /var/lib/fivesquare
COPY --from=build /opt/fivesquare /opt/fivesquare
ENV PATH=/opt/fivesquare/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    XDG_DATA_HOME=/var/lib \
    XDG_CACHE_HOME=/tmp \
    XDG_STATE_HOME=/tmp
USER fivesquare
VOLUME /var/lib/fivesquare
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=8)"]
ENTRYPOINT ["fivesquare"]
CMD ["serve", "--host", "0.0.0.0", "--log", "json"]
