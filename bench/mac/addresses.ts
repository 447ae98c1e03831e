import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Addresses in blocks of all three lengths, the same in every process; one in ten is in none. */
export function addresses(count: number): string[] {
  const path = createRequire(import.meta.url).resolve('oui-data');
  const prefixes = Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object);
  let state = 1;
  // A linear congruential generator (Numerical Recipes), so that every process generates the same numbers.
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  return Array.from({ length: count }, (_, index) => {
    const start = index % 10 === 0 ? '' : (prefixes[next(prefixes.length)] ?? '');
    const digits = Array.from({ length: 12 }, (_, at) => start[at] ?? next(16).toString(16)).join('');
    return (digits.toLowerCase().match(/../g) ?? []).join(':');
  });
}
