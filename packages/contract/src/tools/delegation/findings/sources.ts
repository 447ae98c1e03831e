const rfc = (number: number, section: string) => ({
  name: `RFC ${number}, section ${section}`,
  url: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
});

/** The documents on which findings on delegations are based. */
export const sources = {
  validation: rfc(4035, '5'),
  states: rfc(4033, '5'),
  ds: rfc(4035, '5.2'),
  dates: rfc(4034, '3.1.5'),
  everyAlgorithm: rfc(6840, '5.11'),
  // RFC 9904 moved the recommendations of RFC 8624 into these registries.
  algorithms: {
    name: 'IANA, DNSSEC algorithm numbers (RFC 9904)',
    url: 'https://www.iana.org/assignments/dns-sec-alg-numbers/',
  },
  digests: { name: 'IANA, DS digest algorithms (RFC 9904)', url: 'https://www.iana.org/assignments/ds-rr-types/' },
  undelegated: rfc(4035, '3.1.4.1'),
  island: rfc(4035, '4.3'),
  keyFlags: rfc(5011, '2.1'),
  keySize: {
    name: 'NIST SP 800-57 part 1, section 5.6',
    url: 'https://csrc.nist.gov/pubs/sp/800/57/pt1/r5/final',
  },
  missing: rfc(2308, '2.1'),
  negative: rfc(2308, '5'),
  hostName: rfc(1123, '2.1'),
  ednsOptions: rfc(6891, '6.1.2'),
  udpSize: rfc(6891, '6.2.3'),
  sep: rfc(4034, '2.1.1'),
  nsec3: rfc(9276, '3.1'),
  denial: rfc(4035, '5.4'),
  cds: rfc(7344, '4'),
  serving: rfc(4035, '3.1'),
  lame: rfc(1912, '2.8'),
  edns: rfc(6891, '7'),
  tcp: rfc(7766, '5'),
  recursion: rfc(5358, '4'),
  transfer: rfc(5936, '5'),
  serial: rfc(1982, '3.2'),
  cut: rfc(1034, '4.2.2'),
  glue: rfc(1912, '2.3'),
  alias: rfc(2181, '10.3'),
  apex: rfc(1912, '2.4'),
  special: rfc(6890, '2.2.2'),
  diversity: rfc(2182, '3.1'),
  families: rfc(3901, '4'),
  number: rfc(1034, '4.1'),
  soa: rfc(1912, '2.2'),
  primary: rfc(1035, '3.3.13'),
  ttl: rfc(1912, '2.2'),
} as const;

/** What a broken chain of trust leads to. */
export const BOGUS =
  'Validating resolvers answer SERVFAIL for every name in the zone: for their users, the domain does not work.';
