import { toDnsName } from '@sonde/contract/targets/domain';
import type { Blocklist, CertificateSearch, GeoSource } from '../data/data.ts';
import { readPublicResolver } from '../data/public-resolvers/public-resolvers.ts';
import { readAnchors, readHints, readRootFile } from '../data/roots/roots.ts';
import { parseDeniedTarget } from '../net/guard/deny-list.ts';
import { parseCidr } from '../net/guard/ip-address.ts';
import { parseTranslationPrefix } from '../net/guard/nat64.ts';
import { parsePortRange } from '../net/guard/ports.ts';
import { parseResolver } from '../net/resolver-address.ts';
import { readCertificates } from '../net/sockets/certificate-file.ts';
import { format, list, matching, readUrl, url } from './format.ts';
import { limitVariables } from './limit-variables.ts';
import type { VariableTable } from './variables.ts';

export { limitVariables };

/*
 * Every environment variable that the engines read, in the server and on the command line. Variables that only one app
 * reads are in a table of that app.
 */

const HTTP = ['http', 'https'];
const HTTP_URL = 'an http or https address';
const WHOIS_PORT = 43;

const path = matching('the path of a file', /./);
const paths = list('paths of files', (text) => text || undefined);

/** Which hosts may be contacted, and how. */
export const netVariables = {
  SONDE_RESOLVERS: {
    format: list('addresses such as 192.0.2.53 or [2001:db8::53]:53', (text) => parseResolver(text) ?? undefined),
    whenUnset: 'the system’s',
    meaning: 'recursive resolvers, `ip[:port]`, comma separated',
    example: '192.0.2.53,[2001:db8::53]:5353',
    contacts: true,
  },
  SONDE_ALLOW_NETWORKS: {
    format: list('networks such as 10.0.0.0/8 or fd00::/8', (text) => (parseCidr(text) === null ? undefined : text)),
    whenUnset: 'none',
    meaning: 'special-use networks, such as your own, in which lookups are allowed, as CIDRs',
    example: '10.0.0.0/8,fd00::/8',
    contacts: false,
  },
  SONDE_NAT64_PREFIXES: {
    format: list(
      'prefixes of 32, 40, 48, 56, 64 or 96 bits, such as 2001:db8:64::/96',
      (text) => parseTranslationPrefix(text) ?? undefined,
    ),
    whenUnset: 'asked of the resolver (RFC 7050)',
    meaning:
      'prefixes under which your network reaches IPv4 by IPv6 (NAT64); addresses below them are judged by the IPv4 address in them',
    example: '2001:db8:64::/96',
    contacts: false,
  },
  SONDE_DENY_TARGETS: {
    format: list('names, addresses or CIDR networks', (text) => (parseDeniedTarget(text) === null ? undefined : text)),
    whenUnset: 'none',
    meaning: 'names, addresses and CIDRs that nobody may look up',
    example: 'intranet.example,198.51.100.0/24',
    contacts: false,
  },
  SONDE_ALLOW_PORTS: {
    format: list('ports or ranges such as 8443 or 9000-9010', (text) => parsePortRange(text) ?? undefined),
    whenUnset: 'none',
    meaning:
      'additional ports of web, TLS and DNS servers that visitors may look up (Web, SSL Info, DNS Lookup), and of webhooks',
    example: '8443,9000-9010',
    contacts: false,
  },
  SONDE_CA_FILE: {
    format: format('the path of a PEM file with certificates', (text) => readCertificates(text) ?? undefined),
    whenUnset: 'none',
    meaning: 'PEM file with additional trust anchors for judging certificates',
    example: '/etc/ssl/certs/ca-certificates.crt',
    contacts: false,
  },
  SONDE_TRACE_OWN_HOPS: {
    format: format('hide or show', (text) => (text === 'hide' || text === 'show' ? text : undefined)),
    default: 'hide',
    meaning:
      'whether traceroutes show (`show`) or hide the addresses of routers before the first public one, which belong to your own network',
    example: 'show',
    contacts: false,
  },
} satisfies VariableTable;

/** Where data comes from, and where copies of it are stored. */
export const dataVariables = {
  SONDE_WHOIS_SERVER: {
    format: format('host or host:port', readHostAndPort),
    default: 'whois.iana.org:43',
    meaning:
      'the WHOIS server that is asked first and refers to the registries; a name that it does not know is not reported as «not registered»',
    example: 'whois.example.net:4343',
    contacts: true,
  },
  SONDE_RDAP_BOOTSTRAP: {
    format: url(HTTP_URL, HTTP),
    default: 'https://data.iana.org/rdap/',
    meaning: 'base URL of the files that list the RDAP servers',
    example: 'https://mirror.example.net/rdap/',
    contacts: true,
  },
  SONDE_CT_LOG_LIST: {
    format: url(HTTP_URL, HTTP),
    default: 'https://www.gstatic.com/ct/log_list/v3/',
    meaning: 'base URL of Chrome’s list of certificate logs (`log_list.json` and `log_list.sig`), or of a mirror of it',
    example: 'https://mirror.example.net/ct/',
    contacts: true,
  },
  SONDE_MAC_REGISTRY: {
    format: url(HTTP_URL, HTTP),
    default: 'https://standards-oui.ieee.org/',
    meaning: 'base URL of the registries of MAC addresses (`oui/oui.csv` and four more), or of a mirror of them',
    example: 'https://mirror.example.net/ieee/',
    contacts: true,
  },
  SONDE_ROOT_HINTS_URL: {
    format: url(HTTP_URL, HTTP),
    default: 'https://www.internic.net/domain/',
    meaning: 'base URL of the addresses of the root servers (`named.root`), or of a mirror of it',
    example: 'https://mirror.example.net/internic/',
    contacts: true,
  },
  SONDE_ROOT_ANCHORS_URL: {
    format: url(HTTP_URL, HTTP),
    default: 'https://data.iana.org/root-anchors/',
    meaning: 'base URL of the keys of the DNS root (`root-anchors.xml` and `root-anchors.p7s`), or of a mirror of them',
    example: 'https://mirror.example.net/root-anchors/',
    contacts: true,
  },
  SONDE_SUFFIX_LIST_URL: {
    format: url(HTTP_URL, HTTP),
    default: 'https://publicsuffix.org/list/',
    meaning: 'base URL of the list of public suffixes (`public_suffix_list.dat`), or of a mirror of it',
    example: 'https://mirror.example.net/suffixes/',
    contacts: true,
  },
  SONDE_CT_URLS: {
    // URLs may contain keys.
    format: list('crtsh=URL or certspotter=URL', readCertificateSearch, { holdsSecrets: true }),
    default: 'crtsh=https://crt.sh,certspotter=https://api.certspotter.com',
    meaning: 'certificate-transparency searches, comma separated; empty for none',
    example: 'crtsh=https://crtsh.example.net',
    contacts: true,
    mayBeEmpty: true,
    isSecret: true,
  },
  SONDE_WORDLIST: {
    format: path,
    whenUnset: 'bundled',
    meaning: 'word list of the subdomain finder',
    example: '/etc/sonde/words.txt',
    contacts: false,
    isFile: true,
  },
  SONDE_HSTS_PRELOAD: {
    format: path,
    whenUnset: 'none: membership is then not determinable',
    meaning:
      'Chromium’s list of hosts for which browsers use only https (`transport_security_state_static.json`), for the web check',
    example: '/var/lib/sonde/transport_security_state_static.json',
    contacts: false,
    isFile: true,
  },
  SONDE_GEO_SOURCES: {
    format: format('records, query, or both, comma separated', readGeoSources),
    default: 'records',
    meaning:
      'geolocation from databases on this machine (`records`), from a service (`query`), or from both in this order',
    example: 'records,query',
    contacts: true,
  },
  SONDE_GEO_CITY_DB: {
    format: paths,
    whenUnset: 'bundled',
    meaning: 'MMDB files with locations, comma separated',
    example: '/var/lib/geo/city.mmdb',
    contacts: false,
    isFile: true,
  },
  SONDE_GEO_ASN_DB: {
    format: paths,
    whenUnset: 'bundled',
    meaning: 'MMDB files with networks, comma separated',
    example: '/var/lib/geo/asn4.mmdb,/var/lib/geo/asn6.mmdb',
    contacts: false,
    isFile: true,
  },
  SONDE_GEO_CITY_URL: {
    // It may contain a key.
    format: url(HTTP_URL, HTTP),
    default: 'https://download.db-ip.com/free/dbip-city-lite-{YYYY-MM}.mmdb.gz',
    meaning:
      'where the database of places is fetched from by `sonde update` and the server: an MMDB file, as it is, as .gz or as .tar.gz; `{YYYY-MM}` stands for the month',
    example: 'https://123456:KEY@download.maxmind.com/geoip/databases/GeoLite2-City/download?suffix=tar.gz',
    contacts: true,
    isSecret: true,
  },
  SONDE_GEO_ASN_URL: {
    // It may contain a key.
    format: url(HTTP_URL, HTTP),
    default: 'https://download.db-ip.com/free/dbip-asn-lite-{YYYY-MM}.mmdb.gz',
    meaning:
      'where the database of networks is fetched from by `sonde update` and the server: an MMDB file, as it is, as .gz or as .tar.gz; `{YYYY-MM}` stands for the month',
    example: 'https://123456:KEY@download.maxmind.com/geoip/databases/GeoLite2-ASN/download?suffix=tar.gz',
    contacts: true,
    isSecret: true,
  },
  SONDE_GEO_QUERY_URL: {
    format: url(HTTP_URL, HTTP),
    default: 'http://ip-api.com/json/',
    meaning: 'URL of the service for `query`: ip-api, or another one with the same interface',
    example: 'https://geo.example.net/json/',
    contacts: true,
  },
  SONDE_ROOT_HINTS: {
    format: format(
      'the path of a hints file, such as named.root of InterNIC',
      (text) => readRootFile(text, readHints) ?? undefined,
    ),
    whenUnset: 'bundled',
    meaning: 'root hints for the delegation check: a zone file with absolute names',
    example: '/usr/share/dns/root.hints',
    contacts: true,
  },
  SONDE_ROOT_ANCHORS: {
    format: format(
      'the path of a file with lines such as `. IN DS 20326 8 2 E06D…`',
      (text) => readRootFile(text, readAnchors) ?? undefined,
    ),
    whenUnset: 'bundled',
    meaning: 'trust anchors of the DNS root for the delegation check: DS or DNSKEY lines of a zone file',
    example: '/usr/share/dns/root.key',
    contacts: false,
  },
  SONDE_PUBLIC_RESOLVERS: {
    format: list('name=server such as Quad9=9.9.9.9 or Ours=tls://dns.example', readPublicResolver),
    whenUnset: 'ten well-known ones',
    meaning:
      'public resolvers that DNS Lookup compares: `name=server`, comma separated, each with an address, `tls://…` or `https://…`; empty for none',
    example: 'Quad9=9.9.9.9,Ours=https://dns.example/dns-query',
    contacts: true,
    mayBeEmpty: true,
  },
  SONDE_BLOCKLISTS: {
    format: list('zones such as list.example.net=ip or names.example.net=domain', readBlocklist),
    whenUnset: 'none',
    meaning:
      'DNS blocklists that the mail check queries, each with what it lists (`ip` or `domain`), comma separated; answers name them',
    example: 'list.example.net=ip,names.example.net=domain',
    contacts: true,
  },
  SONDE_DATA_DIR: {
    format: matching('the path of a folder', /./),
    default: './data',
    meaning: 'folder of the embedded database and of copies of public registries',
    example: '/var/lib/sonde',
    contacts: false,
  },
} satisfies VariableTable;

export const engineVariables = { ...netVariables, ...dataVariables, ...limitVariables };

function readHostAndPort(text: string): { readonly host: string; readonly port: number } | undefined {
  const [, ipv6, name, portText] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = ipv6 ?? name;
  const port = portText === undefined ? WHOIS_PORT : Number(portText);
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
}

function readCertificateSearch(text: string): CertificateSearch | undefined {
  const [, kind, address = ''] = /^(crtsh|certspotter)=(\S+)$/.exec(text) ?? [];
  const base = readUrl(address, HTTP)?.replace(/\/+$/, '');
  return (kind === 'crtsh' || kind === 'certspotter') && base !== undefined ? { kind, url: base } : undefined;
}

function readBlocklist(text: string): Blocklist | undefined {
  const [, zoneText = '', kind] = /^(\S+)=(ip|domain)$/.exec(text) ?? [];
  const zone = toDnsName(zoneText);
  return zone !== null && (kind === 'ip' || kind === 'domain') ? { zone, kind } : undefined;
}

function readGeoSources(text: string): readonly GeoSource[] | undefined {
  const sources = text.split(',').map((item) => item.trim());
  const known = sources.filter((source) => source === 'records' || source === 'query');
  return known.length === sources.length ? [...new Set(known)] : undefined;
}
