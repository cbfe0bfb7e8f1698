# To pin the exact bytes, add the digest of your registry: --build-arg NODE_IMAGE=node:24.21.0-slim@sha256:…
ARG NODE_IMAGE=node:24.21.0-slim

# pnpm by version and hash.
FROM ${NODE_IMAGE} AS pnpm
COPY .ci/pnpm /pnpm
ENV PATH=/pnpm:$PATH
RUN pnpm --version

# Builds the database client, the programs, the dashboard and the guides.
FROM pnpm AS build
WORKDIR /app
COPY . .
RUN pnpm install --frozen-lockfile
RUN TURBO_TELEMETRY_DISABLED=1 pnpm exec turbo run build --filter=@matterbase/cli...

# Only the files that the programs need at run time.
FROM pnpm AS production
WORKDIR /app
COPY . .
RUN pnpm install --prod --frozen-lockfile --filter-prod=@matterbase/cli...
RUN rm -rf packages/sdk/src packages/sdk/cli packages/sdk/bin
COPY --from=build /app/packages/db/src/generated packages/db/src/generated
COPY --from=build /app/packages/sdk/dist packages/sdk/dist
COPY --from=build /app/packages/sdk/packed/sdk.tgz packages/sdk/packed/sdk.tgz
COPY --from=build /app/apps/dashboard/dist apps/dashboard/dist
COPY --from=build /app/apps/docs/dist apps/docs/dist
COPY --from=build /app/apps/api/dist apps/api/dist
COPY --from=build /app/apps/worker/dist apps/worker/dist
COPY --from=build /app/apps/cli/dist apps/cli/dist

FROM ${NODE_IMAGE}
# The commit that /healthz and --version report: --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
ENV MATTERBASE_COMMIT=${COMMIT}
# One JSON line for each request.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data LOG_LEVEL=info LOG_FORMAT=json
WORKDIR /app
# The programs can write to the data folder only.
COPY --from=production /app /app
RUN install --directory --owner=node --mode=700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# "docker run … matterbase api" runs the API alone. A worker needs another health check, on its WORKER_PORT.
ENTRYPOINT ["node", "apps/cli/bin/matterbase.js"]
CMD ["start"]
