import { createHash } from 'node:crypto';
import { dnsAnswer, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { parse as parseCsv } from 'csv-parse/sync';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { accountServers, accountStores } from '../testing/account-stores.ts';
import { testServer } from '../testing/test-server.ts';

/** What one visitor can do by HTTP alone to others who read, keep or embed results, or wait for their turn. */
const [, TXT] = [1, 16];
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hostile = [
  'a\\|![x](//evil.example/pixel.png)|',
  '<img src=//evil.example/p.png onerror=alert(1)>',
  '=HYPERLINK("//evil.example")',
  'x;=cmd|calc',
  '` [click](https://evil.example) `',
  ']]></text><script>alert(1)</script>',
];

/** A zone with texts of the attacker. */
const hostileNet = scriptedResolver(async (question) => {
  const records = question.type === TXT ? hostile.map((text) => ({ ...question, ttlSeconds: 60, fields: [text] })) : [];
  return dnsAnswer(question, { records });
}).net;

const [embedded] = accountStores();
const serve = accountServers(embedded?.[1] ?? expect.fail('there is no embedded store'));

async function keptOf(path: string) {
  const { app } = await serve({ SONDE_RATE_LIMIT: 'off' }, { net: hostileNet });
  const { body } = await app.inject(path);
  const post = (payload: object) => app.inject({ method: 'POST', url: '/api/v2/snapshots', payload });
  return { app, post, part: { key: path, sha256: sha256(body) } };
}

describe('a kept result with texts of an attacker', () => {
  const CALL = '/api/v2/dnsRecords?domain=shop.example&type=TXT';

  it('has no markup, link or picture as Markdown, no formula as CSV, and is one picture of text as SVG', async () => {
    const { app, post, part } = await keptOf(CALL);
    const { id } = (await post(part)).json()._data;
    const file = async (ending: string) => (await app.inject(`/r/${id}.${ending}`)).body;

    const markdown = await file('md');
    expect(markdown).toContain('evil.example');
    const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });
    expect(html.match(/<(?!\/?(?:h2|h3|table|thead|tbody|tr|th|td|code)\b)[^>]*>/g)).toBeNull();

    const rows = parseCsv(await file('csv'), { relax_column_count: true }) as string[][];
    expect(rows.flat().some((cell) => cell.includes('HYPERLINK'))).toBe(true);
    expect(rows.flat().filter((cell) => /^\s*[=@+]/.test(cell))).toEqual([]);
    expect(
      rows
        .flat()
        .flatMap((cell) => cell.split(';'))
        .filter((cell) => /^\s*[=@+]/.test(cell)),
    ).toEqual([]);

    const tags = new Set<string>();
    const parser = new SaxesParser();
    parser.on('opentag', ({ name }) => tags.add(name));
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(await file('svg')).close();
    expect([...tags].sort()).toEqual(['g', 'path', 'rect', 'svg', 'text', 'title']);
  });

  it('cannot be named by a visitor, nor contain the same part many times', async () => {
    const { post, part } = await keptOf(CALL);
    const forged = await post({ target: 'paypal.com: INSECURE, go to https://evil.example', parts: [part] });
    expect(forged.statusCode).toBe(400);
    const copies = await post({ target: 'shop.example', parts: Array.from({ length: 30 }, () => part) });
    expect(copies.statusCode).toBe(400);
  });
});

describe('a large answer', () => {
  const large = scriptedResolver(async (question) => {
    const fields = [`"${'x'.repeat(60_000)}"`];
    return dnsAnswer(question, { records: [{ ...question, ttlSeconds: 60, fields }] });
  }).net;

  it('has at most 1 MB, whatever is asked for', async () => {
    const { app } = await testServer({ SONDE_RATE_LIMIT: 'off' }, { net: large });
    const types = (count: number) => Array.from({ length: count }, (_, index) => `TYPE${65_300 + index}`).join(',');
    const most = await app.inject(`/api/v2/dnsRecords?domain=big.example&type=${types(20)}`);
    expect(most.statusCode).toBe(200);
    expect(Buffer.byteLength(most.body)).toBeLessThanOrEqual(1_048_576);
    expect((await app.inject(`/api/v2/dnsRecords?domain=big.example&type=${types(50)}`)).statusCode).toBe(400);
  });
});

describe('a clock that jumps', () => {
  const YEAR_MS = 365 * 86_400_000;

  it.each([10 * YEAR_MS, -10 * YEAR_MS])('by %i ms gives no visitor a new allowance', async (jumpMs) => {
    let wallMs = Date.now();
    const { app } = await testServer({ SONDE_RATE_LIMIT: '6/600s' }, { wallClock: () => wallMs });
    const statuses: number[] = [];
    const ask = async (index: number) => {
      statuses.push((await app.inject(`/api/v2/dnsRecords?domain=name-${index}.example`)).statusCode);
    };
    for (let index = 0; index < 4; index += 1) await ask(index);
    wallMs += jumpMs;
    for (let index = 4; index < 6; index += 1) await ask(index);
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  });
});
