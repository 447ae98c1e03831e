import type { Facts, FactValue } from '../../fact/fact.ts';
import type { WatchRules } from '../../watch/watch-rules.ts';

/** Certificates are renewed without a change of anything else; issuers are compared by their organisation. */
export const sslWatch: WatchRules = {
  everySeconds: 21_600,
  facts: withoutFollowers,
  weights: [
    [/^(certificate\/(issuer|names|key|missingIssuer|revocation)|vulnerabilities\/.+)$/, 'high'],
    [/^(addresses|certificates|chain\/.*|groups|cipherSuite|alpn)$/, 'low'],
  ],
  renewals: { certificate: 'certificate' },
};

/** What the fingerprint of the certificate says already. */
const FOLLOWERS = new Set(['certificate/validFrom', 'certificate/validUntil', 'certificate/signatureAlgorithm']);
const SAME = 'the certificate';

function withoutFollowers(facts: Facts): Facts {
  const fingerprint = facts.get('certificate');
  const renamed = (value: FactValue) => (value === fingerprint && value !== null ? SAME : value);
  const watched = new Map<string, FactValue>();
  for (const [path, value] of facts) {
    if (FOLLOWERS.has(path)) continue;
    if (path === 'certificate/issuer') watched.set(path, organisationOf(value));
    // With another certificate it is another chain; with the same one, a change of the server.
    else if (path === 'chain') watched.set(`chain/${String(fingerprint).slice(0, CHARACTERS)}`, value);
    else if (path === 'certificates' && Array.isArray(value))
      watched.set(path, value.map((one: string) => (one === fingerprint ? SAME : one)).toSorted());
    else watched.set(path, path === 'certificate' ? value : renamed(value));
  }
  return watched;
}

const CHARACTERS = 23;

/** Authorities take turns with their issuing certificates; the whole name if it has no organisation. */
function organisationOf(name: FactValue): FactValue {
  if (typeof name !== 'string') return name;
  return /(?:^|,)O=((?:\\.|[^,\\])+)/.exec(name)?.[1] ?? name;
}
