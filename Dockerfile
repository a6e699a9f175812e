# The hub, the platform with its console, and (target sandbox) the local vendors.
#   docker build -t provider-hub .
#   docker build -t provider-hub-sandbox --target sandbox .
# What RUN does is a script, so that it can be tried without a container engine: see docs/deploying.md.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS base
WORKDIR /sources

# The packages of hub and platform.
FROM base AS packages
COPY package.json package-lock.json ./
COPY console/package.json console/
COPY platform/package.json platform/
COPY sandbox/package.json sandbox/
COPY ops/container/build-steps.sh ops/container/
RUN ops/container/build-steps.sh install /packages platform

# The packages that build the console, and its files.
FROM packages AS console
RUN ops/container/build-steps.sh install /console console platform
COPY . .
RUN ops/container/build-steps.sh console /console

FROM packages AS sandbox-packages
RUN ops/container/build-steps.sh install /packages-of-sandbox sandbox

FROM base AS programs
COPY . .
RUN ops/container/build-steps.sh assemble . /programs

# What the programs have in common at run time. The user has no name, no home and no file of its own.
FROM ${NODE_IMAGE} AS runtime
ENV NODE_ENV=production PORT=8080
WORKDIR /app
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["/app/ops/container/start.sh"]
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/app/ops/container/health.ts"]

FROM runtime AS sandbox
COPY --from=sandbox-packages /packages-of-sandbox/node_modules node_modules
COPY --from=programs /programs/ops ops
COPY package.json ./
COPY sandbox sandbox
EXPOSE 8801 8802 8803 8804
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/app/ops/container/health.ts", "http://127.0.0.1:8804/.well-known/openid-configuration"]
CMD ["sandbox", "--listen", "0.0.0.0", "--port", "google=8801", "--port", "microsoft=8802", \
  "--port", "salesforce=8803", "--port", "oidc=8804"]

# The last target is the default one.
FROM runtime AS programs-of-production
COPY --from=packages /packages/node_modules node_modules
COPY --from=console /console/console/dist console/dist
COPY --from=programs /programs ./
CMD ["platform"]
