/** A zone of 5,000 names, and the 100,000 candidates that contain them. */
export interface ManyNames {
  readonly zone: string;
  readonly candidates: readonly string[];
  /** The candidates that exist. */
  readonly existing: readonly string[];
  /** In zone file format. */
  readonly records: string;
}

const CANDIDATES = 100_000;
const services = ['www', 'mail', 'api', 'db', 'cache', 'shop', 'auth', 'files', 'build', 'video'];
const places = ['ams', 'fra', 'lon', 'nyc', 'sin'];

/** The same in every run: one candidate in twenty exists; the kinds of records alternate. */
export function manyNames(zone = 'many.test'): ManyNames {
  const candidates = Array.from({ length: CANDIDATES }, (_, index) => {
    const service = services[index % services.length];
    const place = places[Math.floor(index / services.length) % places.length];
    return `${service}-${place}-${String(Math.floor(index / 50)).padStart(4, '0')}`;
  });
  const existing = candidates.filter((_, index) => index % 20 === 7);
  const records = existing.map((name, index) => recordsOf(name, index)).join('');
  return { zone, candidates, existing, records };
}

/**
 * Of twenty names, one has IPv6 only, one is an alias, one is a dangling alias, one has no address, and four have both
 * families.
 */
function recordsOf(name: string, index: number): string {
  const ipv4 = `${name} IN A 192.0.2.${(index % 250) + 1}\n`;
  const ipv6 = `${name} IN AAAA 2001:db8::${((index % 65_000) + 1).toString(16)}\n`;
  const kind = index % 20;
  if (kind === 0) return ipv6;
  if (kind === 1) return `${name} IN CNAME ns1\n`;
  if (kind === 2) return `${name} IN CNAME nowhere\n`;
  if (kind === 3) return `${name} IN TXT "no address"\n`;
  return kind < 8 ? ipv4 + ipv6 : ipv4;
}
