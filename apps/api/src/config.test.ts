import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineVariables, unknownVariables } from '@sonde/probes';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { serverVariables, variables } from './environment.ts';

const resolvers = { SONDE_RESOLVERS: '127.0.0.1:53' };
const read = (variables: Record<string, string>) => readConfig({ ...resolvers, ...variables });

describe('the configuration', () => {
  it('has defaults for everything', () => {
    expect(read({}).config).toMatchObject({
      listen: { host: '127.0.0.1', port: 3000 },
      net: { resolvers: [{ address: '127.0.0.1', port: 53 }] },
      brand: 'Sonde',
      contactEmail: 'contact@example.com',
      publicUrl: null,
      ads: null,
      googleMapsKey: null,
      tileUrl: null,
      trustProxy: [],
      rateLimit: { units: 60, windowMs: 60_000 },
      shedsLoad: true,
      denyTargets: [],
      corsOrigins: [],
      encryptResponses: false,
      metrics: null,
      logLevel: 'info',
    });
  });

  it('treats an empty variable as unset', () => {
    expect(read({ PORT: '', SONDE_ADS: '', SONDE_BRAND: '' })).toEqual(read({}));
  });

  it('listens on a port or on a socket', () => {
    expect(read({ HOST: '::1', PORT: '0' }).config?.listen).toEqual({ host: '::1', port: 0 });
    expect(read({ HOST: 'localhost' }).config?.listen).toEqual({ host: '127.0.0.1', port: 3000 });
    expect(read({ HOST: '/run/sonde.sock' }).config?.listen).toEqual({ path: '/run/sonde.sock' });
    expect(read({ HOST: './sonde.sock' }).config?.listen).toEqual({ path: './sonde.sock' });
  });

  it('reads limits, listeners and switches', () => {
    expect(read({ SONDE_RATE_LIMIT: 'off' }).config?.rateLimit).toBeNull();
    expect(read({ SONDE_RATE_LIMIT: '120/30s' }).config?.rateLimit).toEqual({ units: 120, windowMs: 30_000 });
    expect(read({ SONDE_LOAD_SHEDDING: 'off' }).config?.shedsLoad).toBe(false);
    expect(read({ SONDE_METRICS: '[::1]:9100' }).config?.metrics).toEqual({ host: '::1', port: 9100 });
    expect(read({ SONDE_METRICS: '127.0.0.1:0' }).config?.metrics).toEqual({ host: '127.0.0.1', port: 0 });
    expect(read({ SONDE_ENCRYPT_RESPONSES: '1' }).config?.encryptResponses).toBe(true);
    expect(read({ SONDE_DENY_TARGETS: 'a.example, 10.0.0.0/8' }).config?.denyTargets).toEqual([
      'a.example',
      '10.0.0.0/8',
    ]);
  });

  it('requires a secret with a database that several servers may share', () => {
    const database = { DATABASE_URL: 'postgres://user:pass@db.example/sonde' };
    expect(read(database).problems).toEqual([expect.stringContaining('SONDE_SECRET must be set with DATABASE_URL')]);
    expect(read({ ...database, PORT: 'x' }).problems).toHaveLength(2);
    expect(
      read({ ...database, SONDE_SECRET: 'a secret of the tests that is long enough' }).config?.accounts,
    ).toMatchObject({
      databaseUrl: database.DATABASE_URL,
      secret: 'a secret of the tests that is long enough',
    });
  });

  it('refuses a secret that can be guessed, and says how to make one', () => {
    expect(read({ SONDE_SECRET: 'a'.repeat(31) }).problems).toEqual([
      'SONDE_SECRET must be a text of at least 32 characters that nobody can guess: openssl rand -hex 32 prints one.',
    ]);
  });

  it('reads every secret from a file, too, and knows the variables that name these files', () => {
    const secret = `${'0f'.repeat(32)}`;
    const folder = mkdtempSync(join(tmpdir(), 'sonde-config-'));
    const fileOf = (name: string, text: string) => {
      writeFileSync(join(folder, name), `${text}\n`);
      return join(folder, name);
    };
    const { config, problems } = read({
      SONDE_SECRET_FILE: fileOf('secret', secret),
      DATABASE_URL_FILE: fileOf('database', 'postgres://user:pass@db.example/sonde'),
      SONDE_SMTP_URL_FILE: fileOf('mail', 'smtps://user:pass@mail.example'),
      SONDE_REDIS_URL_FILE: fileOf('redis', 'redis://:pass@cache.example'),
      SONDE_API_TOKENS_FILE: fileOf('tokens', `ci:${secret}`),
      SONDE_CT_URLS_FILE: fileOf('searches', 'certspotter=https://ct.example'),
    });
    rmSync(folder, { recursive: true });
    expect(problems).toEqual([]);
    expect(config).toMatchObject({
      accounts: {
        secret,
        databaseUrl: 'postgres://user:pass@db.example/sonde',
        smtpUrl: 'smtps://user:pass@mail.example',
      },
      redisUrl: 'redis://:pass@cache.example',
      apiTokens: [{ name: 'ci', hash: secret }],
      data: { certificateSearches: [{ url: 'https://ct.example' }] },
      unknownVariables: [],
    });
  });

  it('reads where accounts live', () => {
    expect(read({}).config?.accounts).toEqual({
      dataDir: './data',
      databaseUrl: null,
      secret: null,
      firebase: null,
      firebaseEmulator: null,
      smtpUrl: null,
      mailFrom: 'contact@example.com',
    });
    for (const [address, origin] of [
      ['127.0.0.1:9099', 'http://127.0.0.1:9099'],
      ['[::1]:9099', 'http://[::1]:9099'],
      ['https://auth.example:9099/', 'https://auth.example:9099'],
    ] as const) {
      expect(read({ SONDE_FIREBASE_EMULATOR: address }).config?.accounts.firebaseEmulator).toBe(origin);
    }
  });

  it('ignores variables of other programs, and reports unknown ones of its own', () => {
    const all = Object.fromEntries([...good, ['HOME', '/root'], ['SONDE_SMPT_URL', 'smtp://mail.example']]);
    expect(read(all)).toMatchObject({ problems: [], config: { unknownVariables: [{ name: 'SONDE_SMPT_URL' }] } });
  });

  it('reports every invalid variable in a separate sentence, including those of the network layer', () => {
    const { config, problems } = readConfig({
      PORT: 'abc',
      SONDE_LOG_LEVEL: 'loud',
      SONDE_RESOLVERS: 'not an address',
    });
    expect(config).toBeNull();
    expect(problems).toContain('PORT must be a whole number from 0 to 65535.');
    expect(problems).toContain('SONDE_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.');
    expect(problems.filter((problem) => problem.includes('SONDE_RESOLVERS'))).toHaveLength(1);
    expect(problems).toHaveLength(3);
  });

  it('never repeats a value that may be a secret', () => {
    const secret = 'hunter2';
    // Lists of addresses, names and ports contain no secrets: their invalid items are named.
    const harmless = /RESOLVERS|BLOCKLISTS|NAT64|ALLOW_|DENY_TARGETS|TRUST_PROXY|HOSTS|CORS_ORIGINS|TOOLS_OFF/;
    const others = Object.keys(variables).filter((name) => !harmless.test(name));
    const { problems } = read(Object.fromEntries(others.map((name) => [name, `\u0000${secret}`])));
    expect(problems.length).toBeGreaterThan(20);
    expect(problems.join('\n')).not.toContain(secret);
  });

  it('names the invalid items of a list', () => {
    expect(read({ SONDE_HOSTS: 'tools.example,tools.example:3000' }).problems).toEqual([
      'SONDE_HOSTS must be host names without port, comma separated, not "tools.example:3000".',
    ]);
  });
});

describe('the table of variables', () => {
  it.each(Object.entries(serverVariables))('%s accepts its own example', (name, { example }) => {
    expect(
      read(example === null ? {} : { [name]: example, SONDE_SECRET: 'a secret of the tests that is long enough' })
        .problems,
    ).toEqual([]);
  });

  it('has no server variable that the command line would take for a misspelt one', () => {
    const env = Object.fromEntries(Object.keys(serverVariables).map((name) => [name, 'x']));
    const suggested = unknownVariables(env, Object.keys(engineVariables)).filter(
      ({ suggestion }) => suggestion !== null,
    );
    expect(suggested).toEqual([]);
  });
});

const good: [string, string][] = [
  ['PORT', '65535'],
  ['HOST', 'localhost'],
  ['SONDE_ALLOW_PORTS', '8443, 9000-9010'],
  ['SONDE_WHOIS_SERVER', 'whois.example:4343'],
  ['SONDE_CT_URLS', 'crtsh=https://crt.example/,certspotter=http://127.0.0.1:1/'],
  ['SONDE_GEO_SOURCES', 'query,records'],
  ['SONDE_TRUST_PROXY', '10.0.0.0/8, ::1, 2001:db8::/32'],
  ['SONDE_RATE_LIMIT', 'off'],
  ['SONDE_RATE_LIMIT', '120/60s'],
  ['SONDE_ZONE_BUDGET', '500/1s, 9000/3600s'],
  ['SONDE_TLS_BUDGET', 'off'],
  ['SONDE_ENCRYPT_RESPONSES', 'true'],
  ['SONDE_REDIS_URL', 'rediss://cache.example:6380/1'],
  ['SONDE_FIREBASE_EMULATOR', '127.0.0.1:9099'],
  ['SONDE_SMTP_URL', 'smtps://user:pass@mail.example'],
  ['SONDE_MAIL_FROM', 'Sonde <noreply@sonde.example>'],
  ['SONDE_DENY_TARGETS', 'example.com, bücher.de, 192.0.2.1, 10.0.0.0/8, 2001:db8::/32'],
  ['SONDE_CORS_ORIGINS', 'https://a.example,http://localhost:8080'],
  ['SONDE_TILE_URL', 'https://tiles.example/{z}/{x}/{y}.png?key=1'],
  ['SONDE_BRAND', 'Müller & Söhne'],
  [
    'SONDE_ADS',
    '{"banner":{"src":"https://a.example/b"},"scripts":["https://a.example/1.js"],"hosts":["a.example:8443"]}',
  ],
  ['SONDE_ADS', 'off'],
  ['SONDE_METRICS', '[::1]:9100'],
  ['SONDE_HOSTS', 'sonde.internal, bücher.example, sonde_api, tools.example.'],
];

const bad: [string, string][] = [
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3000.5'],
  ['HOST', 'two words'],
  ['SONDE_ALLOW_PORTS', '9010-9000'],
  ['SONDE_ALLOW_PORTS', '70000'],
  ['SONDE_WHOIS_SERVER', 'whois.example:port'],
  ['SONDE_RDAP_BOOTSTRAP', 'ftp://data.example/'],
  ['SONDE_CT_URLS', 'https://crt.example/'],
  ['SONDE_GEO_SOURCES', 'records,guess'],
  ['SONDE_TRUST_PROXY', '10.0.0.0/8,'],
  ['SONDE_TRUST_PROXY', '10.0.0.0/33'],
  ['SONDE_TRUST_PROXY', 'true'],
  ['SONDE_RATE_LIMIT', '0/0s'],
  ['SONDE_LOAD_SHEDDING', 'no'],
  ['SONDE_ZONE_BUDGET', '500'],
  ['SONDE_TLS_BUDGET', '3/1s'],
  ['SONDE_ENCRYPT_RESPONSES', 'maybe'],
  ['DATABASE_URL', 'mysql://db.example'],
  ['SONDE_FIREBASE', '{"apiKey":"x"}'],
  ['SONDE_HOSTS', 'https://sonde.example'],
  ['SONDE_HOSTS', 'sonde.example:3000'],
  ['SONDE_HOSTS', 'sonde.example/tools'],
  ['SONDE_HOSTS', 'sonde.example,'],
  ['SONDE_HOSTS', '*.sonde.example'],
  ['SONDE_CORS_ORIGINS', 'https://a.example/'],
  ['SONDE_GOOGLE_MAPS_KEY', 'a b'],
  ['SONDE_TILE_URL', 'https://tiles.example/{z}/{x}.png'],
  ['SONDE_TILE_URL', 'https://tiles.example/{z}/{x}/{y}; script-src *'],
  ['SONDE_CONTACT_EMAIL', 'nobody'],
  ['SONDE_BRAND', 'two\nlines'],
  ['SONDE_TOOLS_OFF', 'dns,nothing'],
  ['SONDE_ADS', '{'],
  ['SONDE_ADS', 'on'],
  ['SONDE_ADS', '{"banner":"https://a.example"}'],
  ['SONDE_ADS', '{"banner":{"src":"javascript:alert(1)"}}'],
  ['SONDE_ADS', '{"hosts":["a.example; script-src *"]}'],
  ['SONDE_ADS', '{"bannner":{"src":"https://a.example"}}'],
  ['SONDE_METRICS', '9100'],
  ['SONDE_METRICS', '127.0.0.1:70000'],
  ['SONDE_DENY_TARGETS', '10.0.0.0/33'],
  ['SONDE_LOG_LEVEL', 'verbose'],
];

it('DATABASE_URL may not have a wrong escape, with which no connection could be made', () => {
  const SONDE_SECRET = 's'.repeat(32);
  const problemsOf = (password: string) =>
    read({ DATABASE_URL: `postgresql://user:${password}@db.example/sonde`, SONDE_SECRET }).problems;
  expect(problemsOf('p%2F')).toEqual([]);
  expect(problemsOf('p%zz')).toEqual([expect.stringContaining('whose % signs begin an escape')]);
});

it.each(good)('%s may be %s', (name, value) => {
  expect(read({ [name]: value }).problems).toEqual([]);
});

it.each(bad)('%s may not be %j', (name, value) => {
  expect(read({ [name]: value }).problems).toEqual([expect.stringMatching(new RegExp(`^${name} must be .+\\.$`))]);
});
