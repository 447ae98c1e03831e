import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tools } from '@sonde/contract';
import { explanations } from '@sonde/contract/answers/explanations';
import { takeoverServices } from '@sonde/contract/finding/names/takeover-services';
import { type Installation, type OutgoingServiceId, outgoingServices } from '@sonde/contract/installation';
import { mailProviders } from '@sonde/contract/tools/mail/findings/mail-providers';
import { checkQuery, createNodeData, defaultResolvers, measure, type Net, NetFailure } from '@sonde/probes';
import { answersAddress, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { variables } from '../environment.ts';
import { asking, firebase } from '../testing/asked-hosts.ts';
import { testConfig, testServer, webBuild } from '../testing/test-server.ts';
import { contentSecurityPolicy } from './content-security.ts';
import { describeInstallation } from './installation.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const sourceOf = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const namedIn = ({ asked }: Installation) => Object.values(asked).flatMap((text) => text.split(', '));
const installation = (variables: Record<string, string> = {}) => describeInstallation(testConfig(variables));

/** Every variable with a host, at once. */
const everything = Object.fromEntries([
  ...Object.entries(asking).map(([name, [value]]) => [name, value]),
  ['SONDE_GEO_QUERY_URL', 'http://ip-api.com/json/'],
]);

describe('the hosts that an installation contacts', () => {
  it('are tested for every variable that causes contact with a third party', () => {
    const declared = Object.entries(variables).filter(([, { contacts }]) => contacts);
    expect(declared.map(([name]) => name).sort()).toEqual(Object.keys(asking).sort());
  });

  // The format of SONDE_CA_FILE reads the file, and SONDE_DEMO is set only by the demo.
  it.each(
    Object.entries(variables).filter(
      ([name, { contacts, example }]) => !contacts && example && name !== 'SONDE_CA_FILE',
    ),
  )('do not change when %s is set', (name, { example }) => {
    const others = { SONDE_SECRET: 'a secret of the tests that is long enough', [name]: String(example) };
    expect(installation(others).asked).toEqual(installation().asked);
  });

  it.each(Object.entries(asking))(
    'include those of %s, and only their names are shown',
    (name, [value, named, more]) => {
      const told = installation({ [name]: value, ...more });
      expect(namedIn(told)).toEqual(expect.arrayContaining([...named]));
      expect(JSON.stringify(told)).not.toContain('secret');
    },
  );

  it('are those of the default services, and none contacted by the browser, if nothing is set', () => {
    const { asked } = installation();
    expect(asked.certificateLogs).toBe('crt.sh, api.certspotter.com');
    expect(asked.whois).toContain('whois.iana.org');
    expect(asked.rdap).toContain('data.iana.org');
    expect(asked.resolvers).toBe('127.0.0.1');
    for (const id of [
      'geolocation',
      'connectionTest',
      'mail',
      'signIn',
      'identityKeys',
      'googleMaps',
      'mapTiles',
      'advertisements',
    ] as const) {
      expect(asked[id], id).toBe('not used here');
    }
    expect(installation({ SONDE_CT_URLS: '' }).asked.certificateLogs).toBe('not used here');
    expect(installation({ SONDE_UPDATE: 'off' }).asked.dataSources).toBe('not used here');
  });

  it('include every host that the policy of the pages allows a browser to contact', () => {
    const config = testConfig(everything);
    const policy = contentSecurityPolicy('', config);
    const hosts = policy.match(/(?<=[ /])(?:\*\.)?(?:[\w-]+\.)+[a-z\d]+/g)?.map((host) => host.replace('*.', '')) ?? [];
    const { asked } = describeInstallation(config);
    const ids = ['signIn', 'googleMaps', 'mapTiles', 'advertisements'] as const;
    const named = ids.flatMap((id) => asked[id].split(', '));
    expect(hosts.length).toBeGreaterThan(8);
    expect([...new Set(hosts)].filter((host) => !named.includes(host))).toEqual([]);
  });
});

/** Hosts in the sources that the server never contacts, and why they are mentioned. */
const onlyNamed: readonly (readonly [host: string, why: string])[] = [
  ['www.w3.org', 'the name space of SVG'],
  ['origin.invalid', 'the origin of which a page is asked whether it may read it: no host can have this name'],
  ['ntfy.sh', 'an example of an address that a member may enter'],
  ['docs.oasis-open.org', 'the schema of SARIF 2.1.0'],
  ['securetoken.google.com', 'the issuer in ID tokens'],
  ['github.com', 'where the database of networks is published'],
  ['etherx.jabber.org', 'the name space of XMPP streams (RFC 6120 section 4.8.1)'],
  ...[
    'db-ip.com',
    'ipinfo.io',
    'www.maxmind.com',
    'www.nro.net',
    'www.routeviews.org',
    'www.openstreetmap.org',
    'www.geonames.org',
  ].map((host) => [host, 'links that licences ask for'] as const),
  ...defaultResolvers
    .flatMap(({ source, terms }) => [source, terms ?? source])
    .map((url) => [new URL(url).hostname, 'documents of public resolvers'] as const),
  ...[
    ...Object.values(explanations).map(({ source }) => source.url),
    ...takeoverServices.map(({ source }) => source),
    ...mailProviders.map(({ source }) => source),
    // What operators say of their anycast addresses.
    'https://root-servers.org/',
  ].map((url) => [new URL(url).hostname, 'documents that findings rest on'] as const),
];

/** Registries: `rdap` represents all of them. */
const registries = new Set(
  [...sourceOf('packages/probes/src/data/registries/known-servers.ts').matchAll(/https:\/\/([\w.-]+)/g)].map(
    ([, host]) => host,
  ),
);

describe('every host that the code can contact', () => {
  it('is listed if it occurs in the sources', () => {
    const folders = ['packages/contract/src', 'packages/probes/src', 'apps/api/src', 'apps/web/src', 'apps/cli/src'];
    // Explanations of findings link to their sources.
    const isShipped = (path: string) =>
      /\.tsx?$/.test(path) && !/\.test\.|\.demo\.|(?:^|\/)(?:testing|attacks|samples|findings)\//.test(path);
    const files = folders.flatMap((folder) =>
      (readdirSync(`${root}${folder}`, { recursive: true }) as string[])
        .filter(isShipped)
        .map((path) => `${folder}/${path}`),
    );
    expect(files.length).toBeGreaterThan(300);
    // Comments are removed, since they link to specifications.
    const code = files.map((path) => sourceOf(path).replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')).join('\n');
    const found = [...code.matchAll(/https?:\/\/(?:\*\.)?((?:[\w-]+\.)+[a-z]{2,})/g)].map(([, host = '']) => host);
    const named = [
      ...namedIn(installation(everything)),
      ...namedIn(installation()),
      ...onlyNamed.map(([host]) => host),
    ];
    const isKnown = (host: string) =>
      named.includes(host) || registries.has(host) || /(?:^|\.)example(?:\.(?:com|net))?$/.test(host);
    // The host of Google's script is below one of the listed domains.
    const isBelow = (host: string) => named.some((one) => one.split('.').length === 2 && host.endsWith(`.${one}`));
    expect(found.length).toBeGreaterThan(20);
    expect([...new Set(found)].filter((host) => !isKnown(host) && !isBelow(host))).toEqual([]);
  });

  it('is listed if a lookup of any tool contacts it', async () => {
    const config = testConfig({ SONDE_GEO_SOURCES: 'query,records' });
    const contacted = new Set<string>();
    const refuse = (host: string) => {
      contacted.add(host);
      return Promise.reject(new NetFailure('unreachable', 'This test has no network.'));
    };
    const fetch: Net['fetch'] = (target) => refuse(new URL(typeof target === 'string' ? target : target.url).hostname);
    const net: Net = {
      ...scriptedResolver(answersAddress).net,
      connect: ({ host }) => refuse(host),
      fetch,
      ping: ({ host }) => refuse(host),
    };
    const data = createNodeData({ ...config.data, dataFolder: '/nowhere' }, { fetch });
    onTestFinished(() => data.close());
    const target = 'example.com';
    const { signal } = new AbortController();
    for (const { id, example } of Object.values(tools)) {
      // Only the contacted hosts matter here, not the results.
      await measure(checkQuery(id, example), { net, data, signal }).catch(() => {});
    }
    for (const host of ['ip-api.com', 'whois.iana.org', 'data.iana.org', 'crt.sh', 'api.certspotter.com', target]) {
      expect([...contacted], host).toContain(host);
    }
    const named = [...namedIn(describeInstallation(config)), target];
    expect([...contacted].filter((host) => !named.includes(host) && !registries.has(host))).toEqual([]);
  });
});

/** How the README describes each service; a new service must be described there as well. */
const inReadme: Readonly<Record<OutgoingServiceId, RegExp>> = {
  targets: /to the target/,
  resolvers: /to your resolvers/,
  nameServers: /to its name servers/,
  publicResolvers: /public resolvers only when/,
  whois: /to the registries/,
  rdap: /lists of registries/,
  certificateAuthorities: /authorities of a server’s\s+certificates/,
  blocklists: /blocklists are asked only/,
  certificateLogs: /certificate logs, by\s+default crt\.sh and Cert Spotter/,
  geolocation: /geolocation service is asked only/,
  connectionTest: /After `npm start` also a root name server/,
  dataSources: /renews its list of certificate logs/,
  mail: /your mail server/,
  identityKeys: /Firebase/,
  signIn: /Firebase/,
  googleMaps: /ads, maps or Firebase/,
  mapTiles: /ads, maps or Firebase/,
  advertisements: /ads, maps or Firebase/,
};

it('is documented in the README, service by service', () => {
  const [, told = ''] = /^## Whom Sonde contacts\n([\s\S]*?)\n## /m.exec(sourceOf('README.md')) ?? [];
  for (const words of Object.values(inReadme)) expect(told).toMatch(words);
});

describe('what the privacy page says about stored data', () => {
  it('is true: no answer stays fresh for more than an hour', () => {
    for (const { id, freshMs } of Object.values(tools)) {
      expect(freshMs({ records: [] } as never), id).toBeLessThanOrEqual(3_600_000);
    }
  });

  it('follows the configuration', () => {
    const { kept } = installation();
    expect(kept).toMatchObject({
      answersIn: 'the memory of this server',
      allowancesFor: '60 seconds',
      accountsIn: 'a database on this server',
      sessionFor: '30 days',
      historyFor: '90 days and 5,000 at most',
      snapshotsFor:
        'are kept for 30 days without an account, and in an account until you delete them; everybody with the link can read them.',
      logged: 'What was looked up is not in it.',
    });
    expect(kept.resetLink).toContain('written to the log');
    const shared = installation({
      SONDE_REDIS_URL: 'redis://:secret@redis.test.example',
      DATABASE_URL: 'postgresql://user:secret@db.test.example/sonde',
      SONDE_SECRET: 'a secret of the tests that is long enough',
      SONDE_RATE_LIMIT: '5/1s',
      SONDE_SMTP_URL: 'smtp://mail.test.example',
      SONDE_LOG_LEVEL: 'debug',
    });
    expect(shared.kept).toMatchObject({ historyIn: 'PostgreSQL', allowancesFor: '1 second' });
    expect(shared.kept.answersIn).toContain('Redis');
    expect(shared.kept.logged).toContain('with their target');
    expect(shared.kept.resetLink).not.toContain('log');
    expect(JSON.stringify(shared)).not.toMatch(/secret|redis\.test|db\.test/);
    expect(installation({ SONDE_RATE_LIMIT: 'off' }).kept.allowancesFor).toContain('nothing is limited');
    expect(installation({ SONDE_FIREBASE: JSON.stringify(firebase) }).kept.accountsIn).toBe('Firebase');
  });
});

describe('the description of the installation', () => {
  it('is filled into the pages, and available to the development server', async () => {
    const shipped = await testServer({ SONDE_CT_URLS: '' }, { webRoot: await webBuild() });
    const { body } = await shipped.app.inject('/');
    const json = /id="sonde-config">(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    const told = JSON.parse(json).installation;
    expect(told).toEqual(installation({ SONDE_CT_URLS: '' }));
    expect(Object.keys(told.asked)).toEqual(Object.keys(outgoingServices));
    const developed = await testServer({ SONDE_CT_URLS: '' });
    expect((await developed.app.inject('/api/site-config')).json()).toEqual(JSON.parse(json));
    expect((await shipped.app.inject('/api/site-config')).statusCode).toBe(404);
  });
});
