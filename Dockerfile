# The whole toolkit with its browser and fonts for the world's scripts:
#   docker build -t cetr-gold .
#   docker run --rm -e CETR_GOLD_NO_SANDBOX=1 -v "$PWD:/work" cetr-gold annotate capture URL --package my-pages --headless --select article
# Docker's default profile does not let Chromium start its own sandbox, so the container takes its place.
FROM python:3.13-slim AS wheel

# The compiler, which the loops of cetr/compiled need, stays out of the image.
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev

COPY . /src
RUN pip install --no-cache-dir --no-deps --require-hashes --requirement /src/pins/toolkit.txt \
    && pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheel /src

FROM python:3.13-slim

RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        chromium chromium-headless-shell fonts-noto-cjk fonts-noto-color-emoji fonts-noto-core \
    && rm -rf /var/lib/apt/lists/*

COPY pins/toolkit.txt /
RUN pip install --no-cache-dir --no-deps --require-hashes --requirement /toolkit.txt
COPY --from=wheel /wheel /wheel
RUN pip install --no-cache-dir --no-deps /wheel/*.whl

RUN useradd --create-home --uid 1000 annotator
USER annotator
WORKDIR /work
CMD ["annotate", "--help"]
