import type { AnswerOf, ToolError, Tools } from '@sonde/contract';
import { describe, expect, test } from 'vitest';
import type { CityRecord, GeoRecord, GeoSource, LocalData } from '../../data/data.ts';
import { openSlots } from '../../data/open-slots.ts';
import { type FetchTarget, NetFailure, type WebResponse } from '../../net/net.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { scriptedNet } from '../../testing/scripted-net.ts';
import { countryOf } from './country.ts';
import { timeIn, zoneAt } from './zone-time.ts';

const place: CityRecord = {
  countryCode: 'NL',
  continentCode: null,
  regionName: 'North Holland',
  regionCode: null,
  city: 'Amsterdam',
  postalCode: null,
  metroCode: null,
  accuracyRadius: null,
  latitude: Math.fround(52.3676),
  longitude: Math.fround(4.90414),
  timeZone: null,
};
const found: GeoRecord = {
  city: place,
  network: { asNumber: 14907, asName: 'Wikimedia Foundation Inc.', isp: null, organization: null },
  missing: [],
  date: '2026-06-05',
  credits: [{ text: 'IP Geolocation by DB-IP', url: 'https://db-ip.com/' }],
};
const service = {
  query: '91.198.174.192',
  status: 'success',
  country: 'Netherlands',
  countryCode: 'NL',
  city: 'Amsterdam',
  lat: 52.37,
  lon: 4.89,
  as: 'AS14907 Wikimedia',
  hosting: false,
};

interface Script {
  readonly sources?: readonly GeoSource[];
  readonly record?: GeoRecord;
  readonly queryUrl?: string;
  readonly addresses?: readonly string[];
  fetch?(url: string): { status?: number; body: unknown; headers?: Record<string, string> };
}

/** One machine and one network for all lookups of a test; requests to the network are recorded. */
function scene(script: Script) {
  const { sources = ['records'], record = found, queryUrl = 'http://geo.example/json/', fetch } = script;
  const { addresses = ['91.198.174.192', '2620:0:862:ed1a::1'] } = script;
  const asked: string[] = [];
  const net = scriptedNet({
    resolve: async (host: string) => {
      asked.push(`resolve ${host}`);
      return addresses.map((address) => ({ address, family: address.includes(':') ? (6 as const) : (4 as const) }));
    },
    ask: async ({ name }: { name: string }) => {
      asked.push(name);
      throw new NetFailure('timeout', 'silent');
    },
    fetch: async (target: FetchTarget): Promise<WebResponse> => {
      const url = typeof target === 'string' ? target : target.url;
      asked.push(url);
      const reply = fetch?.(url);
      if (reply === undefined) throw new NetFailure('connection-refused', 'closed');
      const { status = 200, body, headers = {} } = reply;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return { status, url, headers: new Headers(headers), body: new TextEncoder().encode(text) };
    },
  });
  const databases = { ...noData.geo.databases, find: async () => record };
  const geo = { ...noData.geo, databases, sources, queryUrl };
  const data: LocalData = {
    ...noData,
    geo,
    of: openSlots({ dataFolder: null, fetch: null, findBundled: () => null }).of,
  };
  const lookUp = (ipOrDomain: string): Promise<AnswerOf<Tools['geo']>> =>
    measure(checkQuery('geo', { ipOrDomain }), { net, data, signal: AbortSignal.timeout(5000) });
  const fails = (ipOrDomain: string) =>
    lookUp(ipOrDomain).then(
      () => expect.fail('it answered'),
      (error: ToolError) => error,
    );
  return { asked, lookUp, fails };
}

describe('the embedded databases', () => {
  test('R3.6 R3.7 every field that is known or follows from what is known', async () => {
    const answer = await scene({}).lookUp('91.198.174.192');
    expect(answer).toMatchObject({
      target: '91.198.174.192',
      resultSource: 'records',
      databaseDate: '2026-06-05',
      attribution: [{ text: 'IP Geolocation by DB-IP', url: 'https://db-ip.com/' }],
      gaps: [{ part: 'hostname', code: 'timeout' }],
    });
    const { records } = answer.geoIp as Extract<typeof answer.geoIp, { records: unknown }>;
    expect(records).toEqual({
      ip: '91.198.174.192',
      hostname: null,
      countryName: 'Netherlands',
      countryCode: 'NL',
      countryCode3: 'NLD',
      region: { name: 'North Holland', code: null },
      city: 'Amsterdam',
      postalCode: null,
      metroCode: null,
      latitude: '52.3676',
      longitude: '4.90414',
      accuracyRadius: null,
      asn: 'AS14907',
      asName: 'Wikimedia Foundation Inc.',
      organization: 'Wikimedia Foundation Inc.',
      isp: null,
      timezone: {
        format: expect.stringMatching(/^\+0[12]:00$/),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/),
        name: 'Europe/Amsterdam',
      },
      continent: { name: 'Europe', code: 'EU' },
      addressClass: null,
    });
  });

  test('locates a name by its first address, and lists all of them', async () => {
    const { lookUp, asked } = scene({});
    expect(await lookUp('www.example.org')).toMatchObject({
      target: 'www.example.org',
      addresses: ['91.198.174.192', '2620:0:862:ed1a::1'],
      geoIp: { records: { ip: '91.198.174.192' } },
    });
    expect(asked).toEqual(['resolve www.example.org', '192.174.198.91.in-addr.arpa']);
  });

  test('answers with nulls for an unknown address', async () => {
    const { geoIp } = await scene({ record: { ...found, city: null, network: null } }).lookUp('91.198.174.192');
    expect(geoIp).toMatchObject({
      records: { countryName: null, latitude: null, asn: null, timezone: { time: null } },
    });
  });

  test('fails if the database is missing, and has a gap if the table of networks is', async () => {
    const none = { ...found, city: null, network: null, missing: ['city', 'asn'] as const };
    expect(await scene({ record: none }).fails('91.198.174.192')).toMatchObject({
      code: 'source-failed',
      reason: 'no-database',
      message: 'The database for this lookup is not installed on this server, or is damaged.',
    });
    const { gaps } = await scene({ record: { ...found, network: null, missing: ['asn'] } }).lookUp('91.198.174.192');
    expect(gaps).toContainEqual({ part: 'asn', code: 'source-failed' });
  });
});

test('does not blame the name for a failing resolver', async () => {
  const net = scriptedNet({ resolve: () => Promise.reject(new NetFailure('servfail', 'as scripted')) });
  const signal = AbortSignal.timeout(5000);
  const looking = measure(checkQuery('geo', { ipOrDomain: 'example.org' }), { net, data: noData, signal });
  await expect(looking).rejects.toMatchObject({
    code: 'source-failed',
    reason: 'servfail',
    message: 'The addresses of this name could not be looked up. Please try again.',
  });
});

describe('special-use addresses', () => {
  test.each([
    ['10.0.0.1', 'Private-Use'],
    ['127.0.0.1', 'Loopback'],
    ['203.0.113.9', 'Documentation (TEST-NET-3)'],
    ['224.0.0.251', 'Multicast'],
    ['169.254.0.1', 'Link Local'],
    ['::1', 'Loopback Address'],
    ['2001:db8::1', 'Documentation'],
    ['fe80::1', 'Link-Local Unicast'],
    ['::ffff:8.8.8.8', 'IPv4-mapped Address'],
  ])('%s is told for what it is: %s, and nobody is asked', async (address, addressClass) => {
    const { lookUp, asked } = scene({ sources: ['query', 'records'] });
    const answer = await lookUp(address);
    expect(answer.geoIp).toMatchObject({ records: { ip: address, addressClass, countryName: null, latitude: null } });
    expect(answer.specialUse).toMatchObject({ name: addressClass });
    expect(asked).toEqual([]);
  });
});

test('so is the address of a name, if the operator allows it', async () => {
  const { lookUp, asked } = scene({ sources: ['query', 'records'], addresses: ['127.53.0.10'] });
  const told = { geoIp: { records: { ip: '127.53.0.10' } }, specialUse: { name: 'Loopback' } };
  expect(await lookUp('shop.test')).toMatchObject({ ...told, findings: [{ about: '127.53.0.10' }] });
  expect(asked).toEqual(['resolve shop.test']);
});

describe('the service with a query field', () => {
  const sources = ['query'] as const;
  const ip = '91.198.174.192';

  test('R3.8 provides its fields, without a reverse name; missing fields are null', async () => {
    const { lookUp, asked } = scene({
      sources,
      queryUrl: 'http://geo.example/json?key=k',
      fetch: () => ({ body: service }),
    });
    const answer = await lookUp(ip);
    expect(answer).toMatchObject({ resultSource: 'query', databaseDate: null, attribution: [], gaps: [] });
    expect(answer.geoIp).toMatchObject({ ...service, zip: null, asname: null, timezone: null });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/^http:\/\/geo\.example\/json\/91\.198\.174\.192\?key=k&fields=query%2Cstatus/);
  });

  test.each([
    ['a refusal', { body: { status: 'fail', message: 'reserved range', query: ip } }],
    ['another address', { body: { ...service, query: '192.0.2.1' } }],
    ['no address', { body: { ...service, query: undefined } }],
    ['no JSON', { body: '<html>' }],
    ['a list', { body: [service] }],
    ['a status', { status: 500, body: service }],
  ])('%s is no answer', async (_, reply) => {
    expect(await scene({ sources, fetch: () => reply }).fails(ip)).toMatchObject({ code: 'source-failed' });
  });

  test('has null for fields of the wrong type', async () => {
    const odd = { ...service, country: 7, city: ['x'], lat: '52', lon: 4.9, hosting: 'yes', zip: '  ' };
    const { geoIp } = await scene({ sources, fetch: () => ({ body: odd }) }).lookUp(ip);
    expect(geoIp).toMatchObject({ country: null, city: null, lat: null, lon: null, hosting: null, zip: null });
  });

  test('is skipped after three failures in a row', async () => {
    const { fails, asked } = scene({ sources, fetch: () => ({ status: 503, body: '' }) });
    for (let count = 0; count < 5; count += 1) await fails(ip);
    expect(asked).toHaveLength(3);
  });

  test('is skipped at once after a rate limit', async () => {
    const { fails, asked } = scene({ sources, fetch: () => ({ status: 429, body: '', headers: { 'x-ttl': '30' } }) });
    await fails(ip);
    await fails(ip);
    expect(asked).toHaveLength(1);
  });
});

describe('the order of the sources', () => {
  const ip = '91.198.174.192';
  const fetch = () => ({ body: service });

  test('asks the second if the first fails, with a gap and without mixing their data', async () => {
    const none = { ...found, city: null, missing: ['city'] as const };
    const answer = await scene({ sources: ['records', 'query'], record: none, fetch }).lookUp(ip);
    expect(answer).toMatchObject({ resultSource: 'query', gaps: [{ part: 'records', code: 'source-failed' }] });
    expect(answer.geoIp).not.toHaveProperty('records');
    const other = await scene({ sources: ['query', 'records'] }).lookUp(ip);
    expect(other).toMatchObject({ resultSource: 'records', gaps: [{ part: 'query', code: 'unreachable' }, {}] });
  });

  test('asks the second only if the first fails or does not know the address', async () => {
    const unknown = { ...found, city: null };
    expect(await scene({ sources: ['records', 'query'], record: unknown, fetch }).lookUp(ip)).toMatchObject({
      resultSource: 'query',
      gaps: [],
    });
    const { lookUp, asked } = scene({ sources: ['records', 'query'], fetch });
    expect(await lookUp(ip)).toMatchObject({ resultSource: 'records' });
    expect(asked).toEqual(['192.174.198.91.in-addr.arpa']);
  });

  test('reports the failure of the preferred one when both fail', async () => {
    const none = { ...found, city: null, missing: ['city'] as const };
    expect(await scene({ sources: ['records', 'query'], record: none }).fails(ip)).toMatchObject({
      reason: 'no-database',
    });
    expect(await scene({ sources: ['query', 'records'], record: none }).fails(ip)).toMatchObject({
      code: 'unreachable',
      reason: 'connection-refused',
    });
  });
});

test('local time in summer and in winter, with half-hour offsets, and in uninhabited places', () => {
  const summer = new Date('2026-07-01T12:00:00Z');
  expect(timeIn('Europe/Amsterdam', summer)).toEqual({ offset: '+02:00', time: '2026-07-01T14:00:00+02:00' });
  expect(timeIn('Asia/Kolkata', summer)?.time).toBe('2026-07-01T17:30:00+05:30');
  expect(timeIn('Europe/London', new Date('2026-01-01T00:00:00Z'))?.time).toBe('2026-01-01T00:00:00+00:00');
  expect(timeIn('Nowhere/Land', summer)).toBeNull();
  expect(zoneAt(37.422, -122.085)).toBe('America/Los_Angeles');
  expect(zoneAt(0, 200)).toBeNull();
});

test.each([
  ['RU', 'EU', 'RUS', 'Russia'],
  ['CY', 'AS', 'CYP', 'Cyprus'],
  ['IO', 'AF', 'IOT', 'British Indian Ocean Territory'],
  ['XK', 'EU', null, 'Kosovo'],
  ['BQ', 'NA', 'BES', 'Bonaire, Sint Eustatius and Saba'],
])('%s is in %s, as UN M49 has it, and has the codes and names of ISO 3166-1', (code, continentCode, code3, name) => {
  expect(countryOf(code)).toEqual({ name, code3, continentCode });
});
