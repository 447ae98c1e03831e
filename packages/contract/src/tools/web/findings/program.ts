/** What servers call themselves, by the places of remedies. */
const products: readonly (readonly [place: string, words: RegExp])[] = [
  ['nginx', /^(?:nginx|openresty|tengine)\b/i],
  ['Apache', /^Apache\b(?!-)/i],
  ['Caddy', /^Caddy\b/i],
  ['HAProxy', /^HAProxy\b/i],
];

/**
 * The server program that a Server field names first (RFC 9110 section 10.2.4), as a place of remedies; null without the
 * field, and for one without remedies. Nothing is guessed: many servers send no such field.
 */
export function programOf(server: string | null): string | null {
  return products.find(([, words]) => words.test(server ?? ''))?.[0] ?? null;
}
