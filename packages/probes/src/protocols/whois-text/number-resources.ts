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

/** A network, an AS or an AS block, with all fields of the reply up to the next resource. */
export interface NumberResource {
  readonly text: string;
  /** Null if it cannot be parsed as a range. */
  readonly range: NumberRange | null;
  /** The fields of its first paragraph. */
  readonly own: readonly Field[];
  /** All fields, including those of its organization and contacts. */
  readonly fields: readonly Field[];
}

type Kind = 'network' | 'autnum';

const firstKeys: Readonly<Record<Kind, ReadonlySet<string>>> = {
  network: new Set(['netrange', 'inetnum', 'inet6num']),
  autnum: new Set(['aut-num', 'asnumber', 'as-block']),
};

/** The kind of number resource that a reply is about, if the query is not known; null for a domain. */
export function kindOfAnswer(fields: readonly Field[]): Kind | null {
  const first = fields.find(({ key }) => firstKeys.network.has(key) || firstKeys.autnum.has(key));
  if (first === undefined || fields.some(({ key }) => key === 'domain' || key === 'domain name')) return null;
  return firstKeys.network.has(first.key) ? 'network' : 'autnum';
}

/**
 * The resources of a reply that contain the queried address or AS number, the most specific first. Regional registries
 * list the provider's network before the customer's (ARIN), or the AS block before the AS (RIPE, APNIC, AFRINIC).
 * Resources that do not contain the queried one are left out.
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

/** Nested blocks; real replies have up to five. */
const MAX_RESOURCES = 64;

/** The range as text, AS numbers with the prefix that ARIN leaves out. */
export function rangeText({ text, range }: NumberResource): string | null {
  if (range?.family !== 'autnum') return shownValue(text);
  return range.first === range.last ? `AS${range.first}` : `AS${range.first} - AS${range.last}`;
}

/** The resources that contain the first one, each range once. */
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
