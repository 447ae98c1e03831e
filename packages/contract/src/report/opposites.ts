import type { ReportFinding } from './report.ts';

const signed = ['chain-valid', 'dnssec-validated', 'delegation-signed'];
const unsigned = ['zone-unsigned', 'dnssec-unsigned', 'ds-missing'];
const broken = ['chain-broken', 'delegation-missing', 'dnssec-failed', 'dnssec-without-keys'];

const each = (some: readonly string[], others: readonly string[]) =>
  some.flatMap((one) => others.map((other): readonly [string, string] => [one, other]));

/** Findings of which only one can be true of a domain at a time. */
export const opposites: readonly (readonly [string, string])[] = [
  ...each(signed, unsigned),
  ...each(['chain-valid', 'dnssec-validated'], ['delegation-unsigned']),
  ...each(['chain-valid', 'dnssec-validated'], broken),
  ...each(broken, ['zone-unsigned', 'dnssec-unsigned', 'delegation-unsigned', 'ds-missing']),
  ['name-server-single', 'name-servers-several'],
  ['one-name-server', 'name-servers-several'],
  ['registration-current', 'registration-expired'],
  ['certificate-trusted', 'untrusted-authority'],
  ['certificate-trusted', 'certificate-expired'],
  ['certificate-trusted', 'self-signed-certificate'],
  ['spf-sound', 'spf-passes-all'],
  ['spf-sound', 'spf-missing'],
  ['dmarc-enforced', 'dmarc-missing'],
  ['dmarc-enforced', 'dmarc-none'],
  ['mail-servers-found', 'no-mail-servers'],
  ['mx-published', 'no-mail-servers'],
  ...each(['caa-published'], ['caa-missing', 'caa-wildcards-only', 'caa-not-understood']),
  ...each(['ttl-usual'], ['ttl-zero', 'ttl-long']),
  ...each(['resolvers-agree'], ['resolvers-differ']),
  ...each(['location-known'], ['location-unknown']),
  ...each(['no-packet-lost'], ['packets-lost', 'no-reply']),
  ...each(['round-trip-steady'], ['round-trip-varies']),
  ...each(['path-complete'], ['path-stopped', 'path-silent', 'path-too-long', 'routing-loop']),
  ...each(['loss-on-path'], ['loss-at-target']),
];

/** The pairs among the findings that say opposite things about the same subject. */
export function oppositesIn(
  findings: readonly Pick<ReportFinding, 'code' | 'about'>[],
): (readonly [string, string, string])[] {
  const subjects = new Map<string, Set<string>>();
  for (const { code, about } of findings) subjects.set(about, (subjects.get(about) ?? new Set()).add(code));
  return [...subjects].flatMap(([about, codes]) =>
    opposites
      .filter(([one, other]) => codes.has(one) && codes.has(other))
      .map(([one, other]) => [about, one, other] as const),
  );
}
