/** Registries that state that they publish no expiry dates: their domains are renewed automatically. */
const WITHOUT_EXPIRY: ReadonlySet<string> = new Set([
  'at',
  'au',
  'be',
  'ch',
  'de',
  'eu',
  'gg',
  'hu',
  'je',
  'li',
  'lu',
  'nl',
  'no',
]);

/** The sentence shown in place of an expiry date. */
export function expiryNote(domain: string): string {
  const suffix = domain.slice(domain.lastIndexOf('.') + 1);
  return WITHOUT_EXPIRY.has(suffix)
    ? `The registry of .${suffix} publishes no expiry dates.`
    : 'The answers contain no expiry date that Sonde could read.';
}
