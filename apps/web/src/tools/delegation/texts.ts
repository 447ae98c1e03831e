/** Texts shown before there is an answer. */
export const texts = {
  invalid: 'Please enter a domain name',
  loading: 'Querying every name server from the root down...',
  failed: 'The delegation could not be checked.',
  about:
    'Queries the name servers of every zone from the DNS root to the domain, over IPv4 and IPv6, and validates DNSSEC itself. Anycast servers may differ elsewhere.',
} as const;
