import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createNodeData, type LocalData, readEngineSettings } from '@sonde/probes';
import { scriptedNet } from '@sonde/probes/testing/scripted-net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../testing/test-server.ts';

const REGISTRY = [
  '2199-01-01 MA-L MA-M MA-S IAB CID',
  'Apple, Inc.\t1 Infinite Loop\tUnited States',
  'IEEE Registration Authority\t\t',
  'Shinko Technos co.,ltd.\t\t',
  '',
  '001B63\tMA-L\t0',
  '0055DA\tMA-L\t1',
  '0055DA0\tMA-M\t2',
  '',
].join('\n');

let data: LocalData & { close(): void };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-calls-'));
  await writeFile(join(folder, 'mac-registry.txt.br'), brotliCompressSync(REGISTRY));
  const { settings } = readEngineSettings({ SONDE_RESOLVERS: '127.0.0.1:9', SONDE_DATA_DIR: folder });
  if (settings === null) throw new Error('the settings are wrong');
  data = createNodeData(settings.data, {
    ...scriptedNet({}),
  });
});
afterAll(async () => {
  data.close();
  await rm(folder, { recursive: true });
});

const PATH = '/api/v2/macInfo';
const JSON_BODY = { 'content-type': 'application/json' };

async function server(variables: Readonly<Record<string, string>> = { SONDE_RATE_LIMIT: 'off' }) {
  const { app, log } = await testServer({ ...variables }, { data });
  const list = (payload: unknown, path = PATH) =>
    app.inject({
      method: 'POST',
      url: path,
      headers: JSON_BODY,
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  return { app, log, list };
}

describe('a search by name', () => {
  it('is a call at the path of the tool, selected by its parameter', async () => {
    const { app } = await server();
    const response = await app.inject(`${PATH}?q=APPLE%20inc`);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(response.json()).toEqual({
      success: true,
      message: 'OK',
      _data: {
        ...{ q: 'apple inc', owners: [{ owner: 'Apple, Inc.', assignments: 1 }], ownerCount: 1 },
        assignments: [{ owner: 'Apple, Inc.', registry: 'MA-L', prefix: '00:1b:63', bits: 24 }],
        ...{ assignmentCount: 1, page: 1, pageCount: 1, registryDate: '2199-01-01', gaps: [] },
      },
    });
    expect((await app.inject(`${PATH}?q=nobody`)).json()._data).toMatchObject({ owners: [], pageCount: 0 });
  });

  it.each([
    ['q=', 'Please enter the name of a vendor'],
    ['q=%20a', 'A name has at least two letters or digits'],
    ['q=apple&q=cisco', "'q' must be given exactly once."],
    ['q=apple&mac=001b638445e6', "Unknown parameter 'mac'."],
    ['q=apple&page=0', "'page' must be a whole number from 1 to 999."],
    ['q=%ff', 'The query is not properly percent-encoded.'],
    [`q=${'a'.repeat(101)}`, 'A name has at least two letters or digits'],
  ])('%s is refused', async (query, message) => {
    const { app } = await server();
    const response = await app.inject(`${PATH}?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toContain(message);
  });
});

describe('a list', () => {
  it('is answered with an entry for each address, in order; an invalid one has the reason', async () => {
    const { list } = await server();
    const response = await list({
      macs: ['00-1B-63-84-45-E6', '0055da/24', 'FF:FF:FF:FF:FF:FF', 'rubbish', 'fe80::21b:63ff:fe84:45e6'],
    });
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    const { entries, gaps } = response.json()._data;
    expect(entries.map((one: Record<string, unknown>) => [one['mac'], one['owner'], one['isDivided']])).toEqual([
      ['00:1b:63:84:45:e6', 'Apple, Inc.', false],
      ['00:55:da/24', 'IEEE Registration Authority', true],
      ['ff:ff:ff:ff:ff:ff', null, false],
      [null, null, false],
      ['00:1b:63:84:45:e6', 'Apple, Inc.', false],
    ]);
    expect([entries[2].use, entries[3].problem, gaps]).toEqual([
      'Broadcast: every station of the network',
      'A MAC address has the digits 0 to 9 and a to f only',
      [],
    ]);
  });

  it.each([
    [{ macs: [] }, 400],
    [{ macs: Array(2_001).fill('001b638445e6') }, 400],
    [{ macs: ['x'.repeat(101)] }, 400],
    [{ macs: [1] }, 400],
    [{ macs: 'no list' }, 400],
    [{ addresses: ['001b638445e6'] }, 400],
    [{ macs: ['001b638445e6'], fresh: true }, 400],
    ['[]', 400],
    ['null', 400],
    ['{', 400],
    [{ macs: ['x'.repeat(300_000)] }, 413],
  ])('that does not fit is refused: %.60j', async (body, status) => {
    const { list } = await server();
    const response = await list(body);
    expect([response.statusCode, response.json().success]).toEqual([status, false]);
  });

  it('of 2,000 addresses is answered, charged to the allowance, and not logged', async () => {
    const { list, log } = await server({ SONDE_RATE_LIMIT: '60/60s' });
    const macs = Array.from({ length: 2_000 }, (_, index) => `001b63${index.toString(16).padStart(6, '0')}`);
    const response = await list({ macs });
    expect(response.json()._data.entries).toHaveLength(2_000);
    expect(response.headers['x-ratelimit-remaining']).toBe('56');
    expect(JSON.stringify(log)).not.toMatch(/001b63/i);
  });

  it('with parameters or another media type is refused', async () => {
    const { app, list } = await server();
    expect((await list({ macs: ['001b638445e6'] }, `${PATH}?fresh=1`)).statusCode).toBe(400);
    const plain = await app.inject({
      method: 'POST',
      url: PATH,
      headers: { 'content-type': 'application/xml' },
      payload: '<macs/>',
    });
    expect(plain.statusCode).toBe(415);
  });

  it('is unknown for a disabled tool, and for tools without this call', async () => {
    const { list } = await server({ SONDE_TOOLS_OFF: 'mac' });
    expect((await list({ macs: ['001b638445e6'] })).statusCode).toBe(404);
    const { list: other } = await server();
    expect((await other({ host: 'example.com' }, '/api/v2/ping')).statusCode).toBe(405);
  });
});

it('both are encrypted if answers are', async () => {
  const { app, list } = await server({ SONDE_ENCRYPT_RESPONSES: 'true', SONDE_RATE_LIMIT: 'off' });
  for (const response of [await app.inject(`${PATH}?q=apple`), await list({ macs: ['001b638445e6'] })]) {
    expect(Object.keys(response.json()).sort()).toEqual(['data', 'iv']);
  }
});
