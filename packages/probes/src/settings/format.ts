import * as z from 'zod/mini';
import { parseUrl } from '../protocols/parse-url.ts';

/** What the text of an environment variable must look like, and the value it stands for. */
export type SettingFormat<Value> = z.core.$ZodType<Value, string>;

/** Reads one value; undefined if the text is invalid. */
type Read<Value> = (text: string) => Value | undefined;

/**
 * A format with one message, «must be `what`». `read` receives the trimmed text. No message repeats the text unless the
 * format says so, since some variables hold secrets.
 */
export function format<Value>(what: string, read: Read<Value>): SettingFormat<Value> {
  return explained(read, () => `must be ${what}`);
}

/**
 * Comma-separated items. The message names the invalid items, unless they may hold secrets. An empty item is invalid too: a
 * list composed with a missing value should not pass.
 */
export function list<Item>(
  what: string,
  readItem: Read<Item>,
  { holdsSecrets = false } = {},
): SettingFormat<readonly Item[]> {
  const itemsOf = (text: string) => (text === '' ? [] : text.split(',').map((item) => item.trim()));
  const isWrong = (item: string) => readItem(item) === undefined;
  const read = (text: string): Item[] | undefined => {
    const items = itemsOf(text);
    return items.some(isWrong) ? undefined : items.flatMap((item) => readItem(item) ?? []);
  };
  return explained(read, (text) => {
    const wrong = itemsOf(text)
      .filter(isWrong)
      .map((item) => JSON.stringify(item));
    return `must be ${what}, comma separated${holdsSecrets ? '' : `, not ${wrong.join(' or ')}`}`;
  });
}

/** JSON that matches `schema`. The message states where it does not. */
export function json<Value>(what: string, schema: z.core.$ZodType<Value>): SettingFormat<Value> {
  return jsonOrWord<Value, never>(what, schema, null);
}

/** The same, or `word` unchanged. */
export function jsonOrWord<Value, const Word extends string>(
  what: string,
  schema: z.core.$ZodType<Value>,
  word: Word | null,
): SettingFormat<Value | Word> {
  const check = (text: string) => z.safeParse(schema, parseJson(text));
  return explained<Value | Word>(
    (text) => (word !== null && text === word ? word : check(text).data),
    (text) => {
      const path = check(text).error?.issues[0]?.path ?? [];
      return `must be ${what}${path.length > 0 ? ` (look at ${path.join('.')})` : ''}`;
    },
  );
}

/** The text itself, if it matches. */
export function matching(what: string, pattern: RegExp): SettingFormat<string> {
  return format(what, (text) => (pattern.test(text) ? text : undefined));
}

export function oneOf<const Word extends string>(words: readonly Word[], what: string): SettingFormat<Word> {
  return format(what, (text) => words.find((word) => word === text));
}

/** A URL with one of these schemes, unchanged. */
export function url(what: string, schemes: readonly string[]): SettingFormat<string> {
  return format(what, (text) => readUrl(text, schemes));
}

export function readUrl(text: string, schemes: readonly string[]): string | undefined {
  const url = parseUrl(text);
  return url !== null && schemes.includes(url.protocol.slice(0, -1)) ? text : undefined;
}

function explained<Value>(read: Read<Value>, explain: (text: string) => string): SettingFormat<Value> {
  return z.pipe(
    z.string(),
    z.transform((raw: string, context) => {
      const text = raw.trim();
      const value = read(text);
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', input: raw, message: explain(text) });
      return z.NEVER;
    }),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
