import * as z from 'zod/mini';
import { exampleOf, kindsInWords } from './targets/kind-words.ts';
import type { TargetKind } from './targets/target-kinds.ts';
import { readTargetOrUrl } from './targets/url.ts';

/** The messages for a missing value and for an invalid one. */
interface FieldTexts {
  readonly missing: string;
  readonly invalid: string;
}

/**
 * A query parameter that must be given exactly once, converted to canonical form. `canonical` returns null for an invalid
 * value.
 */
export function requiredField(name: string, texts: FieldTexts, canonical: (text: string) => string | null) {
  return z.pipe(
    z.string({ error: ({ input }) => (input === undefined ? texts.missing : `'${name}' must be given exactly once.`) }),
    z.transform((text: string, { issues }) => {
      const message = text.trim() === '' ? texts.missing : texts.invalid;
      const value = canonical(text);
      if (value !== null) return value;
      issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  );
}

/** The parameter for a target of one of these kinds, converted to canonical form. */
export function targetField(name: string, kinds: readonly [TargetKind, ...TargetKind[]]) {
  const missing = `Please enter ${kindsInWords(kinds)}`;
  const texts = { missing, invalid: `${missing} (e.g. ${exampleOf(kinds[0])})` };
  return requiredField(name, texts, (text) => readTargetOrUrl(text, kinds)?.target ?? null);
}
