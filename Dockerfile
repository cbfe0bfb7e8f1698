# To be sure of its bytes, name it with the digest that your registry says: --build-arg NODE_IMAGE=node:24.21.0-slim@sha256:…
ARG NODE_IMAGE=node:24.21.0-slim

# Builds what is generated: the database client, the programs and the dashboard.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile
RUN TURBO_TELEMETRY_DISABLED=1 npx --yes pnpm@12.21.0 exec turbo run build --filter=@matterbase/cli...

# What the programs need while they run, and nothing else.
FROM ${NODE_IMAGE} AS production
WORKDIR /app
COPY . .
RUN npx --yes pnpm@12.21.0 install --prod --frozen-lockfile --filter-prod=@matterbase/cli...
RUN rm -rf packages/sdk/src packages/sdk/cli packages/sdk/bin
COPY --from=build /app/packages/db/src/generated packages/db/src/generated
COPY --from=build /app/packages/sdk/dist packages/sdk/dist
COPY --from=build /app/apps/dashboard/dist apps/dashboard/dist
COPY --from=build /app/apps/api/dist apps/api/dist
COPY --from=build /app/apps/worker/dist apps/worker/dist
COPY --from=build /app/apps/cli/dist apps/cli/dist

FROM ${NODE_IMAGE}
# A line for each request, for whatever collects what containers say.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data LOG_LEVEL=info LOG_FORMAT=json
WORKDIR /app
# The programs cannot change themselves: only the data folder is theirs.
COPY --from=production /app /app
RUN install --directory --owner=node --mode=700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# "docker run … matterbase api" runs only that; what runs a worker asks WORKER_PORT instead of the health check here.
ENTRYPOINT ["node", "apps/cli/bin/matterbase.js"]
CMD ["start"]
