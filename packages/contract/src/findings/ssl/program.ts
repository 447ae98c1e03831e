/** What mail programs say in their greetings, as their defaults have it. Keys are places of remedies. */
const greetings: ReadonlyMap<string, RegExp> = new Map([
  ['Postfix', /\bPostfix\b/],
  ['Dovecot', /\bDovecot\b/],
]);

/**
 * The server program that a greeting names, as remedies name it; null for one that names none, or one without remedies. Greetings
 * can be changed: what is not said is not guessed.
 */
export function programOf(greeting: string | null | undefined): string | null {
  if (greeting == null) return null;
  const named = [...greetings].filter(([, words]) => words.test(greeting));
  return named.length === 1 ? (named[0]?.[0] ?? null) : null;
}
