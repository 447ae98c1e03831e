import { closestTo } from '@sonde/contract/text/closest';
import type { Environment } from './variables.ts';

const OUR_PREFIX = 'SONDE_';
/** A transposition takes two edits. With more, it is a different name. */
const MAX_EDITS = 2;

/** A variable with our prefix that is set but never read. */
export interface UnknownVariable {
  readonly name: string;
  /** The known name that was probably meant; null if none is close. */
  readonly suggestion: string | null;
}

export function unknownVariables(env: Environment, known: readonly string[]): UnknownVariable[] {
  return Object.entries(env)
    .filter(([name, value]) => name.startsWith(OUR_PREFIX) && value !== '' && !known.includes(name))
    .map(([name]) => ({ name, suggestion: closestTo(name, known, MAX_EDITS)[0] ?? null }));
}

/** One sentence for the operator. */
export function unknownVariableText({ name, suggestion }: UnknownVariable): string {
  return `${name} is not a variable of Sonde${suggestion === null ? '.' : `: did you mean ${suggestion}?`}`;
}
