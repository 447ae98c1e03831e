import type { FailureReason } from '@sonde/contract';
import { countedTerms, type PlacedTerm, termsInOrder } from '@sonde/contract/mail-text/spf-order';
import type { SpfNode, SpfTermNode } from '@sonde/contract/mail-text/spf-passes';
import { isSpfRecord, type Mechanism, type Modifier, parseSpf } from '@sonde/contract/mail-text/spf-record';
import type { MailDns } from '../dns.ts';
import { ttlOf } from '../dns.ts';
import { familyOf } from './networks.ts';

/** Maximum number of SPF records read in one lookup. */
const MAX_RECORDS = 60;
/**
 * Maximum number of questions for one tree. Ten lookups, as many as receivers make (RFC 7208 section 4.6.4), need at most
 * 211 of them: one for the record, and 21 for each `mx` with ten servers. So a tree that is not read to its end is always one
 * that receivers reject.
 */
const MAX_QUESTIONS = 240;
const MAX_EXCHANGERS = 10;
/** Terms of one record that are looked up. Real records have some 40. */
const MAX_LOOKED_UP = 300;
/** Terms of all records together; a record beyond is not read. */
const MAX_TERMS = 20_000;
/** Of one name. A whole DNS answer has hardly more. */
const MAX_ADDRESSES = 4000;

/** A record with the records that its terms lead to. */
export interface RecordNode extends SpfNode {
  /** Null if there is none, or more than one. */
  readonly text: string | null;
  readonly texts: readonly string[];
  /** Length of all TXT records of the name. */
  readonly allTextOctets: number;
  readonly ttlSeconds: number | null;
  /** Why it is unknown whether there is one; null if it is known. */
  readonly failure: FailureReason | null;
  /** The lookup for it found nothing (a void lookup). */
  readonly isVoid: boolean;
  /** In the order of evaluation: redirect comes last. */
  readonly terms: readonly TermNode[];
}

export interface TermNode extends SpfTermNode {
  readonly below: RecordNode | null;
  readonly ttlSeconds: number | null;
}

interface Reading {
  readonly dns: MailDns;
  /** How many more records may be read. */
  left: number;
  termsLeft: number;
  /** How many more questions may be asked. */
  questionsLeft: number;
}

/** Sets questions aside; false, if there are too few left. */
function mayAsk(reading: Reading, questions: number): boolean {
  if (reading.questionsLeft < questions) return false;
  reading.questionsLeft -= questions;
  return true;
}

/**
 * Reads the record of a domain and everything it leads to, even somewhat beyond the limits of receivers, with siblings
 * concurrently. Terms that come first in a record are asked about first.
 * @throws only the reason of the signal behind `dns`
 */
export function readTree(dns: MailDns, domain: string): Promise<RecordNode> {
  return readRecord({ dns, left: MAX_RECORDS, termsLeft: MAX_TERMS, questionsLeft: MAX_QUESTIONS - 1 }, domain, []);
}

async function readRecord(reading: Reading, domain: string, above: readonly string[]): Promise<RecordNode> {
  reading.left -= 1;
  const looked = await reading.dns.texts(domain);
  const texts = looked.texts.filter(isSpfRecord);
  const [text] = texts;
  const failure = looked.state === 'failed' ? (looked.reason ?? 'servfail') : null;
  const allTextOctets = looked.texts.reduce((sum, one) => sum + one.length, 0);
  const node = { domain, texts, allTextOctets, failure, ttlSeconds: ttlOf(looked.records) };
  if (text === undefined || texts.length > 1) {
    const problem = text !== undefined ? 'several-records' : missing(looked.state, looked.reason);
    const isVoid = looked.state === 'nodata' || looked.state === 'nxdomain';
    return { ...node, text: null, record: null, problem, isVoid, terms: [] };
  }
  const record = parseSpf(text);
  reading.termsLeft -= record.terms.length;
  if (reading.termsLeft < 0) return { ...node, text, record: null, problem: 'not-read', isVoid: false, terms: [] };
  const path = [...above, domain.toLowerCase()];
  let lookedUp = 0;
  const placed = termsInOrder(record).map((one) => {
    if (needsLookup(one)) lookedUp += 1;
    return readTerm(reading, one, path, lookedUp <= MAX_LOOKED_UP);
  });
  const terms = await Promise.all(placed);
  return { ...node, text, record, problem: null, isVoid: false, terms };
}

function missing(state: string, reason: string | null): string {
  if (state !== 'failed') return state === 'nxdomain' ? 'no-such-name' : 'no-record';
  return reason === 'special-use' || reason === 'denied' ? 'special-use' : 'unreachable';
}

const nothing = { below: null, isVoid: false, addresses: [], ttlSeconds: null, problem: null } as const;

const needsLookup = ({ term, ignored }: PlacedTerm) =>
  ignored === null && term.type !== 'error' && countedTerms.has(term.name);

async function readTerm(
  reading: Reading,
  placed: PlacedTerm,
  path: readonly string[],
  isAllowed: boolean,
): Promise<TermNode> {
  const { term, ignored } = placed;
  const countsHere = needsLookup(placed);
  const base = { ...nothing, term, ignored, countsHere, target: null };
  if (term.type === 'error') return { ...base, problem: 'syntax' };
  if (term.type === 'mechanism' && term.address !== null) return { ...base, addresses: [networkOf(term)] };
  if (!countsHere) return base;
  if (!isAllowed) return { ...base, problem: 'not-read' };
  if (term.domain?.hasMacro) return { ...base, problem: 'macro' };
  const target = (term.domain?.text ?? path.at(-1) ?? '').replace(/\.$/, '');
  const found = await readTarget(reading, term, target, path);
  return { ...base, target, ...found };
}

type Found = Partial<Omit<TermNode, 'term'>>;

/** Beyond what one lookup reads. */
const notRead: Found = { problem: 'not-read' };

async function readTarget(
  reading: Reading,
  term: Mechanism | Modifier,
  target: string,
  path: readonly string[],
): Promise<Found> {
  switch (term.name) {
    case 'include':
    case 'redirect': {
      if (path.includes(target.toLowerCase())) return { problem: 'loop' };
      if (reading.left <= 0 || !mayAsk(reading, 1)) return notRead;
      const below = await readRecord(reading, target, path);
      return { below, isVoid: below.isVoid, ttlSeconds: below.ttlSeconds, problem: below.problem };
    }
    case 'a':
      return readHosts(reading, term as Mechanism, target);
    case 'mx':
      return readExchangers(reading, term as Mechanism, target);
    case 'exists': {
      if (!mayAsk(reading, 1)) return notRead;
      const { state, records, reason } = await reading.dns.ask(target, 'A');
      return { ttlSeconds: ttlOf(records), ...verdictOf(state, reason) };
    }
    default:
      return {};
  }
}

function verdictOf(state: string, reason: string | null): Found {
  if (state === 'found') return {};
  const problem = state === 'nodata' ? 'no-address' : missing(state, reason);
  return { isVoid: state !== 'failed', problem };
}

async function readHosts(reading: Reading, term: Mechanism, target: string): Promise<Found> {
  if (!mayAsk(reading, 2)) return notRead;
  const { state, addresses, ttlSeconds, reason } = await reading.dns.addresses(target);
  return { addresses: networksOf(term, addresses), ttlSeconds, ...verdictOf(state, reason) };
}

async function readExchangers(reading: Reading, term: Mechanism, target: string): Promise<Found> {
  if (!mayAsk(reading, 1)) return notRead;
  const looked = await reading.dns.ask(target, 'MX');
  const hosts = looked.records.map(({ fields: [, host = ''] }) => host).filter((host) => host !== '.');
  const first = hosts.slice(0, MAX_EXCHANGERS);
  if (!mayAsk(reading, 2 * first.length)) return { ...notRead, ttlSeconds: ttlOf(looked.records) };
  const all = await Promise.all(first.map((host) => reading.dns.addresses(host)));
  const found = {
    addresses: networksOf(
      term,
      all.flatMap(({ addresses }) => addresses),
    ),
    ttlSeconds: ttlOf(looked.records),
  };
  if (hosts.length > MAX_EXCHANGERS) return { ...found, problem: 'too-many-mx' };
  return { ...found, ...verdictOf(looked.state, looked.reason) };
}

function networkOf({ address, bits4, bits6 }: Mechanism): string {
  const text = address ?? '';
  const [bits, width] = familyOf(text) === 4 ? [bits4, 32] : [bits6, 128];
  return bits === width ? text : `${text}/${bits}`;
}

function networksOf(term: Mechanism, addresses: readonly string[]): string[] {
  return [...new Set(addresses)].slice(0, MAX_ADDRESSES).map((address) => networkOf({ ...term, address }));
}
