/**
 * What a fault breaks for the visitors of a domain, the worst first. Of equally severe findings, a report lists those first
 * that more people notice; whatever is not listed comes last.
 */
const harms: readonly (readonly string[])[] = [
  // Nothing in the domain can be found.
  [
    ...['zone-unserved', 'domain-on-hold', 'domain-in-redemption', 'domain-pending-delete', 'registration-expired'],
    ...['name-missing', 'apex-alias', 'chain-unknown'],
  ],
  // Nothing in the domain can be found by those whose resolver validates.
  ['delegation-missing', 'keys-unreadable', 'chain-broken', 'dnssec-without-keys', 'dnssec-failed', 'dnssec-reason'],
  // The website does not open, or only after a warning.
  [
    ...[
      'no-certificate',
      'certificate-expired',
      'certificate-not-yet-valid',
      'name-mismatch',
      'self-signed-certificate',
    ],
    ...['untrusted-authority', 'certificate-revoked', 'wrong-usage', 'browsers-cannot-connect', 'no-current-version'],
    ...['incomplete-chain', 'must-staple-unmet', 'alias-dangling', 'private-address', 'address-without-tls'],
  ],
  // Mail does not arrive, or is refused.
  [
    ...['mx-without-address', 'mx-address', 'mx-alias', 'mx-special-use', 'mx-null-and-others', 'no-mail-servers'],
    ...['dane-differs', 'dane-bogus', 'mta-sts-mx-not-allowed', 'spf-several', 'spf-over-ten-lookups', 'spf-syntax'],
    ...['dmarc-nothing-passes', 'blocklist-listed', 'smtp-server-problem'],
  ],
  // Some visitors wait, or fail.
  [
    ...['server-silent', 'server-refuses', 'server-not-authoritative', 'server-special-use', 'server-without-udp'],
    ...['signature-expired', 'signature-not-yet-valid', 'signature-wrong', 'signatures-missing', 'denial-unproven'],
    ...['glue-missing', 'glue-differs', 'ns-alias', 'ns-without-address', 'ns-name-invalid', 'keys-differ'],
    ...[
      'server-without-tcp',
      'server-loses-large-answers',
      'registration-ends-soon',
      'renewal-due',
      'signature-ends-soon',
    ],
  ],
  // Others can take over, read or forge.
  [
    ...['alias-open-to-takeover', 'heartbleed', 'robot', 'drown', 'ccs-injection', 'weak-key', 'key-short'],
    ...['spf-passes-all', 'spf-missing', 'dmarc-missing', 'dmarc-invalid', 'dmarc-several'],
  ],
];

const ranks: ReadonlyMap<string, number> = new Map(
  harms.flatMap((codes, rank) => codes.map((code): [string, number] => [code, rank])),
);

/** The codes that are listed, each once. */
export const harmfulCodes: readonly string[] = harms.flat();

/** The lower, the more visitors notice it. */
export function harmOf(code: string): number {
  return ranks.get(code) ?? harms.length;
}
