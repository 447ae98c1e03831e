/** 6,000 domains below one top-level domain, each with the records of a small company. */
export interface ManyDomains {
  readonly zone: string;
  readonly domains: readonly string[];
  /** In zone file format. */
  readonly records: string;
  /** Number of records per domain. */
  readonly recordCount: number;
}

const DOMAINS = 6_000;

/** The same in every run. The names are in one zone, so that a single server has them all; clients cannot tell. */
export function manyDomains(zone = 'firms'): ManyDomains {
  const labels = Array.from({ length: DOMAINS }, (_, index) => `firm-${String(index).padStart(4, '0')}`);
  const records = labels.map(recordsOf);
  return {
    zone,
    domains: labels.map((label) => `${label}.${zone}`),
    records: records.flat().join('\n').concat('\n'),
    recordCount: records[0]?.length ?? 0,
  };
}

function recordsOf(label: string, index: number): string[] {
  return [
    `${label} IN A 192.0.2.${(index % 250) + 1}`,
    `${label} IN AAAA 2001:db8::${(index + 1).toString(16)}`,
    `${label} IN MX 10 mx1.${label}`,
    `${label} IN MX 20 mx2.${label}`,
    `${label} IN TXT "v=spf1 mx -all"`,
    `${label} IN CAA 0 issue "ca.example"`,
    `${label} IN HTTPS 1 . alpn=h2`,
  ];
}
