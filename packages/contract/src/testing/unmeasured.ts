import * as z from 'zod/mini';
import type { Finding } from '../finding/finding.ts';
import { type ToolId, tools } from '../tools/index.ts';

type Answer = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** Fields whose null is no missing measurement: what was asked for, faults (null: none was found), and what follows from others. */
const choices: ReadonlySet<string> = new Set([
  ...['types', 'server', 'specialUse'],
  ...['problem', 'reason', 'error', 'permanentError', 'ignored', 'logoFailure'],
  // Optional parts of SPF and DMARC records; parked, as the records say.
  ...['all', 'percent', 'subdomainPolicy', 'nonexistentPolicy', 'isParked'],
]);

/**
 * The answer with one measurement less, in every possible way: each value for which the contract allows null becomes null, and
 * each table of records becomes a gap. Of a list, the first and the last element are tried.
 */
export function withOneLess(id: ToolId, answer: Answer): (readonly [string, Answer])[] {
  const { answer: schema } = tools[id];
  const isValid = z.safeParse(schema, answer).success;
  const nulled = pathsOf(answer).flatMap((path) => {
    const less = replaced(answer, path, null) as Answer;
    return isValid && z.safeParse(schema, less).success ? [[path.join('.'), less] as const] : [];
  });
  return [...nulled, ...withoutTable(answer)];
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return path.length === 0 ? [] : [path];
  const keys = Array.isArray(value) ? [...new Set([0, value.length - 1])].filter((at) => at >= 0) : Object.keys(value);
  const below = keys.flatMap((key) =>
    choices.has(String(key)) ? [] : pathsOf((value as Record<string | number, unknown>)[key], [...path, key]),
  );
  return path.length === 0 ? below : [path, ...below];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((one, at) => (at === key ? replaced(one, rest, by) : one));
  const members = value as Record<string, unknown>;
  return { ...members, [key]: replaced(members[key], rest, by) };
}

/** The types on whose absence findings of the DNS rest. */
const TYPES = ['A', 'AAAA', 'CAA', 'CNAME', 'DNSKEY', 'DS', 'MX', 'NS', 'SOA', 'TXT'] as const;

function withoutTable(answer: Answer): (readonly [string, Answer])[] {
  const { records, gaps = [] } = answer;
  if (!Array.isArray(records) || !Array.isArray(gaps)) return [];
  return TYPES.map((type) => [
    `records of type ${type}`,
    {
      ...answer,
      records: records.filter((table: { recordName?: unknown }) => table.recordName !== type),
      gaps: [...gaps, { part: type, code: 'timeout' }],
    },
  ]);
}

/**
 * Advice to take something away from a zone, a delegation or a list of trusted authorities. It is harmless if it begins with the
 * condition under which the reader should follow it.
 */
const DESTRUCTIVE =
  /(?<!never )\b(?:remove|delete|withdraw|revoke|install)\b[^.]*\b(?:DS|CNAME|MX|CDS|records?|keys?|delegation|root|address(?:es)?)\b/i;
const CONDITIONAL = /^(?:If|When|Once|Unless|Never|#)\b|^#/;

export function isDestructive(advice: string): boolean {
  return advice.split(/(?<=\.)\s+/).some((sentence) => DESTRUCTIVE.test(sentence) && !CONDITIONAL.test(sentence));
}

/** The findings that a missing measurement must never add: all-clear signals, and faults whose remedy takes something away. */
export function claims(findings: readonly Finding[]): string[] {
  return findings
    .filter(({ state, fix }) => state === 'good' || (fix !== null && isDestructive(fix)))
    .map(({ state, code }) => `${state} ${code}`);
}
