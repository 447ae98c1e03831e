import { stages } from '../words/vocabulary.ts';

const usualStages = stages.slice(0, 10);
const commonChildren = ['www', 'api', 'dev', 'test', 'staging', 'admin', 'app', 'mail', 'cdn', 'old'];
const MAX_NAMES = 400;
const MAX_CANDIDATES = 6000;

/** Variants of the names found: other stages, neighbouring numbers, common names below them. */
export function* permutationsOf(found: readonly string[]): Generator<string> {
  let left = MAX_CANDIDATES;
  const seen = new Set<string>();
  for (const prefix of found.slice(0, MAX_NAMES)) {
    for (const candidate of variantsOf(prefix)) {
      if (seen.has(candidate)) continue;
      seen.add(candidate);
      if (left === 0) return;
      left -= 1;
      yield candidate;
    }
  }
}

function* variantsOf(prefix: string): Generator<string> {
  const [label = '', ...parents] = prefix.split('.');
  const named = (other: string) => [other, ...parents].join('.');
  yield* neighbours(label).map(named);
  for (const stage of usualStages) {
    yield named(`${label}-${stage}`);
    yield named(`${stage}-${label}`);
    if (label.includes('-')) yield named(label.replace(/[^-]+$/, stage));
  }
  for (const other of commonChildren) yield `${other}.${prefix}`;
}

/** `web07` has `web06` and `web08`; a name without a number may be the first of several. */
function neighbours(label: string): string[] {
  const [, before = '', digits = '', after = ''] = /^(.*?)(\d{1,6})(\D*)$/.exec(label) ?? [];
  if (digits === '') return [`${label}1`, `${label}2`, `${label}01`];
  const number = Number(digits);
  const near = [-2, -1, 1, 2, 3].map((step) => number + step).filter((one) => one >= 0);
  return near.map((one) => `${before}${String(one).padStart(digits.length, '0')}${after}`);
}
