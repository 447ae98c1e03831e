// Referrer-Policy: how much of the address goes to other sites.
import { trimSpace } from './header-fields.ts';

export const referrerPolicies = [
  'no-referrer',
  'no-referrer-when-downgrade',
  'same-origin',
  'origin',
  'strict-origin',
  'origin-when-cross-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
] as const;
export type ReferrerPolicy = (typeof referrerPolicies)[number];

/** What browsers apply without the field. */
export const DEFAULT_REFERRER_POLICY: ReferrerPolicy = 'strict-origin-when-cross-origin';

/** Reads a combined value: the last policy that is known counts; null if none is. */
export function parseReferrerPolicy(value: string): ReferrerPolicy | null {
  const words = value.split(',').map((word) => trimSpace(word).toLowerCase());
  return words.reduce<ReferrerPolicy | null>(
    (last, word) => referrerPolicies.find((known) => known === word) ?? last,
    null,
  );
}

/** Former values that some browsers read in a `meta` element. */
const FORMER: ReadonlyMap<string, ReferrerPolicy> = new Map([
  ['never', 'no-referrer'],
  ['default', DEFAULT_REFERRER_POLICY],
  ['always', 'unsafe-url'],
  ['origin-when-crossorigin', 'origin-when-cross-origin'],
]);

/** Reads the content of `<meta name="referrer">` (HTML, section 4.2.5.1). */
export function parseMetaReferrer(content: string): ReferrerPolicy | null {
  const word = trimSpace(content).toLowerCase();
  return FORMER.get(word) ?? referrerPolicies.find((known) => known === word) ?? null;
}
