// http/: header fields of HTTP responses, read as a browser reads them. Fields as they were sent (this file), the grammar of
// structured fields, and one file for each field that is judged.

/** One field as it was sent: its name in any case, and its value. */
export type SentField = readonly [name: string, value: string];

/** The values of all fields with this name (in lower case), in the order in which they were sent. */
export function fieldValues(fields: readonly SentField[], name: string): string[] {
  return fields.filter(([sent]) => sent.toLowerCase() === name).map(([, value]) => trimSpace(value));
}

/** The values of a field combined as RFC 9110 section 5.3 says; null if it was not sent. */
export function combinedValue(fields: readonly SentField[], name: string): string | null {
  const values = fieldValues(fields, name);
  return values.length === 0 ? null : values.join(', ');
}

/** Whether a character is white space of HTTP: SP, HTAB, CR, LF or FF. */
export const isSpace = (char: string): boolean =>
  char === ' ' || char === '\t' || char === '\n' || char === '\r' || char === '\f';

/** Without white space at both ends. Linear, unlike a regular expression that is anchored at the end. */
export function trimSpace(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isSpace(text.charAt(from))) from += 1;
  while (to > from && isSpace(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Splits at a separator that is not part of a quoted string (RFC 9110 section 5.6.4). Parts are trimmed; empty ones are left out. */
export function splitUnquoted(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\' && isQuoted) at += 1;
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === separator && !isQuoted) {
      parts.push(trimSpace(text.slice(from, at)));
      from = at + 1;
    }
  }
  parts.push(trimSpace(text.slice(from)));
  return parts.filter((part) => part !== '');
}

/** `name` or `name=value`. */
export interface FieldParameter {
  /** In lower case. */
  readonly name: string;
  /** Without quotes; null for a name alone. */
  readonly value: string | null;
}

/** Reads `name`, `name=token` or `name="quoted string"`; null if the name is not a token. */
export function parseParameter(text: string): FieldParameter | null {
  const equals = text.indexOf('=');
  const name = trimSpace(equals === -1 ? text : text.slice(0, equals)).toLowerCase();
  if (!isToken(name)) return null;
  return { name, value: equals === -1 ? null : unquoted(trimSpace(text.slice(equals + 1))) };
}

/** A token (RFC 9110 section 5.6.2). */
export const isToken = (text: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);

/** The text of a quoted string; any other text as it is. */
export function unquoted(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replaceAll(/\\(.)/gs, '$1');
}

const MAX_SECONDS = 2 ** 31;

/** A non-negative number of seconds (RFC 9111 section 1.2.2), at most 2^31; null if it is not one. */
export function parseSeconds(text: string | null): number | null {
  if (text === null || !/^\d+$/.test(text)) return null;
  return Math.min(Number(text), MAX_SECONDS);
}
