/** Further words by which people look for the tool in the palette. */
export const searchWords =
  'nameserver name server servers ns glue dnssec ds dnskey parent registry chain serial soa propagation changed';
