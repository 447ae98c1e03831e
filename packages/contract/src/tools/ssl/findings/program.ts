/** What the default greetings of mail programs contain. The keys are places of remedies. */
const greetings: ReadonlyMap<string, RegExp> = new Map([
  ['Postfix', /\bPostfix\b/],
  ['Dovecot', /\bDovecot\b/],
]);

/**
 * The server program named in a greeting, as a place of remedies; null if it names none, or one without remedies. Nothing
 * is guessed, since greetings can be changed.
 */
export function programOf(greeting: string | null | undefined): string | null {
  if (greeting == null) return null;
  const named = [...greetings].filter(([, words]) => words.test(greeting));
  return named.length === 1 ? (named[0]?.[0] ?? null) : null;
}
