import * as z from 'zod/mini';
import { toDnsName } from './target/domain.ts';

/** Stands in every example text of the specification where it says {host}. */
const EXAMPLE_HOST = 'example.com';

/**
 * A query parameter that must be there once, turned into its normal form.
 * `normalise` gives null for a value that does not fit.
 */
function targetField(
  name: string,
  texts: { missing: string; invalid: string },
  normalise: (text: string) => string | null,
) {
  return z.pipe(
    z.string({ error: ({ input }) => (input === undefined ? texts.missing : `'${name}' must be given exactly once.`) }),
    z.transform((text: string, { issues }) => {
      const message = text.trim() === '' ? texts.missing : texts.invalid;
      const normal = normalise(text);
      if (normal !== null) return normal;
      issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  );
}

/** A domain name as DNS has it: underscore labels and IDN accepted, given back as lower-case A-labels. */
export const dnsNameField = targetField(
  'domain',
  { missing: 'Domain is required', invalid: `Please enter a valid domain (e.g. ${EXAMPLE_HOST})` },
  toDnsName,
);
