import {
  type AddressSet,
  everyAddress,
  intersection,
  isEmpty,
  minus,
  networkSet,
  rangeCount,
  union,
} from './address-set.ts';
import { MAX_LOOKUPS, MAX_VOID } from './spf-order.ts';
import type { SpfRecord, Term } from './spf-record.ts';

/** An SPF record with what its terms lead to, as far as it is known. */
export interface SpfNode {
  readonly domain: string;
  /** Null if there is none, or more than one. */
  readonly record: SpfRecord | null;
  /** Why there is no record to evaluate; null if there is one. */
  readonly problem: string | null;
  /** In the order of evaluation. */
  readonly terms: readonly SpfTermNode[];
}

export interface SpfTermNode {
  readonly term: Term;
  /** Why the term is ignored; null if it is not. */
  readonly ignored: string | null;
  readonly countsHere: boolean;
  /** The lookup for it found nothing. */
  readonly isVoid: boolean;
  /** The record behind include or redirect; null if it was not read. */
  readonly below: SpfNode | null;
  /** The name of the term; null if a macro decides. */
  readonly target: string | null;
  /** What ip4, ip6, a or mx match. */
  readonly addresses: readonly string[];
  readonly problem: string | null;
}

export const permanentErrors = [
  'syntax',
  'several-records',
  'lookups',
  'void-lookups',
  'too-many-mx',
  'no-record',
  'loop',
] as const;

/** Where evaluation ends with an error, for every sender that gets there. */
export interface PermanentError {
  readonly reason: (typeof permanentErrors)[number];
  readonly domain: string;
  /** Null if the record as a whole is the reason. */
  readonly term: string | null;
}

export interface SpfPasses {
  /** The addresses for which the result is pass. */
  readonly passes: AddressSet;
  /** Terms that depend on the message, or could not be read. They are treated as if they matched nothing. */
  readonly unknown: readonly string[];
  /** The first error on the way; null if no sender gets to one. */
  readonly error: PermanentError | null;
}

/** Problems that make the record unknown, but not wrong. */
const unreadable: ReadonlySet<string> = new Set(['unreachable', 'special-use', 'not-read', 'macro', 'not-asked']);
/** Ranges that all steps together may handle. Those of large providers need some ten thousand. */
const MAX_WORK = 500_000;

interface Evaluation {
  work: number;
  error: PermanentError | null;
  readonly unknown: string[];
}

/**
 * For which addresses check_host() (RFC 7208 section 4) gives pass, computed for all addresses at once.
 * @returns null if the record is too complex
 */
export function spfPasses(root: SpfNode): SpfPasses | null {
  const evaluation: Evaluation = { work: 0, error: null, unknown: [] };
  const { passes } = evaluate(evaluation, root, [{ lookups: 0, voids: 0, set: everyAddress }]);
  if (evaluation.work > MAX_WORK) return null;
  return {
    passes: union(passes.map(({ set }) => set)),
    unknown: [...new Set(evaluation.unknown)],
    error: evaluation.error,
  };
}

/** Addresses for which equally many lookups have been made. There are few such groups, since both numbers are limited. */
interface Group {
  readonly lookups: number;
  readonly voids: number;
  readonly set: AddressSet;
}

interface Ended {
  readonly passes: readonly Group[];
  /** Those with any other result that is no error. */
  readonly others: readonly Group[];
}

/** The evaluation of one record. */
interface Walk {
  readonly node: SpfNode;
  /** The addresses that no term has matched so far, apart from those in `pending`. */
  left: readonly Group[];
  readonly passes: Group[];
  readonly others: Group[];
  /** What terms with one effect match; joined at once, because sets may be large. */
  pending: AddressSet[];
  isPassPending: boolean;
}

function evaluate(evaluation: Evaluation, node: SpfNode, left: readonly Group[]): Ended {
  const walk: Walk = { node, left, passes: [], others: [], pending: [], isPassPending: true };
  const { record, problem } = node;
  if (record === null) {
    const isUnknown = problem === null || unreadable.has(problem);
    if (!isUnknown) stop(evaluation, walk, errorAt(node), null);
  } else if (record.problems.length > 0) stop(evaluation, walk, 'syntax', null);
  else for (const term of node.terms) evaluateTerm(evaluation, walk, term);
  settle(evaluation, walk);
  return { passes: joined(walk.passes), others: joined([...walk.others, ...walk.left]) };
}

/** Groups with the same numbers become one; empty ones are left out. */
function joined(groups: readonly Group[]): Group[] {
  const byNumbers = new Map<string, Group[]>();
  for (const group of groups) {
    if (isEmpty(group.set)) continue;
    const key = `${group.lookups} ${group.voids}`;
    byNumbers.set(key, [...(byNumbers.get(key) ?? []), group]);
  }
  return [...byNumbers.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : { ...first, set: union([first.set, ...rest.map(({ set }) => set)]) },
  );
}

/** Ends the evaluation with an error, for all addresses that are left. */
function stop(evaluation: Evaluation, walk: Walk, reason: PermanentError['reason'], term: string | null): void {
  settle(evaluation, walk);
  if (walk.left.length === 0) return;
  evaluation.error ??= { reason, domain: walk.node.domain, term };
  walk.left = [];
}

function settle(evaluation: Evaluation, walk: Walk): void {
  if (walk.pending.length === 0) return;
  const matches = union(walk.pending);
  const ended = walk.isPassPending ? walk.passes : walk.others;
  ended.push(...walk.left.map((group) => ({ ...group, set: intersection(group.set, matches) })));
  evaluation.work += walk.left.reduce((sum, { set }) => sum + rangeCount(set) + rangeCount(matches), 0);
  const isTooMuch = evaluation.work > MAX_WORK;
  walk.left = isTooMuch ? [] : joined(walk.left.map((group) => ({ ...group, set: minus(group.set, matches) })));
  walk.pending = [];
}

function evaluateTerm(evaluation: Evaluation, walk: Walk, one: SpfTermNode): void {
  const { term, ignored, problem } = one;
  if (ignored !== null || term.type === 'error') return;
  // Nobody gets to a lookup if the terms before it match everybody.
  if (one.countsHere) settle(evaluation, walk);
  if (walk.left.length === 0) return;
  if (one.countsHere) count(evaluation, walk, one);
  if (problem === 'loop' || problem === 'too-many-mx') stop(evaluation, walk, problem, term.text);
  else if (term.name === 'include' || term.name === 'redirect') follow(evaluation, walk, one);
  else match(evaluation, walk, one);
}

/** Counts the lookup, and ends the evaluation for those who have made too many. */
function count(evaluation: Evaluation, walk: Walk, { term, isVoid }: SpfTermNode): void {
  const counted = walk.left.map(({ lookups, voids, set }) => ({
    lookups: lookups + 1,
    voids: voids + (isVoid ? 1 : 0),
    set,
  }));
  const reasonFor = ({ lookups, voids }: Group) =>
    lookups > MAX_LOOKUPS ? ('lookups' as const) : voids > MAX_VOID ? ('void-lookups' as const) : null;
  const [reason] = counted.map(reasonFor).filter((one) => one !== null);
  if (reason !== undefined) evaluation.error ??= { reason, domain: walk.node.domain, term: term.text };
  walk.left = counted.filter((group) => reasonFor(group) === null);
}

function match(evaluation: Evaluation, walk: Walk, one: SpfTermNode): void {
  const { term, problem } = one;
  const isUnknown = term.name === 'ptr' || (problem !== null && unreadable.has(problem));
  if (isUnknown) evaluation.unknown.push(term.text);
  const isPass = term.type === 'mechanism' && term.qualifier === '+';
  if (isPass !== walk.isPassPending) settle(evaluation, walk);
  walk.isPassPending = isPass;
  if (!isUnknown) walk.pending.push(matchesOf(one));
}

function matchesOf({ term, problem, addresses }: SpfTermNode): AddressSet {
  // A name without a macro exists for every sender, or for none.
  const isForAll = term.name === 'all' || (term.name === 'exists' && problem === null);
  return isForAll ? everyAddress : networkSet(addresses);
}

function follow(evaluation: Evaluation, walk: Walk, { term, below }: SpfTermNode): void {
  if (below === null || (below.problem !== null && unreadable.has(below.problem))) {
    evaluation.unknown.push(term.text);
    return;
  }
  if (below.record === null) {
    stop(evaluation, walk, errorAt(below), term.text);
    return;
  }
  const { passes, others } = evaluate(evaluation, below, walk.left);
  const isRedirect = term.type === 'modifier';
  const isPass = isRedirect || (term.type === 'mechanism' && term.qualifier === '+');
  (isPass ? walk.passes : walk.others).push(...passes);
  if (isRedirect) walk.others.push(...others);
  walk.left = isRedirect ? [] : others;
}

const errorAt = ({ problem }: SpfNode) => (problem === 'several-records' ? 'several-records' : 'no-record');
