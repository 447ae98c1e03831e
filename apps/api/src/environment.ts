import { engineVariables, json, jsonOrWord, matching, oneOf, url, type VariableTable } from '@sonde/probes';
import { Demo } from './demo/demo.ts';
import {
  Ads,
  apiTokens,
  databaseUrl,
  days,
  email,
  emulatorOrigin,
  Firebase,
  hostNames,
  listenAddress,
  listenHost,
  networks,
  origins,
  port,
  rateLimit,
  secret,
  stopDelay,
  toggle,
  tokenRateLimit,
  toolIds,
} from './environment-formats.ts';
import { workVariables } from './jobs/work-variables.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const TILE_URL = /^https?:\/\/(?=\S*\{z\})(?=\S*\{x\})(?=\S*\{y\})[^\s;,'"]+$/;

/** The environment variables that only the server reads. Those of the engines are `engineVariables`. */
export const serverVariables = {
  PORT: {
    format: port,
    default: '3000',
    meaning: 'port on which the server listens; 0 for any free one',
    example: '8080',
    contacts: false,
  },
  HOST: {
    format: listenHost,
    default: '127.0.0.1',
    meaning: 'address on which the server listens, or the path of a Unix socket',
    example: '0.0.0.0',
    contacts: false,
  },
  SONDE_PUBLIC_URL: {
    format: url('an http or https address', ['http', 'https']),
    whenUnset: 'none',
    meaning: 'URL under which visitors reach the server, and the base of links in mails',
    example: 'https://sonde.example.com',
    contacts: false,
  },
  SONDE_HOSTS: {
    format: hostNames,
    whenUnset: 'none',
    meaning:
      'further host names under which the server answers, comma separated; the host of `SONDE_PUBLIC_URL`, `localhost` and literal addresses always work, any other gets 421',
    example: 'sonde.internal,tools.example.com',
    contacts: false,
  },
  SONDE_TOOLS_OFF: {
    format: toolIds,
    whenUnset: 'none',
    meaning:
      'tools that are turned off, comma separated; `traceroute` and `mac` then show their Coming Soon pages, any other is gone',
    example: 'mac,ping',
    contacts: false,
  },
  SONDE_TRUST_PROXY: {
    format: networks,
    whenUnset: 'none',
    meaning: 'reverse proxies whose `X-Forwarded-For` is trusted, as addresses or CIDRs',
    example: '127.0.0.1,10.0.0.0/8',
    contacts: false,
  },
  SONDE_CORS_ORIGINS: {
    format: origins,
    whenUnset: 'none',
    meaning: 'origins of other sites whose pages may call the API from a browser',
    example: 'https://tools.example.com',
    contacts: false,
  },
  SONDE_ENCRYPT_RESPONSES: {
    format: toggle('true or false', ['true', '1'], ['false', '0']),
    default: 'false',
    meaning:
      'whether the API answers with `{data, iv}` and the `x-encryption-*` headers, which browsers decrypt on https pages and on localhost only',
    example: 'true',
    contacts: false,
  },
  SONDE_RATE_LIMIT: {
    format: rateLimit,
    default: '60/60s',
    meaning: 'cost units per client and window, or `off`',
    example: '120/60s',
    contacts: false,
  },
  SONDE_API_TOKENS: {
    format: apiTokens,
    whenUnset: 'none',
    meaning:
      'tokens for programs that call the API, as `name:hash` or `name:hash:rate`, comma separated; the hash is the SHA-256 of the token, which begins with `sonde_`; `sonde token` generates both',
    example: 'ci:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08:600/60s',
    contacts: false,
    isSecret: true,
  },
  SONDE_TOKEN_RATE_LIMIT: {
    format: tokenRateLimit,
    default: '600/60s',
    meaning: 'cost units per window for each holder of a token, instead of `SONDE_RATE_LIMIT`',
    example: '3000/60s',
    contacts: false,
  },
  SONDE_MCP: {
    format: toggle('on or off', ['on'], ['off']),
    default: 'off',
    meaning: 'whether `POST /mcp` serves the Model Context Protocol, for programs with a token',
    example: 'on',
    contacts: false,
  },
  SONDE_PLACES: {
    format: toggle('on or off', ['on'], ['off']),
    default: 'off',
    meaning: 'whether agents elsewhere (`sonde agent`) may connect, to make lookups from their places',
    example: 'on',
    contacts: false,
  },
  SONDE_LOAD_SHEDDING: {
    format: toggle('on or off', ['on'], ['off']),
    default: 'on',
    meaning: 'whether lookups are refused while the event loop is late by more than half a second, or memory is short',
    example: 'off',
    contacts: false,
  },
  DATABASE_URL: {
    format: databaseUrl,
    whenUnset: 'embedded',
    meaning:
      'PostgreSQL for accounts, history and kept results, instead of the embedded database; a password outside of the URL is read from `PGPASSWORD`',
    example: 'postgresql://sonde:password@db.example.net/sonde',
    contacts: false,
    isSecret: true,
  },
  SONDE_SECRET: {
    format: secret,
    whenUnset: 'made once',
    meaning:
      'secret from which the keys of sessions and signatures are derived, of at least 32 characters; required with `DATABASE_URL`, otherwise generated once and stored in `SONDE_DATA_DIR`',
    example: 'the-output-of-openssl-rand-hex-32',
    contacts: false,
    isSecret: true,
  },
  SONDE_SNAPSHOT_DAYS: {
    format: days(0),
    default: '30',
    meaning:
      'for how many days results that were kept without an account can be read; those of members stay until they delete them; 0: nobody can keep results',
    example: '90',
    contacts: false,
  },
  ...workVariables,
  SONDE_REDIS_URL: {
    format: url('a redis:// address', ['redis', 'rediss', 'valkey', 'valkeys']),
    whenUnset: 'none',
    meaning: 'Redis or Valkey server, through which several instances share answers, lookups, allowances and budgets',
    example: 'redis://cache.example.net:6379',
    contacts: false,
    isSecret: true,
  },
  SONDE_FIREBASE: {
    format: json('JSON of the seven public project settings', Firebase),
    whenUnset: 'none',
    meaning: 'stores accounts at Firebase instead of here: the seven public settings of a Firebase project, as JSON',
    example:
      '{"apiKey":"…","authDomain":"…","projectId":"…","storageBucket":"…","messagingSenderId":"…","appId":"…","measurementId":"…"}',
    contacts: true,
  },
  SONDE_FIREBASE_EMULATOR: {
    format: emulatorOrigin,
    whenUnset: 'none',
    meaning: 'address of Firebase’s auth emulator, for development',
    example: '127.0.0.1:9099',
    contacts: true,
  },
  SONDE_SMTP_URL: {
    format: url('an smtp:// address', ['smtp', 'smtps']),
    whenUnset: 'none',
    meaning: 'mail server for password reset links; without it, they are written to the log',
    example: 'smtps://user:password@mail.example.net',
    contacts: true,
    isSecret: true,
  },
  SONDE_MAIL_FROM: {
    format: matching('an e-mail address, with or without a name', /@/),
    whenUnset: 'the contact address',
    meaning: 'sender address of mails',
    example: 'Sonde <noreply@example.net>',
    contacts: false,
  },
  SONDE_BRAND: {
    format: matching('a name of up to 60 characters', /^[^\p{Cc}]{1,60}$/u),
    default: 'Sonde',
    meaning: 'name of the installation, on every page',
    example: 'Example Tools',
    contacts: false,
  },
  SONDE_CONTACT_EMAIL: {
    format: email,
    default: 'contact@example.com',
    meaning: 'contact address in the footer and in the privacy policy',
    example: 'admin@example.net',
    contacts: false,
  },
  SONDE_GOOGLE_MAPS_KEY: {
    format: matching('a key of letters, digits, - and _', /^[\w-]+$/),
    whenUnset: 'none',
    meaning: 'API key for Google Maps instead of the built-in map',
    example: 'AIza-your-key',
    contacts: true,
  },
  SONDE_TILE_URL: {
    format: matching('an http or https address with {z}, {x} and {y}', TILE_URL),
    whenUnset: 'none',
    meaning: 'raster tiles to draw over the outlines of the built-in map',
    example: 'https://tiles.example.net/{z}/{x}/{y}.png',
    contacts: true,
  },
  SONDE_ADS: {
    format: jsonOrWord('off, or JSON {banner: {src}, native: {src}, scripts: [url, url], hosts: [...]}', Ads, 'off'),
    whenUnset: 'one placeholder',
    meaning:
      'ad slots, as JSON `{banner: {src}, native: {src}, scripts: [url, url], hosts: [...]}`; without it, there is one placeholder at the foot of the tool pages; with `off`, none',
    example: '{"banner":{"src":"https://ads.example.net/banner"}}',
    contacts: true,
  },
  SONDE_METRICS: {
    format: listenAddress,
    whenUnset: 'none',
    meaning: '`ip:port` of a second listener for Prometheus, with `/metrics`; do not expose it',
    example: '127.0.0.1:9100',
    contacts: false,
  },
  SONDE_PROBE: {
    format: toggle('on or off', ['on'], ['off']),
    default: 'off',
    meaning:
      'whether the listener of `SONDE_METRICS` also makes lookups, at `/probe?target=&tool=` in the way of blackbox_exporter; they have no rate limit',
    example: 'on',
    contacts: false,
  },
  SONDE_STOP_DELAY: {
    format: stopDelay,
    default: '0',
    meaning:
      'seconds for which a stopping server still accepts requests, while `/readyz` is 503, so that a load balancer can turn away from it',
    example: '10',
    contacts: false,
  },
  SONDE_SELF_TEST: {
    format: toggle('on or off', ['on'], ['off']),
    default: 'off',
    meaning:
      '`on`: after its start, the server tests its connection to the internet and reports what does not work; `npm start` turns it on',
    example: 'on',
    contacts: true,
  },
  SONDE_UPDATE: {
    format: toggle('on or off', ['on'], ['off']),
    default: 'on',
    meaning: 'whether the server renews its data by itself: certificate logs once a day, MAC addresses once a week',
    example: 'off',
    contacts: true,
  },
  SONDE_LOG_LEVEL: {
    format: oneOf(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`),
    default: 'info',
    meaning: 'lowest level of log lines, which are JSON',
    example: 'warn',
    contacts: false,
  },
  SONDE_DEMO: {
    format: json('what npm run demo makes it', Demo),
    whenUnset: 'none',
    meaning: 'set only by `npm run demo`: with it, a server that other machines could reach does not start',
    example: null,
    contacts: false,
  },
} satisfies VariableTable;

/** All variables. */
export const variables: VariableTable = { ...serverVariables, ...engineVariables };
