import type { Bootstrap } from '../../protocols/rdap/bootstrap.ts';

/** IANA's four files (RFC 9224), by subject. */
export type BootstrapFile = 'dns' | 'ipv4' | 'ipv6' | 'asn';

const table = (rows: readonly (readonly [keys: string, url: string])[]): Bootstrap => ({
  publication: null,
  services: rows.map(([keys, url]) => ({ keys: keys.split(' '), urls: [url] })),
});

/** This server redirects to the registry of the region. */
const ANY_REGION = 'https://rdap.arin.net/registry/';

/** The largest registries, for the time before IANA's files have been fetched. */
export const largestRegistries: Readonly<Record<BootstrapFile, Bootstrap>> = {
  dns: table([
    ['com', 'https://rdap.verisign.com/com/v1/'],
    ['net', 'https://rdap.verisign.com/net/v1/'],
    ['org', 'https://rdap.publicinterestregistry.org/rdap/'],
    ['info mobi pro', 'https://rdap.identitydigital.services/rdap/'],
    ['app dev page', 'https://pubapi.registry.google/rdap/'],
    ['xyz', 'https://rdap.centralnic.com/xyz/'],
    ['br', 'https://rdap.registro.br/'],
    ['cz', 'https://rdap.nic.cz/'],
    ['fr', 'https://rdap.nic.fr/'],
    ['nl', 'https://rdap.sidn.nl/'],
    ['no', 'https://rdap.norid.no/'],
    ['pl', 'https://rdap.dns.pl/'],
    ['uk', 'https://rdap.nominet.uk/uk/'],
  ]),
  ipv4: table([['0.0.0.0/0', ANY_REGION]]),
  ipv6: table([['2000::/3', ANY_REGION]]),
  asn: table([['1-4294967294', ANY_REGION]]),
};

/** Working servers that IANA does not list: they have data on domains, but their "not found" proves nothing. */
export const unlistedRegistries: Bootstrap = table([
  ['de', 'https://rdap.denic.de/'],
  ['ch', 'https://rdap.nic.ch/'],
  ['li', 'https://rdap.nic.li/'],
]);
