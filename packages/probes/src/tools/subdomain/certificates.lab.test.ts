import {
  behaviourByPath,
  type MaliciousWebServer,
  type NameLab,
  reply,
  startMaliciousWebServer,
  startNameLab,
  type WebServerBehaviour,
} from '@sonde/lab';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { firstOf, inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';

let lab: NameLab;
let labNet: NodeNet;
const servers: MaliciousWebServer[] = [];
beforeAll(async () => {
  lab = await startNameLab();
  const env = { SONDE_RESOLVERS: lab.server, SONDE_ALLOW_NETWORKS: '192.0.2.0/24' };
  const { settings, problems } = readNetSettings(env);
  if (settings === null) throw new Error(problems.join(' '));
  labNet = createNodeNet(settings);
});
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));
afterAll(async () => {
  labNet?.close();
  await lab?.stop();
});

async function searchBy(behaviour: WebServerBehaviour, kind: 'crtsh' | 'certspotter' = 'crtsh', base = '') {
  const server = await startMaliciousWebServer(behaviour);
  servers.push(server);
  const url = `http://127.0.0.1:${server.port}${base}`;
  const data = { ...noData, names: { words: async () => [], certificateSearches: [{ kind, url }] } };
  const net = { ...labNet, connect: () => Promise.reject(new Error('no transfer here')) };
  const signal = AbortSignal.timeout(30_000);
  const found = await measure(checkQuery('subdomain', { domain: 'mixed.test' }), { net, data, signal });
  const names = found.subdomains.filter(({ sources }) => sources.includes(kind));
  return {
    requests: server.requests.map(({ target }) => target),
    names: names.map(({ subdomain, resolves }) => [subdomain, resolves]),
    gaps: found.gaps.filter(({ part }) => part === kind).map(({ code }) => code),
    isPageEmpty: found.subdomains.length === 0,
  };
}

const json = (value: unknown) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) });

test('crt.sh: reads one name per line, including wildcards; ignores foreign names and marks unresolvable ones', async () => {
  const certificates = [
    { common_name: 'www.mixed.test', name_value: '*.mixed.test\nWWW.mixed.test\nold.mixed.test' },
    { common_name: 'mixed.test', name_value: 'evil.example\nnotmixed.test\na..mixed.test\n<b>.mixed.test' },
    { name_value: 17, common_name: null },
    'rubbish',
    null,
  ];
  const { names, gaps, requests } = await searchBy((socket) => reply(socket, json(certificates)));
  expect(names).toEqual([
    ['old.mixed.test', false],
    ['www.mixed.test', true],
  ]);
  expect(gaps).toEqual([]);
  expect(requests).toEqual(['/?q=%25.mixed.test&output=json']);
});

test('Cert Spotter: reads all pages', async () => {
  const pages: Record<string, unknown> = {
    '': [
      { id: '1', dns_names: ['www.mixed.test'] },
      { id: '2', dns_names: ['*.old.mixed.test', 'mixed.test'] },
    ],
    2: [{ id: '3', dns_names: ['vpn.mixed.test'] }],
    3: [],
  };
  const { names, gaps, requests } = await searchBy((socket, { target }) => {
    const after = new URL(target, 'http://a').searchParams.get('after') ?? '';
    reply(socket, json(pages[after]));
  }, 'certspotter');
  expect(names.map(([name]) => name)).toEqual(['old.mixed.test', 'vpn.mixed.test', 'www.mixed.test']);
  expect(gaps).toEqual([]);
  expect(requests).toHaveLength(3);
});

inLongSet(test)('follows redirects', async () => {
  const { names, gaps } = await searchBy((socket, { target }) =>
    target.startsWith('/?')
      ? reply(socket, { status: 301, headers: { Location: '/there' } })
      : reply(socket, json([{ name_value: 'www.mixed.test' }])),
  );
  expect(names).toEqual([['www.mixed.test', true]]);
  expect(gaps).toEqual([]);
});

const answers = (behaviour: WebServerBehaviour): WebServerBehaviour => behaviour;
test.each<[string, WebServerBehaviour, string]>(
  firstOf<[string, WebServerBehaviour, string]>(1, [
    ['limits requests', answers((socket) => reply(socket, { status: 429 })), 'source-failed'],
    ['is broken', answers((socket) => reply(socket, { status: 502, body: '<html>' })), 'source-failed'],
    ['sends an HTML page', answers((socket) => reply(socket, { body: '<html>' })), 'protocol'],
    ['sends no list', answers((socket) => reply(socket, json({ error: 'no' }))), 'protocol'],
    ['sends 50 MB', answers((socket) => reply(socket, { body: Buffer.alloc(50_000_000, 0x20) })), 'protocol'],
    ['closes the connection', answers((socket) => socket.destroy()), 'unreachable'],
    ['sends garbage', (socket, request) => behaviourByPath(socket, { ...request, target: '/garbage' }), 'protocol'],
    [
      'sends a decompression bomb',
      (socket, request) => behaviourByPath(socket, { ...request, target: '/bomb' }),
      'protocol',
    ],
  ]),
)('a search that %s is a gap with its name, and the other results stay', async (_, behaviour, code) => {
  const { gaps, names, isPageEmpty } = await searchBy(behaviour);
  expect(gaps).toEqual([code]);
  expect(names).toEqual([]);
  expect(isPageEmpty).toBe(false);
});

inLongSet(test)(
  'keeps the other results when a certificate search times out',
  async () => {
    const { gaps, isPageEmpty } = await searchBy(() => {});
    expect(gaps).toEqual(['timeout']);
    expect(isPageEmpty).toBe(false);
  },
  20_000,
);
