import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { dnsAnswer, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testServer } from '../testing/test-server.ts';

const TXT = 16;
const TOKEN = `sonde_${'a'.repeat(43)}`;
const DNS = '/api/v2/dnsRecords?domain=example.com';
const both = { 'accept-encoding': 'gzip, br' };

/** Answers with as many octets of TXT as a test needs. */
const netWith = (octets: number) =>
  scriptedResolver(async (question) => {
    const records = question.type === TXT ? [{ ...question, ttlSeconds: 60, fields: [`"${'x'.repeat(octets)}"`] }] : [];
    return dnsAnswer(question, { records });
  }).net;

const withToken = {
  SONDE_API_TOKENS: `ci:${createHash('sha256').update(TOKEN).digest('hex')}`,
};

describe('a public answer', () => {
  it.each([
    ['br', both, brotliDecompressSync],
    ['gzip', { 'accept-encoding': 'gzip' }, gunzipSync],
  ] as const)('of 1 kB or more is sent as %s', async (encoding, headers, decompress) => {
    const { app } = await testServer({}, { net: netWith(3000) });
    const plain = await app.inject({ url: DNS });
    const { rawPayload, headers: sent } = await app.inject({ url: DNS, headers });
    expect(sent).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(sent['content-length']).toBe(String(rawPayload.length));
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(decompress(rawPayload).toString()).toBe(plain.payload);
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const head = await app.inject({ method: 'HEAD', url: DNS, headers });
    expect([head.headers['content-encoding'], head.rawPayload.length]).toEqual([encoding, 0]);
  });

  it.each([
    ['a stream of events', DNS, { ...both, accept: 'text/event-stream' }, {}],
    ['encrypted', DNS, both, { SONDE_ENCRYPT_RESPONSES: 'true' }],
    ['for a client that takes none', DNS, { 'accept-encoding': 'identity;q=1, *;q=0' }, {}],
  ])('that is %s is not compressed', async (_name, url, headers, variables) => {
    const { app } = await testServer(variables, { net: netWith(3000) });
    const response = await app.inject({ url, headers });
    expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, undefined]);
  });

  it('of less than 1 kB, such as a refusal, is not compressed', async () => {
    const { app } = await testServer();
    const { statusCode, headers } = await app.inject({ url: '/api/v2/dnsRecords', headers: both });
    expect([statusCode, headers['vary'], headers['content-encoding']]).toEqual([400, 'accept-encoding', undefined]);
  });

  it.each(['gzip;q=5, br;q=', 'br;q=x', 'gzip;;', 'br gzip'])(
    'to a malformed field (%j) is not compressed',
    async (field) => {
      const { app } = await testServer({}, { net: netWith(3000) });
      const { headers } = await app.inject({ url: DNS, headers: { 'accept-encoding': field } });
      expect(headers).not.toHaveProperty('content-encoding');
    },
  );

  it('names the origin as well in Vary', async () => {
    const { app } = await testServer({ SONDE_CORS_ORIGINS: 'https://friend.example' }, { net: netWith(3000) });
    expect((await app.inject({ url: DNS, headers: both })).headers['vary']).toBe('origin, accept-encoding');
  });
});

describe('the description of the API', () => {
  it.each(['/api/openapi.json', '/api/docs'])('%s is compressed, and sent once', async (url) => {
    const { app } = await testServer();
    const { headers, rawPayload } = await app.inject({ url, headers: both });
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache', etag: expect.any(String) });
    const plain = await app.inject({ url });
    expect(brotliDecompressSync(rawPayload).toString()).toBe(plain.payload);
    const again = await app.inject({ url, headers: { ...both, 'if-none-match': String(headers['etag']) } });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });
});

describe('the length of an answer', () => {
  it('tells nothing about what belongs to somebody: only these routes may be compressed', () => {
    const root = join(import.meta.dirname, '..');
    const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.includes('.test.') && !path.startsWith('http/'))
      .flatMap(
        (path) =>
          readFileSync(join(root, path), 'utf8')
            .match(/compressed: '[a-z-]+'/g)
            ?.map((flag) => `${path} ${flag}`) ?? [],
      );
    expect(found.sort()).toEqual([
      "channels/feeds.ts compressed: 'always'",
      "lists/register.ts compressed: 'with-token'",
      "lists/register.ts compressed: 'with-token'",
      "lists/register.ts compressed: 'with-token'",
      "lookups/tool-routes.ts compressed: 'always'",
      "places/places-route.ts compressed: 'always'",
      "reports/report-route.ts compressed: 'always'",
      "snapshots/snapshot-pages.ts compressed: 'always'",
      "snapshots/snapshot-routes.ts compressed: 'always'",
      "watches/register.ts compressed: 'with-token'",
    ]);
  });

  it('of a list is hidden from pages that make a member’s browser call, but not from programs with a token', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'sonde-compression-'));
    onTestFinished(() => rm(dataFolder, { recursive: true }));
    const { app, begin } = await testServer({ ...withToken, SONDE_DATA_DIR: dataFolder }, { net: netWith(10) });
    await begin();
    const headers = { ...both, authorization: `Bearer ${TOKEN}` };
    const targets = Array.from({ length: 20 }, (_, index) => `a${index}.example`);
    const made = await app.inject({
      method: 'POST',
      url: '/api/v2/lists',
      headers,
      payload: { targets, tools: ['dns'], name: 'x' },
    });
    expect(made.headers).not.toHaveProperty('content-encoding');
    const url = `/api/v2/lists/${made.json()._data.id}`;
    await eventually(async () => {
      const { body } = await app.inject({ url, headers: { authorization: headers.authorization } });
      expect(JSON.parse(body)._data).toMatchObject({ done: 20, endedAt: expect.any(String) });
    });
    for (const format of ['json', 'csv', 'ndjson']) {
      const packed = await app.inject({ url: `${url}?format=${format}`, headers });
      const plain = await app.inject({
        url: `${url}?format=${format}`,
        headers: { authorization: headers.authorization },
      });
      expect([packed.statusCode, packed.headers['content-encoding']], format).toEqual([200, 'br']);
      expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.payload);
    }
  });
});
