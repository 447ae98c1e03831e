import type { SpfTerm } from '@sonde/contract';
import { MAX_LOOKUPS, MAX_VOID } from '@sonde/contract/mail-text/spf-order';
import type { RecordNode, TermNode } from './read-tree.ts';

export interface CountedTree {
  readonly terms: readonly SpfTerm[];
  readonly lookups: number;
  readonly isLookupsExact: boolean;
  readonly voidLookups: number;
  readonly recordsRead: number;
}

/** Maximum number of terms in the answer; terms left out are counted all the same. */
const MAX_LISTED = 1000;
const MAX_LISTED_ADDRESSES = 64;
/** Problems that hide further lookups. */
const hiding: ReadonlySet<string> = new Set(['loop', 'not-read', 'unreachable', 'special-use']);

interface Count {
  lookups: number;
  voids: number;
  records: number;
  isExact: boolean;
  readonly terms: SpfTerm[];
}

/** Counts the worst case: every term is evaluated in order, and none matches before `all`. */
export function countTree(root: RecordNode): CountedTree {
  const count: Count = { lookups: 0, voids: 0, records: 0, isExact: true, terms: [] };
  countRecord(count, root, 0);
  const { terms, lookups, isExact, voids, records } = count;
  return { terms, lookups, isLookupsExact: isExact, voidLookups: voids, recordsRead: records };
}

function countRecord(count: Count, record: RecordNode, depth: number): void {
  if (record.record !== null) count.records += 1;
  for (const node of record.terms) countTerm(count, record, node, depth);
}

function countTerm(count: Count, record: RecordNode, node: TermNode, depth: number): void {
  const { term, below, problem } = node;
  const isBeyond =
    count.lookups >= MAX_LOOKUPS && node.countsHere ? true : count.lookups > MAX_LOOKUPS || count.voids > MAX_VOID;
  const before = count.lookups;
  if (node.countsHere) count.lookups += 1;
  if (node.isVoid) count.voids += 1;
  const leadsOn = term.name === 'include' || term.name === 'redirect';
  if (node.countsHere && leadsOn && problem !== null && (hiding.has(problem) || problem === 'macro'))
    count.isExact = false;
  const at = count.terms.length;
  const listed = { ...listedOf(record, node, depth), isBeyond };
  if (at < MAX_LISTED) count.terms.push(listed);
  if (below !== null) countRecord(count, below, depth + 1);
  const here = node.countsHere ? 1 : 0;
  if (at < MAX_LISTED) {
    count.terms[at] = {
      ...listed,
      lookupsHere: here,
      lookupsBelow: count.lookups - before - here,
      running: count.lookups,
    };
  }
}

function listedOf(record: RecordNode, node: TermNode, depth: number): SpfTerm {
  const { term, target, below, isVoid, addresses, ttlSeconds, ignored, problem } = node;
  return {
    depth,
    domain: record.domain,
    text: term.text,
    column: term.column,
    kind: term.name,
    target,
    record: below?.text ?? null,
    lookupsHere: 0,
    lookupsBelow: 0,
    running: 0,
    isVoid,
    isBeyond: false,
    addresses: addresses.slice(0, MAX_LISTED_ADDRESSES),
    ttlSeconds,
    ignored,
    problem,
  };
}
