import { type RegistrationFacts, shownValue } from '../registration/facts.ts';
import { fieldNames } from './field-names.ts';
import { type Field, valuesOf } from './fields.ts';

const EMAIL = /^[^\s@]+@\S+$/;
const PHONE = /^[+(\d][\d\s().+/-]{4,40}$/;

/** Where to report abuse, according to the fields. One key may have e-mail and phone (.nl), or a sentence (.ie). */
export function readAbuse(fields: readonly Field[]): RegistrationFacts['abuse'] {
  const find = (keys: readonly string[], form: RegExp) =>
    shownValue(keys.flatMap((key) => valuesOf(fields, [key])).find((value) => form.test(value)));
  const [email, phone] = [find(fieldNames.abuseEmail, EMAIL), find(fieldNames.abusePhone, PHONE)];
  return email === null && phone === null ? null : { email, phone };
}

/** Regional registries name the abuse contact in a comment, because it belongs to another object. */
const COMMENT = /^% Abuse contact for '([^'\n]{1,200})' is '([^'\s]{1,200})'/gm;
const MAX_COMMENTS = 64;

/** Abuse addresses from comments, by the text of the range that they apply to. */
export function readAbuseComments(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, range = '', email = ''] of text.matchAll(COMMENT)) {
    if (found.size >= MAX_COMMENTS) break;
    if (!found.has(range)) found.set(range, email);
  }
  return found;
}
