# syntax=docker/dockerfile:1

# The build needs no development dependencies. Its output is the same for every platform, so it is not emulated.
FROM --platform=$BUILDPLATFORM node:24-trixie-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
RUN npm run build

# The modules that run in production, without compiler, tests and sources.
FROM node:24-trixie-slim AS modules
WORKDIR /src
COPY . .
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace @sonde/api --workspace @sonde/cli
# The build has already compiled the table of networks.
RUN rm -rf node_modules/@sonde node_modules/@ip-location-db/asn

FROM node:24-trixie-slim
LABEL org.opencontainers.image.title="Sonde" \
      org.opencontainers.image.description="Network and domain lookup tools with their own measuring engines" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 SONDE_DATA_DIR=/data
WORKDIR /app
COPY LICENSE THIRD-PARTY-NOTICES.md package.json ./
COPY --from=modules /src/node_modules node_modules
COPY --from=build /src/packages/probes/dist node_modules/@sonde/probes/dist
COPY --from=build /src/apps/api/dist apps/api/dist
COPY --from=build /src/apps/web/dist apps/web/dist
COPY --from=build /src/apps/cli/package.json apps/cli/package.json
COPY --from=build /src/apps/cli/bin apps/cli/bin
COPY --from=build /src/apps/cli/dist apps/cli/dist
RUN mkdir /data && chown node:node /data && ln -s /app/apps/cli/bin/sonde.js /usr/local/bin/sonde
# The root file system may be read-only: only /data is written to.
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "apps/api/dist/server.js"]
