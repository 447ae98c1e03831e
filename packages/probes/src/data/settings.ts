import { dataVariables } from '../settings/engine-variables.ts';
import { type Environment, readVariables, type SettingsResult } from '../settings/variables.ts';
import type { Blocklist, CertificateSearch, GeoSource, PublicResolver } from './data.ts';
import type { RootAnchors, RootHints } from './roots/roots.ts';

/** How the data on this machine is configured. */
export interface DataSettings {
  readonly geoSources: readonly GeoSource[];
  readonly geoQueryUrl: string;
  /** MMDB files; several are parts of one database, such as one per address family. Null for the bundled ones. */
  readonly geoCityFiles: readonly string[] | null;
  readonly geoAsnFiles: readonly string[] | null;
  /** The root WHOIS server. */
  readonly whoisServer: { readonly host: string; readonly port: number };
  /** Base address of the files that name the RDAP servers, with a final slash. */
  readonly rdapBootstrapUrl: string;
  /** The folder of the embedded database and of copies of public registries. */
  readonly dataFolder: string;
  /** The operator's own word list; null for the bundled one. */
  readonly wordFile: string | null;
  /** The operator's copy of Chromium's list of preloaded hosts; null without one. */
  readonly preloadFile: string | null;
  readonly certificateSearches: readonly CertificateSearch[];
  /** As `Machine.sourceUrls`. */
  readonly sourceUrls: Readonly<Record<string, string>>;
  /** The operator's own; null for the bundled ones. */
  readonly rootHints: RootHints | null;
  readonly rootAnchors: RootAnchors | null;
  /** Resolvers to compare; null for the bundled list. */
  readonly publicResolvers: readonly PublicResolver[] | null;
  readonly blocklists: readonly Blocklist[];
}

export function readDataSettings(env: Environment): SettingsResult<DataSettings> {
  const { settings: values, problems } = readVariables(dataVariables, env);
  if (values === null) return { settings: null, problems };
  const settings = {
    geoSources: values.SONDE_GEO_SOURCES,
    geoQueryUrl: values.SONDE_GEO_QUERY_URL,
    geoCityFiles: values.SONDE_GEO_CITY_DB,
    geoAsnFiles: values.SONDE_GEO_ASN_DB,
    whoisServer: values.SONDE_WHOIS_SERVER,
    rdapBootstrapUrl: withSlash(values.SONDE_RDAP_BOOTSTRAP),
    dataFolder: values.SONDE_DATA_DIR,
    wordFile: values.SONDE_WORDLIST,
    preloadFile: values.SONDE_HSTS_PRELOAD,
    certificateSearches: values.SONDE_CT_URLS,
    sourceUrls: {
      'ct-logs': withSlash(values.SONDE_CT_LOG_LIST),
      mac: withSlash(values.SONDE_MAC_REGISTRY),
      'public-suffix': withSlash(values.SONDE_SUFFIX_LIST_URL),
      'root-hints': withSlash(values.SONDE_ROOT_HINTS_URL),
      'root-anchors': withSlash(values.SONDE_ROOT_ANCHORS_URL),
      // Files of the operator are the operator's to renew.
      ...(values.SONDE_GEO_CITY_DB === null ? { 'geo-city': values.SONDE_GEO_CITY_URL } : {}),
      ...(values.SONDE_GEO_ASN_DB === null ? { 'geo-asn': values.SONDE_GEO_ASN_URL } : {}),
    },
    rootHints: values.SONDE_ROOT_HINTS,
    rootAnchors: values.SONDE_ROOT_ANCHORS,
    publicResolvers: values.SONDE_PUBLIC_RESOLVERS,
    blocklists: values.SONDE_BLOCKLISTS ?? [],
  };
  return { settings, problems };
}

const withSlash = (url: string) => url.replace(/\/*$/, '/');
