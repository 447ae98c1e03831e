import { isDeepStrictEqual } from 'node:util';
import type { Facts, Said } from './facts.ts';

export const tools = ['sonde', 'sslscan', 'testssl'] as const;
export type Tool = (typeof tools)[number];

/** A fact that two or three tools report differently. */
export interface Disagreement {
  readonly fact: string;
  /** Members of a set that only some tools report; null if the fact is not a set. */
  readonly items: readonly string[] | null;
  /** What each tool reports; for a set, whether it reports the items. Tools that do not report the fact are missing. */
  readonly says: Readonly<Partial<Record<Tool, Said>>>;
}

type Reports = Readonly<Record<Tool, Facts>>;

/** Compares the facts that at least two tools report. */
export function compareFacts(reports: Reports): { agreed: readonly string[]; disagreements: readonly Disagreement[] } {
  const names = [...new Set(tools.flatMap((tool) => Object.keys(reports[tool])))].sort();
  const agreed: string[] = [];
  const disagreements: Disagreement[] = [];
  for (const fact of names) {
    const said = tools.flatMap((tool) => {
      const one = reports[tool][fact];
      return one === undefined ? [] : [[tool, one] as const];
    });
    if (said.length < 2) continue;
    const found = differences(fact, said);
    if (found.length === 0) agreed.push(fact);
    disagreements.push(...found);
  }
  return { agreed, disagreements };
}

type Voices = readonly (readonly [Tool, Said])[];

function differences(fact: string, said: Voices): Disagreement[] {
  if (said.every(([, one]): boolean => isDeepStrictEqual(one, said[0]?.[1]))) return [];
  const sets = said.flatMap(([tool, one]) => (typeof one === 'object' ? [[tool, new Set<string>(one)] as const] : []));
  if (sets.length < said.length) return [{ fact, items: null, says: Object.fromEntries(said) }];
  return byWhoNamesThem(fact, sets);
}

/** Members that the same tools report, and the same tools omit, are one disagreement. */
function byWhoNamesThem(fact: string, sets: readonly (readonly [Tool, ReadonlySet<string>])[]): Disagreement[] {
  const found = new Map<string, { items: string[]; says: Disagreement['says'] }>();
  for (const item of [...new Set(sets.flatMap(([, set]) => [...set]))].sort()) {
    const says = Object.fromEntries(sets.map(([tool, set]) => [tool, set.has(item)]));
    if (Object.values(says).every(Boolean)) continue;
    const key = JSON.stringify(says);
    const group = found.get(key) ?? { items: [] as string[], says };
    group.items.push(item);
    found.set(key, group);
  }
  return [...found.values()].map(({ items, says }) => ({ fact, items, says }));
}
