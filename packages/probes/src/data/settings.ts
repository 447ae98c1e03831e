import type { CertificateSearch, GeoSource } from './data.ts';

/** How the data on this machine is configured: parsed once from the environment. */
export interface DataSettings {
  readonly geoSources: readonly GeoSource[];
  readonly geoQueryUrl: string;
  /** MMDB files, or null for those that come with the product. */
  readonly geoCityFiles: readonly string[] | null;
  readonly geoAsnFiles: readonly string[] | null;
  /** Where WHOIS starts. */
  readonly whoisServer: { readonly host: string; readonly port: number };
  /** Base address of the files that name the RDAP servers, with a final slash. */
  readonly rdapBootstrapUrl: string;
  /** The folder for what is kept. */
  readonly dataFolder: string;
  /** The operator's own list of words for names; null: the one that comes with the product. */
  readonly wordFile: string | null;
  readonly certificateSearches: readonly CertificateSearch[];
}

const CERTIFICATE_SEARCHES: readonly CertificateSearch[] = [
  { kind: 'crtsh', url: 'https://crt.sh' },
  { kind: 'certspotter', url: 'https://api.certspotter.com' },
];
const WHOIS_SERVER = 'whois.iana.org';
const WHOIS_PORT = 43;
const HOST_AND_PORT = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i;
const RDAP_BOOTSTRAP_URL = 'https://data.iana.org/rdap/';
const DATA_FOLDER = './data';
const QUERY_URL = 'http://ip-api.com/json/';

/**
 * Reads `SONDE_GEO_SOURCES` (default: `records`), `SONDE_GEO_QUERY_URL`, `SONDE_GEO_CITY_DB` and `SONDE_GEO_ASN_DB`
 * (default: the bundled databases), `SONDE_WHOIS_SERVER` and `SONDE_RDAP_BOOTSTRAP` (default: IANA's), `SONDE_DATA_DIR`,
 * `SONDE_WORDLIST` (default: the bundled list) and `SONDE_CT_URLS` (default: crt.sh and Cert Spotter; empty: none).
 * `problems` names every bad value in one sentence each; `settings` is null when there
 * are any.
 */
export function readDataSettings(env: Readonly<Record<string, string | undefined>>): {
  settings: DataSettings | null;
  problems: string[];
} {
  const problems: string[] = [];
  const sources = list(env['SONDE_GEO_SOURCES'] || 'records');
  const geoSources = [...new Set(sources.filter(isSource))];
  if (geoSources.length === 0 || !sources.every(isSource)) {
    problems.push('SONDE_GEO_SOURCES must be records, query, or both, comma separated.');
  }
  const geoQueryUrl = env['SONDE_GEO_QUERY_URL']?.trim() || QUERY_URL;
  if (!isHttpUrl(geoQueryUrl)) problems.push('SONDE_GEO_QUERY_URL must be an http or https address.');
  const geoCityFiles = files(env['SONDE_GEO_CITY_DB']);
  const geoAsnFiles = files(env['SONDE_GEO_ASN_DB']);
  const whoisServer = readHostAndPort(env['SONDE_WHOIS_SERVER']?.trim() || WHOIS_SERVER);
  if (whoisServer === null) problems.push('SONDE_WHOIS_SERVER must be host or host:port.');
  const bootstrap = env['SONDE_RDAP_BOOTSTRAP']?.trim() || RDAP_BOOTSTRAP_URL;
  if (!isHttpUrl(bootstrap)) problems.push('SONDE_RDAP_BOOTSTRAP must be an http or https address.');
  const wordFile = env['SONDE_WORDLIST']?.trim() || null;
  const certificateSearches = readCertificateSearches(env['SONDE_CT_URLS']);
  if (certificateSearches === null) {
    problems.push('SONDE_CT_URLS must be crtsh=URL or certspotter=URL, comma separated.');
  }
  const settings = {
    geoSources,
    geoQueryUrl,
    geoCityFiles,
    geoAsnFiles,
    whoisServer: whoisServer ?? { host: WHOIS_SERVER, port: WHOIS_PORT },
    rdapBootstrapUrl: bootstrap.replace(/\/*$/, '/'),
    dataFolder: env['SONDE_DATA_DIR']?.trim() || DATA_FOLDER,
    wordFile,
    certificateSearches: certificateSearches ?? [],
  };
  return { settings: problems.length > 0 ? null : settings, problems };
}

function isSource(text: string): text is GeoSource {
  return text === 'records' || text === 'query';
}

function readHostAndPort(text: string): DataSettings['whoisServer'] | null {
  const [, ipv6, name, portText] = HOST_AND_PORT.exec(text) ?? [];
  const host = ipv6 ?? name;
  const port = portText === undefined ? WHOIS_PORT : Number(portText);
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port };
}

/** Null when one of them is none. */
function readCertificateSearches(value: string | undefined): readonly CertificateSearch[] | null {
  if (value === undefined) return CERTIFICATE_SEARCHES;
  const texts = list(value);
  const searches = texts.flatMap((text): CertificateSearch[] => {
    const [, kind, url = ''] = /^(crtsh|certspotter)=(\S+)$/.exec(text) ?? [];
    const isKnown = kind === 'crtsh' || kind === 'certspotter';
    return isKnown && isHttpUrl(url) ? [{ kind, url: url.replace(/\/+$/, '') }] : [];
  });
  return searches.length === texts.length ? searches : null;
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Several files are parts of one database, such as one per family of addresses. */
function files(value: string | undefined): string[] | null {
  const paths = list(value ?? '');
  return paths.length > 0 ? paths : null;
}

function list(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
