import { ToolError } from './failure.ts';

/** Longer names are truncated in the message, which echoes what the client sent. */
const LONGEST_NAME = 60;

/**
 * Refuses unknown parameters, and parameters given more than once: ignoring either would answer a different query than the
 * one sent.
 * @param raw the parameters as they arrived; a repeated one is a list.
 * @param known the names that the call takes.
 * @param repeatable those of them that may be given more than once.
 * @throws ToolError `invalid-input`; the message names the parameter and the known ones.
 */
export function checkParameterNames(
  raw: Readonly<Record<string, unknown>>,
  known: readonly string[],
  repeatable: readonly string[] = [],
): void {
  for (const [name, value] of Object.entries(raw)) {
    const problem = problemOf(name, repeatable.includes(name) ? '' : value, known);
    if (problem === null) continue;
    throw new ToolError('invalid-input', `${problem} ${listed(known)}`, { field: shortened(name) });
  }
}

function problemOf(name: string, value: unknown, known: readonly string[]): string | null {
  if (!known.includes(name)) return `Unknown parameter '${shortened(name)}'.`;
  return Array.isArray(value) ? `'${name}' must be given exactly once.` : null;
}

function listed(known: readonly string[]): string {
  if (known.length === 0) return 'This call takes no parameters.';
  return `Known parameters: ${known.map((name) => `'${name}'`).join(', ')}.`;
}

function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}
