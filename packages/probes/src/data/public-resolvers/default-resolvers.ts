/** A public resolver as its operator documents it. */
export interface DocumentedResolver {
  readonly name: string;
  readonly operator: string;
  /** The first IPv4 address of the service. */
  readonly address: string;
  /** The operator's page with the addresses. */
  readonly source: string;
  /** The operator's terms of use or privacy statement; null if it has no page for them. */
  readonly terms: string | null;
  /** What it leaves out or changes, according to the operator; null for a service that promises not to filter. */
  readonly filters: string | null;
}

/**
 * Ten well-known public resolvers of different operators, as of November 2026. If an operator has several services, the one
 * that does not filter, if it has the usual name. The operator of a Sonde server decides whether these services' terms allow
 * their use, and can replace the list (`SONDE_PUBLIC_RESOLVERS`).
 */
export const defaultResolvers: readonly DocumentedResolver[] = [
  {
    name: 'Google',
    operator: 'Google',
    address: '8.8.8.8',
    source: 'https://developers.google.com/speed/public-dns/docs/using',
    terms: 'https://developers.google.com/speed/public-dns/terms',
    filters: null,
  },
  {
    name: 'Cloudflare',
    operator: 'Cloudflare',
    address: '1.1.1.1',
    source: 'https://developers.cloudflare.com/1.1.1.1/ip-addresses/',
    terms: 'https://developers.cloudflare.com/1.1.1.1/terms-of-use/',
    filters: null,
  },
  {
    name: 'Quad9',
    operator: 'Quad9 Foundation',
    address: '9.9.9.9',
    source: 'https://quad9.net/service/service-addresses-and-features/',
    terms: 'https://quad9.net/privacy/policy/',
    filters: 'malicious domains',
  },
  {
    name: 'OpenDNS',
    operator: 'Cisco',
    address: '208.67.222.222',
    source: 'https://www.opendns.com/setupguide/',
    terms: 'https://www.opendns.com/terms/',
    filters: 'phishing',
  },
  {
    name: 'AdGuard (unfiltered)',
    operator: 'AdGuard',
    address: '94.140.14.140',
    source: 'https://adguard-dns.io/en/public-dns.html',
    terms: null,
    filters: null,
  },
  {
    name: 'Control D (unfiltered)',
    operator: 'Windscribe',
    address: '76.76.2.0',
    source: 'https://controld.com/free-dns',
    terms: 'https://controld.com/terms',
    filters: null,
  },
  {
    name: 'DNS.SB',
    operator: 'xTom',
    address: '185.222.222.222',
    source: 'https://dns.sb/guide/',
    terms: 'https://dns.sb/privacy/',
    filters: null,
  },
  {
    name: 'ODVR',
    operator: 'CZ.NIC',
    address: '193.17.47.1',
    source: 'https://www.nic.cz/odvr/',
    terms: 'https://www.nic.cz/odvr/',
    filters: null,
  },
  {
    name: 'DNS4EU (unfiltered)',
    operator: 'DNS4EU consortium',
    address: '86.54.11.100',
    source: 'https://www.joindns4.eu/for-public',
    terms: null,
    filters: null,
  },
  {
    name: 'Yandex (basic)',
    operator: 'Yandex',
    address: '77.88.8.8',
    source: 'https://dns.yandex.com/',
    terms: null,
    filters: null,
  },
];
