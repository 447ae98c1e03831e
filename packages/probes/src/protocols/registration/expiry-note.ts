/** Registries whose public data have no date of expiry, by their own terms: domains there renew themselves. */
const WITHOUT_EXPIRY: ReadonlySet<string> = new Set(['at', 'au', 'be', 'ch', 'de', 'eu', 'hu', 'li', 'lu', 'nl', 'no']);

/** The sentence that stands in place of a date of expiry. */
export function expiryNote(domain: string): string {
  const suffix = domain.slice(domain.lastIndexOf('.') + 1);
  return WITHOUT_EXPIRY.has(suffix)
    ? `The registry of .${suffix} publishes no expiry dates.`
    : 'The answers name no expiry date.';
}
