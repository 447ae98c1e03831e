import { toIpv4 } from '../targets/ipv4.ts';
import { toIpv6 } from '../targets/ipv6.ts';
import { type MacroError, type MacroString, parseDomainSpec, parseMacroString } from './spf-macro.ts';
import type { TextProblem } from './tag-list.ts';

/** The mechanisms of RFC 7208 section 5. */
export type MechanismName = 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists';

/** The result of a mechanism that matches (RFC 7208 section 4.6.2). */
export type Qualifier = '+' | '-' | '~' | '?';

interface Place {
  /** The term as written. */
  readonly text: string;
  /** Its column in the record, from 1. */
  readonly column: number;
}

export interface Mechanism extends Place {
  readonly type: 'mechanism';
  readonly name: MechanismName;
  readonly qualifier: Qualifier;
  /** Null if none is given, which means the current domain. */
  readonly domain: MacroString | null;
  /** For ip4 and ip6: the address in canonical form. */
  readonly address: string | null;
  /** Prefix length of the network; 32 and 128 if not given. */
  readonly bits4: number;
  readonly bits6: number;
}

export interface Modifier extends Place {
  readonly type: 'modifier';
  /** In lower case: redirect, exp, or an unknown one. */
  readonly name: string;
  readonly domain: MacroString;
}

/** A term that cannot be read, which makes the whole record an error (RFC 7208 section 4.6). */
export interface BadTerm extends Place {
  readonly type: 'error';
  readonly name: string;
}

export type Term = Mechanism | Modifier | BadTerm;

export interface SpfRecord {
  readonly terms: readonly Term[];
  readonly problems: readonly TextProblem[];
}

const VERSION = 'v=spf1';
const MODIFIER = /^([a-z][a-z0-9_.-]*)=/i;
const MECHANISM = /^([+?~-]?)([a-z0-9]+)(?=[:/]|$)/i;
const mechanisms: ReadonlySet<string> = new Set(['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists']);

/** Whether a text is meant to be an SPF record: the version, then a space or nothing (RFC 7208 section 4.5). */
export function isSpfRecord(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

/**
 * Reads an SPF record (RFC 7208 section 12) with one character per octet. Continues after errors: `problems` has all of
 * them, and `terms` every term in its place.
 */
export function parseSpf(text: string): SpfRecord {
  const terms: Term[] = [];
  const problems: TextProblem[] = [];
  const seen = new Set<string>();
  for (const { 0: word, index } of text.slice(VERSION.length).matchAll(/[^ ]+/g)) {
    const column = VERSION.length + index + 1;
    const read = readTerm(word, column);
    if ('message' in read) {
      problems.push({ column: column + read.at, message: read.message });
      terms.push({ type: 'error', name: nameOf(word), text: word, column });
      continue;
    }
    terms.push(read);
    if (read.type !== 'modifier' || (read.name !== 'redirect' && read.name !== 'exp')) continue;
    if (seen.has(read.name)) problems.push({ column, message: `a second ${read.name}` });
    seen.add(read.name);
  }
  return { terms, problems };
}

function nameOf(word: string): string {
  return (/^[+?~-]?([a-z0-9_.-]+)/i.exec(word)?.[1] ?? '').toLowerCase();
}

function readTerm(word: string, column: number): Mechanism | Modifier | MacroError {
  const name = MODIFIER.exec(word)?.[1];
  if (name !== undefined) return readModifier(word, name, column);
  const [head = '', sign = '', mechanism = ''] = MECHANISM.exec(word) ?? [];
  const lower = mechanism.toLowerCase();
  if (!mechanisms.has(lower)) return { at: 0, message: unknownMessage(word) };
  const rest = readArguments(lower as MechanismName, word.slice(head.length));
  if ('message' in rest) return { at: head.length + rest.at, message: rest.message };
  const qualifier = (sign === '' ? '+' : sign) as Qualifier;
  return { type: 'mechanism', name: lower as MechanismName, qualifier, text: word, column, ...rest };
}

function unknownMessage(word: string): string {
  return /^[\x21-\x7e]+$/.test(word) ? 'an unknown mechanism' : 'a character that is not allowed';
}

function readModifier(word: string, name: string, column: number): Modifier | MacroError {
  const lower = name.toLowerCase();
  const value = word.slice(name.length + 1);
  const isKnown = lower === 'redirect' || lower === 'exp';
  const domain = isKnown ? parseDomainSpec(value) : parseMacroString(value);
  if ('message' in domain) return { at: name.length + 1 + domain.at, message: domain.message };
  return { type: 'modifier', name: lower, domain, text: word, column };
}

type Arguments = Pick<Mechanism, 'domain' | 'address' | 'bits4' | 'bits6'>;

const none: Arguments = { domain: null, address: null, bits4: 32, bits6: 128 };
const fail = (at: number, message: string): MacroError => ({ at, message });

/** Everything after the name: `:domain`, `/24//64`. */
function readArguments(name: MechanismName, rest: string): Arguments | MacroError {
  switch (name) {
    case 'all':
      return rest === '' ? none : fail(0, 'text after all');
    case 'include':
    case 'exists':
      return rest.startsWith(':') ? withDomain(rest, none) : fail(0, 'no valid domain name');
    case 'ptr':
      if (rest === '') return none;
      return rest.startsWith(':') ? withDomain(rest, none) : fail(0, 'no valid domain name');
    case 'ip4':
      return readNetwork(rest, toStrictIpv4, 32);
    case 'ip6':
      return readNetwork(rest, toIpv6, 128);
    default:
      return readHosts(rest);
  }
}

function withDomain(rest: string, bits: Arguments): Arguments | MacroError {
  const domain = parseDomainSpec(rest.slice(1));
  return 'message' in domain ? fail(1 + domain.at, domain.message) : { ...bits, domain };
}

/** For a and mx: an optional domain, and an optional prefix length for each family. */
function readHosts(rest: string): Arguments | MacroError {
  const six = /\/\/(\d+)$/.exec(rest);
  const before = six === null ? rest : rest.slice(0, six.index);
  const four = /\/(\d+)$/.exec(before);
  const domain = four === null ? before : before.slice(0, four.index);
  const bits4 = readBits(four?.[1], 32);
  const bits6 = readBits(six?.[1], 128);
  if (bits4 === null || bits6 === null) return fail(domain.length, 'an invalid prefix length');
  if (domain === '') return { ...none, bits4, bits6 };
  return domain.startsWith(':') ? withDomain(domain, { ...none, bits4, bits6 }) : fail(0, 'no valid domain name');
}

function readBits(text: string | undefined, most: number): number | null {
  if (text === undefined) return most;
  return /^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= most ? Number(text) : null;
}

function readNetwork(rest: string, read: (text: string) => string | null, most: number): Arguments | MacroError {
  if (!rest.startsWith(':')) return fail(0, 'no address');
  const slash = rest.indexOf('/');
  const address = read(slash === -1 ? rest.slice(1) : rest.slice(1, slash));
  if (address === null) return fail(1, 'no address');
  const bits = readBits(slash === -1 ? undefined : rest.slice(slash + 1), most);
  if (bits === null) return fail(slash, 'an invalid prefix length');
  return { ...none, address, ...(most === 32 ? { bits4: bits } : { bits6: bits }) };
}

/** Rejects leading zeros, which programs interpret differently. */
function toStrictIpv4(text: string): string | null {
  return toIpv4(text) === text ? text : null;
}
