import { runCommand } from '../../scripts/ready/run-command.mjs';
import { green, type Judgement } from './judgement.ts';
import type { Mutant } from './mutants.ts';
import { putBack, putIn } from './repository-copies.ts';

const DEADLINE_MS = 180_000;

/** A compiler error counts as much as a failed test: `npm test` starts with the compiler. */
export async function judgeTypes(copy: string): Promise<Judgement> {
  const { code, output, isLate } = await runCommand(`${copy}/node_modules/.bin/tsc`, ['-b'], {
    cwd: copy,
    deadlineMs: DEADLINE_MS,
  });
  if (isLate) return { is: 'undecided', why: 'the compiler took too long' };
  return code === 0 ? green : { is: 'red', by: output };
}

/**
 * Finds out which of many misspelt keys the compiler reports. One run checks many at once, all with different names, as
 * long as that finds any: an error that mentions a key, old or new, belongs to it. The remaining ones are tested one by
 * one.
 */
export async function judgeMisspeltKeys(
  copy: string,
  mutants: readonly Mutant[],
  { until, tell }: { readonly until: number; tell(mutant: Mutant, error: string): void },
): Promise<void> {
  const noticed = new Set<Mutant>();
  const left = () => mutants.filter((mutant) => !noticed.has(mutant));
  async function judge(batch: readonly Mutant[], isAbout: (error: string, mutant: Mutant) => boolean) {
    const errors = await errorsWith(copy, batch);
    for (const mutant of batch) {
      const error = errors.find((one) => isAbout(one, mutant));
      if (error === undefined) continue;
      noticed.add(mutant);
      tell(mutant, error);
    }
  }
  for (let before = -1; before < noticed.size && Date.now() < until; ) {
    before = noticed.size;
    await judge(ofDifferentNames(left()), names);
  }
  for (const mutant of left()) if (Date.now() < until) await judge([mutant], () => true);
}

async function errorsWith(copy: string, batch: readonly Mutant[]): Promise<string[]> {
  putIn(copy, batch);
  try {
    const verdict = await judgeTypes(copy);
    return verdict.is === 'red' ? verdict.by.split('\n').filter((line) => /error TS/.test(line)) : [];
  } finally {
    putBack(copy, batch);
  }
}

/** True if the error quotes the key, or lists it among missing properties, not just in a printed type. */
function names(error: string, { from, to }: Mutant): boolean {
  const name = `(?:${from}|${to})`;
  return new RegExp(`'"?${name}"?'|missing the following properties from type '.*': [^']*\\b${name}\\b[^']*$`).test(
    error,
  );
}

function ofDifferentNames(mutants: readonly Mutant[]): Mutant[] {
  const names = new Set<string>();
  return mutants.filter(({ from, to }) => {
    if (names.has(from) || names.has(to)) return false;
    names.add(from).add(to);
    return true;
  });
}
