import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeMessage } from './decode.ts';
import type { DnsMessage, ResourceRecord } from './message.ts';
import { typeMnemonic, typeNumber } from './record-types.ts';
import { keyTag } from './testing/key-tag.ts';
import { hexBytes } from './testing/wire-messages.ts';

const folder = new URL('./samples/', import.meta.url);
const cases = readdirSync(folder)
  .filter((file) => file.endsWith('.hex'))
  .map((file) => file.replace(/\.hex$/, ''));

const sampleBytes = (name: string) => hexBytes(readFileSync(new URL(`${name}.hex`, folder), 'utf8'));
const expected = (name: string): { dig: string[]; message: DnsMessage } =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));

/** A record line as dig prints it, except for tabs and the final dots of names, which are omitted here. */
function zoneLine({ name, ttlSeconds, type, fields }: ResourceRecord): string {
  const rdata = fields.filter((field) => field !== '');
  return [name, ttlSeconds, 'IN', typeMnemonic(type), ...rdata].join(' ');
}

/** Removes dots before a space or the end, outside of quotes, except for root. */
function withoutFinalDots(line: string): string {
  return line.replace(/"(?:\\.|[^"\\])*"|(\S)\.(?=\s|$)/g, (text, last: string | undefined) => last ?? text);
}

test('there are samples', () => {
  expect(cases.length).toBeGreaterThan(10);
});

describe.each(cases)('%s', (name) => {
  const { dig, message } = expected(name);
  const decoded = decodeMessage(sampleBytes(name));

  test('is decoded as expected', () => {
    expect(decoded).toEqual(message);
  });

  test('reads as dig printed it', () => {
    const lines = [...decoded.answers, ...decoded.authorities, ...decoded.additionals].map(zoneLine);
    expect(lines.sort()).toEqual(dig.map(withoutFinalDots).sort());
  });
});

test.each(['dnskey-ecdsa', 'dnskey-rsa'])('%s: the key of every signature is present', (name) => {
  const { answers } = decodeMessage(sampleBytes(name));
  const tags = answers.filter(({ type }) => type === typeNumber('DNSKEY')).map(({ fields }) => keyTag(fields));
  const used = answers.filter(({ type }) => type === typeNumber('RRSIG')).map(({ fields }) => Number(fields[6]));
  expect(used.length).toBeGreaterThan(0);
  expect(tags).toEqual(expect.arrayContaining(used));
});
