import { type Enclosing, shownValue } from '../registration/facts.ts';
import {
  compareSize,
  covers,
  isSameRange,
  type NumberRange,
  parseRange,
  rangeOfSubject,
} from '../registration/number-range.ts';
import type { Field } from './fields.ts';
import type { Subject } from './questions.ts';

/** A network, an AS or a block of them, with everything that the answer says of it up to the next one. */
export interface NumberResource {
  readonly text: string;
  /** Null for what cannot be read as a range. */
  readonly range: NumberRange | null;
  /** Its own paragraph; then those of its organization and its people. */
  readonly own: readonly Field[];
  readonly fields: readonly Field[];
}

type Kind = 'network' | 'autnum';

const firstKeys: Readonly<Record<Kind, ReadonlySet<string>>> = {
  network: new Set(['netrange', 'inetnum', 'inet6num']),
  autnum: new Set(['aut-num', 'asnumber', 'as-block']),
};

/** What kind of number resource an answer is about when nobody says what was asked for; null for a domain. */
export function kindOfAnswer(fields: readonly Field[]): Kind | null {
  const first = fields.find(({ key }) => firstKeys.network.has(key) || firstKeys.autnum.has(key));
  if (first === undefined || fields.some(({ key }) => key === 'domain' || key === 'domain name')) return null;
  return firstKeys.network.has(first.key) ? 'network' : 'autnum';
}

/**
 * The resources of an answer around the one that was asked for, the most specific first. Regional registries give the
 * provider's network before the customer's (ARIN), or the block of numbers before the AS (RIPE, APNIC, AFRINIC); what does
 * not cover what was asked for is left out.
 */
export function resourcesOf(fields: readonly Field[], kind: Kind, subject: Subject | null): readonly NumberResource[] {
  const asked = subject === null ? null : rangeOfSubject(subject);
  const all = splitResources(fields, kind);
  const fitting = all.filter(({ range }) => asked === null || range === null || covers(range, asked));
  return [...fitting].sort((a, b) => {
    if (a.range === null || b.range === null) return Number(a.range === null) - Number(b.range === null);
    return compareSize(a.range, b.range);
  });
}

function splitResources(fields: readonly Field[], kind: Kind): readonly NumberResource[] {
  const starts = fields.flatMap(({ key }, index) => (firstKeys[kind].has(key) ? [index] : []));
  return starts.slice(0, MAX_RESOURCES).map((start, index) => {
    const mine = fields.slice(start, starts[index + 1]);
    const [first] = mine;
    const text = first?.value ?? '';
    return { text, range: parseRange(text), own: mine.filter(({ block }) => block === first?.block), fields: mine };
  });
}

/** Blocks within blocks; honest answers have up to five. */
const MAX_RESOURCES = 64;

/** The range as text, AS numbers as such: ARIN writes them bare. */
export function rangeText({ text, range }: NumberResource): string | null {
  if (range?.family !== 'autnum') return shownValue(text);
  return range.first === range.last ? `AS${range.first}` : `AS${range.first} - AS${range.last}`;
}

/** Those of the rest that are larger than the first, each once. */
export function enclosingOf(
  [first, ...others]: readonly NumberResource[],
  describe: (resource: NumberResource, range: string) => Enclosing,
): readonly Enclosing[] {
  const known = first?.range === undefined || first.range === null ? [] : [first.range];
  return others.flatMap((resource) => {
    const [range, text] = [resource.range, rangeText(resource)];
    if (range === null || text === null || known.length === 0 || known.some((one) => isSameRange(one, range)))
      return [];
    known.push(range);
    return [describe(resource, text)];
  });
}
