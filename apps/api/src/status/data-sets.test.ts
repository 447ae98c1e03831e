import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataSets } from '@sonde/contract';
import { createNodeData, createNodeNet, dataSetsOf, listDataSets, renewDataSet } from '@sonde/probes';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testConfig, testServer } from '../testing/test-server.ts';
import { startDailyUpdates } from './daily-updates.ts';

const DAY_MS = 86_400_000;
const LIST_DATE = Date.parse('2026-10-05T13:39:47Z');

/** A source that answers with a web page, as a captive portal does; it counts the requests. */
async function portal() {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.end('<!doctype html><title>Sign in</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

async function machine(base: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-datasets-'));
  const more = {
    SONDE_GEO_CITY_URL: `${base}city.mmdb`,
    SONDE_GEO_ASN_URL: `${base}asn.mmdb`,
    SONDE_RDAP_BOOTSTRAP: `${base}rdap/`,
    SONDE_ROOT_HINTS_URL: base,
    SONDE_ROOT_ANCHORS_URL: base,
    SONDE_SUFFIX_LIST_URL: base,
  };
  const variables = { SONDE_DATA_DIR: folder, SONDE_CT_LOG_LIST: base, SONDE_MAC_REGISTRY: base, ...more };
  const config = testConfig(variables);
  const net = createNodeNet(config.net);
  const open = (now: () => number) => createNodeData(config.data, net, now);
  onTestFinished(async () => {
    net.close();
    // A renewal that was stopped may still write its last file.
    await rm(folder, { recursive: true, maxRetries: 10 });
  });
  return { variables, open };
}

it('lists every data set, in the API, /readyz and the metrics', async () => {
  const { variables, open } = await machine('http://127.0.0.1:9/');
  const wallClock = () => LIST_DATE + 12 * DAY_MS;
  const { app, metrics } = await testServer(variables, { data: open(wallClock), wallClock });
  const answer = await app.inject(dataSets.path);
  expect(answer.headers['cache-control']).toBe('no-store');
  const { datasets } = dataSets.answer.parse(answer.json()._data);
  expect(datasets.map(({ id }) => id)).toEqual([
    'ct-logs',
    'mac',
    'geo-city',
    'geo-asn',
    'rdap-bootstrap',
    'root-hints',
    'root-anchors',
    'public-suffix',
  ]);
  expect(datasets[0]).toMatchObject({
    date: '2026-10-05T13:39:47.000Z',
    ageDays: 12,
    origin: 'bundled',
    state: 'fresh',
    expiresAt: '2026-12-14T13:39:47.000Z',
    nextUpdateAt: new Date(wallClock()).toISOString(),
  });
  expect((await app.inject('/readyz')).json()._data.datasets['ct-logs']).toEqual({
    ...{ state: 'fresh', date: '2026-10-05T13:39:47.000Z', error: null },
  });
  expect((await metrics.inject('/metrics')).body).toContain(
    `sonde_dataset_age_seconds{dataset="ct-logs"} ${12 * 86_400}`,
  );
});

it('says that nothing is renewed if the operator has turned that off', async () => {
  const { variables, open } = await machine('http://127.0.0.1:9/');
  const { app } = await testServer({ ...variables, SONDE_UPDATE: 'off' }, { data: open(Date.now) });
  const { datasets } = (await app.inject(dataSets.path)).json()._data;
  expect(datasets.map(({ nextUpdateAt }: { nextUpdateAt: string | null }) => nextUpdateAt)).toEqual(
    Array(8).fill(null),
  );
});

it.each([
  [0, 'fresh'],
  [29, 'fresh'],
  [30, 'old'],
  [69, 'old'],
  [70, 'expired'],
  [4000, 'expired'],
])('with the clock %i days after the list of logs, calls it %s', async (days, state) => {
  const { open } = await machine('http://127.0.0.1:9/');
  const now = LIST_DATE + days * DAY_MS;
  const data = open(() => now);
  expect((await listDataSets(data, dataSetsOf(data), now))[0]).toMatchObject({ id: 'ct-logs', ageDays: days, state });
});

describe('the server', () => {
  it('renews what is due, once, tells why it could not, and tries again later', async () => {
    const { asked, url } = await portal();
    const { open } = await machine(url);
    let now = LIST_DATE + 3 * DAY_MS;
    const lines: object[] = [];
    const log = { info: () => {}, warn: (line: object) => void lines.push(line) };
    let checks = 0;
    const waitMs = () => {
      checks += 1;
      return 10;
    };
    const start = () => startDailyUpdates({ data: open(() => now), log, now: () => now, waitMs });
    // Two servers with one folder.
    const first = start();
    await eventually(() => expect(lines).toHaveLength(8));
    const second = start();
    onTestFinished(() => {
      for (const { stop } of [first, second]) stop();
    });
    // Each server has checked several times by then.
    const before = checks;
    await eventually(() => expect(checks).toBeGreaterThan(before + 10));
    expect(asked).toEqual([
      '/log_list.json',
      '/oui/oui.csv',
      '/city.mmdb',
      '/asn.mmdb',
      '/rdap/dns.json',
      '/named.root',
      '/root-anchors.xml',
      '/public_suffix_list.dat',
    ]);
    expect(lines[0]).toEqual({ dataset: 'ct-logs', reason: 'log_list.json is a web page, not data.' });
    const data = open(() => now);
    const [list] = await listDataSets(data, dataSetsOf(data), now);
    expect(list).toMatchObject({
      error: 'log_list.json is a web page, not data.',
      origin: 'bundled',
      nextUpdateAt: new Date(now + 60 * 60_000).toISOString(),
    });
    now += 61 * 60_000;
    await eventually(() => expect(asked.length).toBeGreaterThan(8));
  });

  it('shows no address of the operator’s mirror in the reason', async () => {
    const { open } = await machine('http://127.0.0.1:9/secret/');
    const data = open(Date.now);
    const renewing = { sources: [], signal: AbortSignal.timeout(5000), now: Date.now };
    for (const set of dataSetsOf(data).filter(({ renew }) => renew !== null))
      await expect(renewDataSet(data, set, renewing)).rejects.toThrow();
    const states = await listDataSets(data, dataSetsOf(data), Date.now());
    expect(states[0]?.error).toContain('log_list.json');
    expect(states[1]?.error).toContain('oui.csv');
    expect(JSON.stringify(states)).not.toContain('secret');
  });
});
