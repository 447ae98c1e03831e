import { ToolError } from '@sonde/contract';
import { type DnsLab, reply, startDnsLab, startMaliciousWebServer, type WebServerBehaviour } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { firstOf, inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
import { createNodeData, type NodeData } from '../../data/node-data.ts';
import { readDataSettings } from '../../data/settings.ts';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';

let lab: DnsLab;
let net: NodeNet;
let bundled: NodeData;

beforeAll(async () => {
  lab = await startDnsLab();
  const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: lab.resolver });
  if (settings === null) throw new Error(problems.join(' '));
  net = createNodeNet(settings);
  bundled = dataWith({});
});
afterAll(async () => {
  net?.close();
  bundled?.close();
  await lab?.stop();
});

function dataWith(env: Record<string, string>): NodeData {
  const { settings, problems } = readDataSettings(env);
  if (settings === null) throw new Error(problems.join(' '));
  return createNodeData(settings, net);
}

const lookUp = (ipOrDomain: string, data = bundled) =>
  measure(checkQuery('geo', { ipOrDomain }), { net, data, signal: AbortSignal.timeout(30_000) });

const failureOf = (ipOrDomain: string, data = bundled): Promise<ToolError> =>
  lookUp(ipOrDomain, data).then(
    (answer) => expect.fail(`it answered ${JSON.stringify(answer)}`),
    (error) => (error instanceof ToolError ? error : expect.fail(String(error))),
  );

describe('the bundled databases and a real resolver', () => {
  test('R3.6 an address with its reverse name', async () => {
    expect(await lookUp('8.8.8.8')).toMatchObject({
      resultSource: 'records',
      geoIp: {
        records: {
          hostname: 'dns.google',
          countryName: 'United States',
          countryCode3: 'USA',
          continent: { name: 'North America', code: 'NA' },
          asn: 'AS15169',
          asName: 'Google LLC',
        },
      },
      gaps: [],
    });
  });

  test.each(['198.51.99.7', '10.1.2.3'])('%s is not shown if the operator denies it', async (address) => {
    const strict = createNodeNet({
      resolvers: [{ address: '127.0.0.1', port: 9 }],
      allowNetworks: [],
      denyTargets: ['198.51.99.0/24', '10.0.0.0/8'],
      allowPorts: [],
    });
    onTestFinished(() => strict.close());
    await expect(
      measure(checkQuery('geo', { ipOrDomain: address }), {
        net: strict,
        data: bundled,
        signal: AbortSignal.timeout(30_000),
      }),
    ).rejects.toMatchObject({ code: 'refused-target', reason: 'denied' });
  });

  test('a reverse name behind an alias', async () => {
    expect(await lookUp('1.1.1.1')).toMatchObject({ geoIp: { records: { hostname: 'one.one.one.one' } }, gaps: [] });
  });

  test('gives the same answer for both spellings of an IPv6 address', async () => {
    const [full, compressed] = await Promise.all(
      ['2001:4860:4860:0:0:0:0:8888', '2001:4860:4860::8888'].map((text) => lookUp(text)),
    );
    const withoutTime = (answer: typeof full) => JSON.stringify(answer).replaceAll(/"(time|checkedAt)":"[^"]+"/g, '');
    expect(withoutTime(full)).toBe(withoutTime(compressed));
    expect(full).toMatchObject({ geoIp: { records: { ip: '2001:4860:4860::8888', hostname: 'dns.google' } } });
  });

  test('an address without a name', async () => {
    expect(await lookUp('91.198.174.192')).toMatchObject({
      geoIp: { records: { hostname: null, city: 'Amsterdam' } },
      gaps: [],
    });
  });

  test('a name, located by the first of its addresses', async () => {
    const answer = await lookUp('geo.plain.test');
    expect([...answer.addresses].sort()).toEqual(['1.1.1.1', '2001:4860:4860::8888', '8.8.8.8']);
    expect(answer.geoIp).toMatchObject({ records: { ip: answer.addresses[0] } });
  });

  test('leaves out addresses that must not be shown, and refuses a name without others', async () => {
    expect((await lookUp('mixed-geo.plain.test')).addresses).toEqual(['8.8.8.8']);
    const refused = await failureOf('local.plain.test');
    expect(refused).toMatchObject({ code: 'refused-target', reason: 'special-use' });
    expect(refused.message).not.toMatch(/127\.0\.0\.1|::1/);
  });

  test('names that do not exist or have no address', async () => {
    expect(await failureOf('nothing.plain.test')).toMatchObject({ code: 'not-found', reason: 'nxdomain' });
    expect(await failureOf('edge.test')).toMatchObject({ code: 'not-found', reason: 'no-address' });
  });

  test('missing files', async () => {
    const data = dataWith({ SONDE_GEO_CITY_DB: '/nowhere/city.mmdb', SONDE_GEO_ASN_DB: '/nowhere/asn.mmdb' });
    expect(await failureOf('8.8.8.8', data)).toMatchObject({ code: 'source-failed', reason: 'no-database' });
  });
});

describe('a service with a query field', () => {
  async function withService(behaviour: WebServerBehaviour, sources = 'query') {
    const service = await startMaliciousWebServer(behaviour);
    onTestFinished(() => service.stop());
    const data = dataWith({
      SONDE_GEO_SOURCES: sources,
      SONDE_GEO_QUERY_URL: `http://127.0.0.1:${service.port}/json/`,
    });
    return { data, service };
  }

  test('R3.8 is asked over HTTP', async () => {
    const body = JSON.stringify({
      query: '8.8.8.8',
      status: 'success',
      country: 'United States',
      countryCode: 'US',
      lat: 37.4,
      lon: -122.1,
    });
    const { data, service } = await withService((socket) => reply(socket, { body }));
    expect(await lookUp('8.8.8.8', data)).toMatchObject({
      resultSource: 'query',
      geoIp: { query: '8.8.8.8', country: 'United States', lat: 37.4, hosting: null },
      gaps: [],
    });
    expect(service.requests.map(({ target }) => target.split('?')[0])).toEqual(['/json/8.8.8.8']);
  });

  test.each<[string, WebServerBehaviour, string]>(
    firstOf<[string, WebServerBehaviour, string]>(2, [
      ['hangs up', (socket) => socket.destroy(), 'unreachable'],
      ['speaks another language', (socket) => socket.end('220 mail.example ESMTP\r\n'), 'protocol'],
      [
        'never ends',
        (socket) =>
          void setImmediate(function pour() {
            if (!socket.destroyed) {
              socket.write(Buffer.alloc(65_536, 97));
              setImmediate(pour);
            }
          }),
        'protocol',
      ],
      [
        'redirects',
        (socket) => reply(socket, { status: 302, headers: { Location: 'http://169.254.169.254/' } }),
        'protocol',
      ],
    ]),
  )('one that %s is no answer, and the databases step in', async (_, behaviour, code) => {
    const { data } = await withService(behaviour, 'query,records');
    expect(await lookUp('8.8.8.8', data)).toMatchObject({ resultSource: 'records', gaps: [{ part: 'query', code }] });
  });

  inLongSet(test)('is given three seconds if it is silent', async () => {
    const { data } = await withService(() => {});
    const started = performance.now();
    expect(await failureOf('8.8.8.8', data)).toMatchObject({ code: 'timeout' });
    expect(performance.now() - started).toBeGreaterThan(2900);
  });
});
