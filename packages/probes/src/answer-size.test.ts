import { type AnyTool, type Gap, ToolError, tools } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { MAX_ANSWER_OCTETS } from '@sonde/contract/work-limits';
import { describe, expect, it } from 'vitest';
import { fitAnswer } from './answer-size.ts';

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const isSmall = (value: unknown) => bytesOf(value) <= MAX_ANSWER_OCTETS;
type Gapped = { readonly gaps: readonly Gap[] };
const cutsOf = ({ gaps }: Gapped) => gaps.flatMap(({ part, code }) => (code === 'left-out' ? [part] : []));

const row = (text: string) => ['big.example', text, '300'];
const table = (recordName: string, rows: number, octets: number) => ({
  recordName,
  titles: ['Name', 'Data', 'TTL'],
  data: Array.from({ length: rows }, (_, index) => row(`${index} `.padEnd(octets, 'ä'))),
});

describe('an answer that is too large', () => {
  it('is left as it is below the limit', () => {
    const answer = answerOf(tools.dns, { records: [table('TXT', 100, 4_000)] });
    expect(fitAnswer(answer, tools.dns)).toBe(answer);
  });

  it.each([
    ['a character that JSON escapes', '\u0000'],
    ['a character of three octets', '€'],
    ['half of a pair', '\ud83d'],
  ])('is recognized by its octets, not its characters: %s', (_, character) => {
    const octets = bytesOf(character) - 2;
    const texts = (count: number) =>
      answerOf(tools.dns, { records: [table('TXT', 0, 0)], domain: character.repeat(count) });
    const many = Math.ceil(MAX_ANSWER_OCTETS / octets);
    expect(() => fitAnswer(texts(many), tools.dns)).toThrow(ToolError);
    const fewer = texts(Math.floor((MAX_ANSWER_OCTETS - 10_000) / octets));
    expect(fitAnswer(fewer, tools.dns)).toBe(fewer);
  });

  it('loses records of the longest lists, and has a gap for each, with the findings that were made before', () => {
    const records = [table('A', 3, 20), ...['TXT', 'CAA', 'HINFO'].map((name) => table(name, 200, 2_000))];
    const findings = [{ code: 'dns-x', state: 'warn', about: 'big.example', evidence: 'x', fix: 'y' }] as const;
    const answer = answerOf(tools.dns, { records, findings: [...findings] as never });
    const fitted = fitAnswer(answer, tools.dns);
    expect(isSmall(fitted)).toBe(true);
    expect(bytesOf(fitted)).toBeGreaterThan(MAX_ANSWER_OCTETS * 0.9);
    expect(cutsOf(fitted)).toEqual(['TXT', 'CAA', 'HINFO']);
    expect(fitted.findings).toEqual(findings);
    const rows = new Map(fitted.records.map(({ recordName, data }) => [recordName, data]));
    expect(rows.get('A')).toEqual(records[0]?.data);
    for (const name of ['TXT', 'CAA', 'HINFO']) {
      const kept = rows.get(name) ?? [];
      expect(kept.length).toBeGreaterThan(50);
      // Those that remain are unchanged, and the first ones.
      expect(kept).toEqual(records.find(({ recordName }) => recordName === name)?.data.slice(0, kept.length));
    }
    expect(fitAnswer(structuredClone(answer), tools.dns)).toEqual(fitted);
  });

  it('loses a record that is too large by itself, but no others', () => {
    const data = [row('small'), row('x'.repeat(1_200_000)), row('small, too')];
    const answer = answerOf(tools.dns, { records: [{ recordName: 'TXT', titles: ['Name', 'Data', 'TTL'], data }] });
    const fitted = fitAnswer(answer, tools.dns);
    expect(fitted.records[0]?.data).toEqual([data[0], data[2]]);
    expect(cutsOf(fitted)).toEqual(['TXT']);
  });

  it('loses the last of many small items', () => {
    const [name] = answerOf(tools.subdomain, {}).subdomains;
    const subdomains = Array.from({ length: 10_000 }, (_, index) => ({ ...name, subdomain: `n${index}.example` }));
    const answer = answerOf(tools.subdomain, { subdomains } as never);
    const fitted = fitAnswer(answer, tools.subdomain);
    expect(isSmall(fitted)).toBe(true);
    expect(cutsOf(fitted)).toEqual(['more names']);
    expect(fitted.subdomains).toEqual(answer.subdomains.slice(0, fitted.subdomains.length));
  });

  it('is a failure if no list can be shortened', () => {
    const answer = answerOf(tools.dns, { domain: 'x'.repeat(MAX_ANSWER_OCTETS) });
    expect(() => fitAnswer(answer, tools.dns)).toThrow(ToolError);
  });

  it.each(Object.values(tools) as AnyTool[])('of $id, every list of it a thousand times as long, fits', (tool) => {
    const grown = grow(answerOf(tool as typeof tools.dns, {}), 0) as ReturnType<typeof answerOf<typeof tools.dns>>;
    const answer = { ...grown, gaps: [], findings: [] };
    const fitted = fitAnswer(answer, tool);
    expect(isSmall(fitted)).toBe(true);
    expect(tool.answer.safeParse(fitted).success).toBe(true);
    expect(cutsOf(fitted).length > 0).toBe(!isSmall(answer));
  });
});

/** The value with a hundred copies of the items of each of its outer lists, and ten of those below. */
function grow(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => grow(item, depth + 1));
    return Array.from({ length: depth === 0 ? 1_000 : 10 }, () => items).flat();
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, grow(one, depth)]));
}
