import type { Environment } from './variables.ts';

const OUR_PREFIX = 'SONDE_';
/** A transposition takes two. With more edits than these the name is a different one. */
const MAX_EDITS = 2;

/** A variable with our prefix that is set and that nothing reads. */
export interface UnknownVariable {
  readonly name: string;
  /** The known name that was probably meant; null where none is close. */
  readonly suggestion: string | null;
}

export function unknownVariables(env: Environment, known: readonly string[]): UnknownVariable[] {
  return Object.entries(env)
    .filter(([name, value]) => name.startsWith(OUR_PREFIX) && value !== '' && !known.includes(name))
    .map(([name]) => ({ name, suggestion: closestName(name, known) }));
}

/** One sentence for the operator. */
export function unknownVariableText({ name, suggestion }: UnknownVariable): string {
  return `${name} is not a variable of Sonde${suggestion === null ? '.' : `: did you mean ${suggestion}?`}`;
}

function closestName(name: string, known: readonly string[]): string | null {
  const [closest] = known
    .map((candidate) => ({ candidate, edits: editsBetween(name, candidate) }))
    .filter(({ edits }) => edits <= MAX_EDITS)
    .sort((a, b) => a.edits - b.edits);
  return closest?.candidate ?? null;
}

/** Insertions, deletions and substitutions that turn one text into the other (Levenshtein). */
function editsBetween(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const substituted = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(substituted, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
