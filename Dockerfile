FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npx --yes pnpm@12 install --frozen-lockfile --filter '!@matterbase/sdk-runtimes' && npx --yes pnpm@12 build

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=build --chown=node /app /app
USER node
EXPOSE 3000
CMD ["node", "apps/cli/bin/matterbase.js", "start"]
