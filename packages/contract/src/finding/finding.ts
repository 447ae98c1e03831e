import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

/**
 * The states of a finding, best first. `unknown`: examined, but not determined; the evidence says why. These are not
 * grades: the verdict on an answer is its worst finding.
 */
export const findingStates = ['good', 'note', 'warn', 'bad', 'unknown'] as const;
export type FindingState = (typeof findingStates)[number];

/** One judgement on an answer, with its evidence. */
export const Finding = z.object({
  code: isEssential(
    described(
      z.string(),
      'Code of the finding in kebab-case, from the table of findings; `sonde --explain CODE` explains it.',
      'certificate-expired',
    ),
  ),
  state: isEssential(
    described(
      z.enum(findingStates),
      'good: tested and correct; note: worth knowing; warn: should be fixed; bad: broken or dangerous; unknown: could not be determined.',
      'bad',
    ),
  ),
  about: described(z.string(), 'The subject: a name, an address, a record, or a part of the answer.', 'example.com'),
  evidence: described(
    z.string(),
    'One sentence with the observed values, sizes, dates or names. May quote hostile text.',
    'The certificate was valid until 2026-01-01 00:00:00 UTC.',
  ),
  fix: described(
    z.nullable(z.string()),
    'How to fix it, with the values of this answer if known; null if there is nothing to do.',
    'Renew the certificate and install the new one.',
  ),
});
export type Finding = z.infer<typeof Finding>;
