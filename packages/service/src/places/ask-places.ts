import { type AnyTool, failures } from '@sonde/contract';
import { readableFacts } from '@sonde/contract/answers/answer-facts';
import type { Facts, FactValue } from '@sonde/contract/fact/fact';
import type { Finding } from '@sonde/contract/finding/finding';
import type { PlaceAnswer, PlaceGroup } from '@sonde/contract/places/places';
import type { PlaceOutcome } from './place-jobs.ts';

/** The entry of one place in the answer of a call that asks several. */
export function placeAnswer(place: string, outcome: PlaceOutcome): PlaceAnswer {
  const nothing = { place, state: outcome.state, data: null, code: null, reason: null, measuredMs: null };
  if (outcome.state === 'answer') return { ...nothing, data: outcome.data, measuredMs: outcome.measuredMs };
  if (outcome.state !== 'failure') return nothing;
  const { code, reason, measuredMs } = outcome;
  // A refusal was not measured.
  return { ...nothing, code, reason, measuredMs: failures[code].blame === 'caller' ? null : measuredMs };
}

/**
 * Groups answers by equal facts, the largest group first. Only facts that all answers have are compared: one that was not measured
 * at some place says nothing about the others.
 */
export function groupsOf({ id }: AnyTool, answers: readonly PlaceAnswer[]): PlaceGroup[] {
  const known = answers.flatMap(({ place, data }) =>
    data === null ? [] : [{ place, facts: readableFacts(id as Parameters<typeof readableFacts>[0], data) }],
  );
  const [first, ...others] = known;
  if (first === undefined) return [];
  const paths = [...first.facts.keys()].filter((path) => others.every(({ facts }) => facts.has(path)));
  const valuesOf = (facts: Facts) => paths.map((path) => facts.get(path) ?? null);
  const usual = valuesOf(first.facts);
  const groups = new Map<string, { readonly places: string[]; readonly facts: PlaceGroup['facts'] }>();
  for (const { place, facts } of known) {
    const values = valuesOf(facts);
    // Most answers agree, which is seen without a text of each.
    const key = areSame(values, usual) ? 'usual' : JSON.stringify(values);
    const same = groups.get(key);
    if (same !== undefined) same.places.push(place);
    else groups.set(key, { places: [place], facts: Object.fromEntries(paths.map((path, at) => [path, values[at]])) });
  }
  return [...groups.values()].toSorted((a, b) => b.places.length - a.places.length);
}

function areSame(some: readonly FactValue[], others: readonly FactValue[]): boolean {
  return some.every((one, at) => {
    const other = others[at];
    if (one === other) return true;
    if (!Array.isArray(one) || !Array.isArray(other)) return false;
    return one.length === other.length && one.every((member, index) => member === other[index]);
  });
}

/** What the comparison says: a note if there are several groups. Answers may differ for good reasons, which are not known here. */
export function differences(target: string, groups: readonly PlaceGroup[]): Finding[] {
  const [most] = groups;
  if (most === undefined || groups.length < 2) return [];
  const total = groups.reduce((sum, { places }) => sum + places.length, 0);
  const others = groups.slice(1).flatMap(({ places }) => places);
  const evidence = `${most.places.length} of ${total} places agree (${most.places.join(', ')}); different answers come from ${others.join(', ')}.`;
  return [{ code: 'places-differ', state: 'note', about: target, evidence, fix: null }];
}
