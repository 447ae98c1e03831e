import type { GeoSource } from './data.ts';

/** How the data on this machine is configured: parsed once from the environment. */
export interface DataSettings {
  readonly geoSources: readonly GeoSource[];
  readonly geoQueryUrl: string;
  /** MMDB files, or null for those that come with the product. */
  readonly geoCityFiles: readonly string[] | null;
  readonly geoAsnFiles: readonly string[] | null;
}

const QUERY_URL = 'http://ip-api.com/json/';

/**
 * Reads `SONDE_GEO_SOURCES` (default: `records`), `SONDE_GEO_QUERY_URL`, `SONDE_GEO_CITY_DB` and `SONDE_GEO_ASN_DB`
 * (default: the bundled databases). `problems` names every bad value in one sentence each; `settings` is null when there
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
  const settings = { geoSources, geoQueryUrl, geoCityFiles, geoAsnFiles };
  return { settings: problems.length > 0 ? null : settings, problems };
}

function isSource(text: string): text is GeoSource {
  return text === 'records' || text === 'query';
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
