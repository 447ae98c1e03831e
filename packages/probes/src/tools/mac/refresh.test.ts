import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UpdateRefused } from '../../data/data.ts';
import { openSlots } from '../../data/open-slots.ts';
import { createNodeNet } from '../../net/node-net.ts';
import { macRegistry } from './registry.ts';

const HEADER = 'Registry,Assignment,Organization Name,Organization Address\r\n';
/** Ten assignments of a registry, in the format of its file. */
const file = (registry: string, digits: number, count = 10) =>
  HEADER +
  Array.from({ length: count }, (_, index) => {
    const prefix = (0xa0 + index).toString(16).padEnd(digits, '0').toUpperCase();
    return `${registry},${prefix},"Owner ${index}, Inc.",Main Street ${index} Springfield US 0000${index} \r\n`;
  }).join('');

const whole = {
  '/oui.csv': file('MA-L', 6),
  '/mam.csv': file('MA-M', 7),
  '/oui36.csv': file('MA-S', 9),
  '/iab.csv': file('IAB', 9),
  '/cid.csv': file('CID', 6),
} as const;
const PATHS = Object.keys(whole);
const MONDAY = 'Mon, 16 Nov 2026 03:00:00 GMT';
const TUESDAY = 'Tue, 17 Nov 2026 03:00:00 GMT';

/** A server in place of the IEEE's; `answer` handles a request, or returns false to send the complete file. */
async function serve(answer: (...args: Parameters<RequestListener>) => boolean = () => false): Promise<string[]> {
  const server = createServer((request, response) => {
    if (answer(request, response)) return;
    const body = whole[request.url as keyof typeof whole];
    response.writeHead(200, { 'content-type': 'text/csv', 'last-modified': MONDAY }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return PATHS.map((path) => `http://127.0.0.1:${port}${path}`);
}

async function machine() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sonde-refresh-'));
  const net = createNodeNet({
    resolvers: [{ address: '127.0.0.1', port: 9 }],
    allowNetworks: [],
    denyTargets: [],
    allowPorts: [],
  });
  onTestFinished(async () => {
    net.close();
    await rm(dataFolder, { recursive: true });
  });
  const fetch: typeof net.fetch = (target, limits, signal) => net.fetch(target, { ...limits, timeoutMs: 500 }, signal);
  /** Opened as by a process that has read nothing so far. */
  const open = () => openSlots({ dataFolder, fetch, findBundled: () => null }).of(macRegistry);
  return {
    dataFolder,
    open,
    refresh: (sources: readonly string[]) => open().refresh(sources, AbortSignal.timeout(30_000)),
  };
}

it('writes a copy with all five registries, with the date of the oldest file', async () => {
  const { refresh, open } = await machine();
  const sources = await serve(({ url }, response) => {
    if (url !== '/oui.csv') return false;
    response.writeHead(200, { 'last-modified': TUESDAY }).end(whole['/oui.csv']);
    return true;
  });
  const { date, counts } = await refresh(sources);
  expect([date, [...counts]]).toEqual([
    '2026-11-16',
    [
      ['MA-L', 10],
      ['MA-M', 10],
      ['MA-S', 10],
      ['IAB', 10],
      ['CID', 10],
    ],
  ]);
  const copy = await open().current();
  expect([...(copy?.registries ?? [])]).toEqual(['MA-L', 'MA-M', 'MA-S', 'IAB', 'CID']);
  expect(copy?.find('A10000')).toMatchObject([
    { registry: 'CID', owner: 'Owner 1, Inc.' },
    { registry: 'MA-L', owner: 'Owner 1, Inc.', address: 'Main Street 1 Springfield US 00001', country: '' },
  ]);
});

it('tells the date of a copy by its first line, until a lookup has read it', async () => {
  const { dataFolder, refresh, open } = await machine();
  await refresh(await serve());
  expect(await open().facts()).toEqual({ date: '2026-11-16', origin: 'updated' });
  const path = join(dataFolder, 'mac-registry.txt.br');
  // Cut off: the first line is still there, a lookup finds no registry, and then there is no copy.
  await writeFile(path, (await readFile(path)).subarray(0, -20));
  const data = open();
  expect(await data.facts()).toEqual({ date: '2026-11-16', origin: 'updated' });
  expect(await data.current()).toBeNull();
  expect(await data.facts()).toBeNull();
  await writeFile(path, 'no registry');
  expect(await open().facts()).toBeNull();
});

it('names a file without the key of its mirror', async () => {
  const { refresh } = await machine();
  const [first = ''] = await serve((_, response) => {
    response.end('a,b\r\n1,2\r\n');
    return true;
  });
  const message = await refresh([`${first}?key=secret`]).catch((error: Error) => error.message);
  expect(message).toMatch(/^oui\.csv: The first line is not the heading /);
});

describe('changes nothing if a file', () => {
  it.each<[string, RequestListener, string]>([
    ['is half of one', (_, response) => response.end(whole['/mam.csv'].slice(0, 200)), 'cut off'],
    [
      'ends before its length',
      (_, response) => void response.writeHead(200, { 'content-length': 9_999 }).end('Registry,'),
      '',
    ],
    ['is a web page', (_, response) => response.end('<!doctype html><title>Maintenance</title>'), 'web page'],
    ['has other columns', (_, response) => response.end('a,b\r\n1,2\r\n'), 'not the heading'],
    ['is not there', (_, response) => response.writeHead(500).end(whole['/mam.csv']), 'status 500'],
    ['does not come', () => {}, ''],
    [
      'has shrunk',
      (_, response) => response.end(file('MA-M', 7, 8)),
      'MA-M has 8 assignments, where the copy at hand has 10',
    ],
    ['is another registry', (_, response) => response.end(whole['/oui.csv']), 'that of MA-M'],
  ])('%s', async (_, answer, why) => {
    const { refresh, dataFolder } = await machine();
    await refresh(await serve());
    const before = await readFile(join(dataFolder, 'mac-registry.txt.br'));
    const broken = await serve((request, response) => {
      if (request.url !== '/mam.csv') return false;
      answer(request, response);
      return true;
    });
    const refused = await refresh(broken).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UpdateRefused);
    expect((refused as Error).message).toContain(why);
    expect(await readFile(join(dataFolder, 'mac-registry.txt.br'))).toEqual(before);
    expect(await readdir(dataFolder)).toEqual(['mac-registry.txt.br']);
  });
});

it('reads local files, dated by when they were written, and keeps the closed registry', async () => {
  const { refresh, open, dataFolder } = await machine();
  await refresh(await serve());
  const paths = ['oui.csv', 'mam.csv', 'oui36.csv'].map((name) => join(dataFolder, name));
  for (const path of paths) {
    await writeFile(path, whole[`/${path.split('/').at(-1)}` as keyof typeof whole]);
    await utimes(path, new Date('2026-11-20'), new Date('2026-11-20'));
  }
  expect((await refresh(paths)).date).toBe('2026-11-20');
  const copy = await open().current();
  expect([...(copy?.registries ?? [])]).toEqual(['MA-L', 'MA-M', 'MA-S', 'IAB']);
  await expect(refresh([join(dataFolder, 'none.csv')])).rejects.toThrow(/^none\.csv cannot be read: ENOENT\.$/);
  await expect(refresh(paths.slice(0, 2))).rejects.toThrow('that of MA-S');
});
