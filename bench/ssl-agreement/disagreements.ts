import { isDeepStrictEqual } from 'node:util';
import type { Facts, Said } from './facts.ts';

export const tools = ['sonde', 'sslscan', 'testssl'] as const;
export type Tool = (typeof tools)[number];

/** What two or three tools see differently. */
export interface Disagreement {
  readonly fact: string;
  /** Members of a set that only some tools name; null where the fact is no set. */
  readonly items: readonly string[] | null;
  /** What each says: of a set whether it names the items. A tool that says nothing of the fact is not there. */
  readonly says: Readonly<Partial<Record<Tool, Said>>>;
}

type Reports = Readonly<Record<Tool, Facts>>;

/** Facts on which at least two tools speak, and how many of these are seen alike. */
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

/** Members that the same tools name, and the same tools leave out, are one disagreement. */
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
