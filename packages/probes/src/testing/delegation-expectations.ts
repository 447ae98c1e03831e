import { expect } from 'vitest';

export type Verdict = 'secure' | 'insecure' | 'bogus' | 'not-determinable';
type Expected = Readonly<Record<string, readonly [verdict: Verdict, ...codes: string[]]>>;

/** Correct zones, whose findings besides the verdict are notes at most. */
export const healthy: Expected = {
  'ecdsa.test': ['secure'],
  'rsa.test': ['secure'],
  'ed25519.test': ['secure'],
  'nsec3.test': ['secure'],
  'optout.test': ['secure'],
  'csk.test': ['secure'],
  'multi-signer.test': ['secure'],
  'unsigned.test': ['insecure'],
  'anycast.test': ['secure', 'one-name-server'],
  'six.test': ['secure', 'servers-without-ipv4'],
  'hosting.optout': ['secure'],
  'elsewhere.test': ['secure'],
  'three.test': ['secure'],
  'plain.optout': ['insecure'],
  'child.ecdsa.test': ['secure'],
  'far.below.nsec3.test': ['secure'],
  'wildcard.test': ['secure'],
  'wildcard.optout': ['secure', 'nsec3-salt'],
  'sha384.test': ['secure'],
  'two-algorithms.test': ['secure'],
  'enrolling.test': ['insecure', 'ds-missing'],
};

const chains: Expected = {
  'wrong-digest.test': ['bogus', 'ds-digest-differs'],
  'no-such-key.optout': ['bogus', 'ds-without-key'],
  'no-keys.test': ['bogus', 'ds-without-key'],
  'other-algorithm.test': ['bogus', 'ds-without-key'],
  'gost.test': ['insecure', 'ds-unsupported'],
  'future-digest.test': ['insecure', 'ds-unsupported'],
  'weak-digest.test': ['secure', 'ds-digest-weak'],
  'standby.test': ['secure', 'ds-without-key'],
  'expired.test': ['bogus', 'signature-expired'],
  'expired-here.test': ['secure', 'signature-expired'],
  'early.optout': ['bogus', 'signature-not-yet-valid'],
  'early-here.test': ['secure', 'signature-not-yet-valid'],
  'ending.test': ['secure', 'signature-ends-soon'],
  'soa-spoiled.test': ['bogus', 'signature-wrong'],
  'keys-spoiled.test': ['bogus', 'signature-wrong'],
  'ns-spoiled.test': ['secure', 'signature-wrong'],
  'spoiled-here.test': ['secure', 'signature-wrong'],
  'soa-unsigned.test': ['bogus'],
  'keys-unsigned.test': ['bogus'],
  'no-entry-point.test': ['bogus'],
  'island.test': ['insecure', 'ds-missing'],
  'island.unsigned': ['insecure'],
  'child.wrong-digest.test': ['bogus', 'ds-digest-differs'],
  'child.island.test': ['insecure'],
  'plain.no-proof.test': ['bogus'],
  'no-proof.test': ['secure', 'denial-unproven'],
  'no-wildcard-proof.test': ['secure', 'denial-unproven'],
  'iterations.test': ['secure', 'nsec3-iterations', 'nsec3-salt'],
  'one-iteration.test': ['secure', 'nsec3-iterations'],
  'plain.iterations.test': ['insecure', 'nsec3-iterations'],
  'sha1.test': ['secure', 'algorithm-weak'],
  'rsa512.test': ['secure', 'algorithm-weak'],
  'old-key.test': ['secure', 'algorithm-weak', 'algorithm-incomplete'],
  'no-flag.test': ['secure', 'ds-key-without-sep'],
  'key-missing.test': ['secure', 'keys-differ'],
  'unsigned-here.test': ['secure', 'signatures-missing', 'denial-unproven', 'keys-differ'],
  'half-algorithm.test': ['secure', 'algorithm-incomplete'],
  'other-wish.test': ['secure', 'cds-differs'],
  'leaving.test': ['secure', 'cds-differs'],
};

const servers: Expected = {
  'no-tcp.test': ['insecure', 'server-without-tcp'],
  'no-udp.test': ['insecure', 'server-without-udp'],
  'no-edns.test': ['insecure', 'server-without-edns'],
  'formerr.test': ['insecure', 'server-without-edns'],
  'silent-on-edns.test': ['insecure', 'server-without-edns', 'server-without-tcp'],
  'no-dnssec.test': ['secure', 'signatures-missing', 'denial-unproven'],
  'no-authority.test': ['insecure', 'server-not-authoritative'],
  'open-recursion.test': ['insecure', 'server-open-recursion'],
  'lame-recursor.test': ['insecure', 'server-not-authoritative', 'server-open-recursion'],
  'open-transfer.test': ['insecure', 'server-open-transfer'],
  'refused.test': ['insecure', 'server-refuses'],
  'servfail.test': ['insecure', 'server-refuses'],
  'name-error.test': ['insecure', 'server-refuses'],
  'silent.test': ['insecure', 'server-silent'],
  'all-silent.test': ['not-determinable', 'server-silent', 'one-name-server'],
  'all-refuse.test': ['not-determinable', 'server-refuses'],
  'behind.test': ['insecure', 'serials-differ'],
  'wrapped.test': ['insecure', 'serials-differ'],
  'one-apart.test': ['insecure', 'serials-differ'],
  'torn.test': ['insecure', 'ns-differ-among-servers'],
  'ns-more.test': ['insecure', 'ns-differ-from-parent', 'server-refuses'],
  'ns-fewer.test': ['insecure', 'ns-differ-from-parent'],
  'glue-wrong.test': ['insecure', 'glue-differs', 'server-refuses'],
  'glue-six-wrong.test': ['insecure', 'glue-differs', 'server-silent'],
  'glue-missing.test': ['insecure', 'glue-missing'],
  'glue-six-missing.test': ['insecure', 'glue-incomplete'],
  'glue-inside.test': ['insecure', 'glue-differs', 'server-special-use'],
  'ns-alias.test': ['insecure', 'ns-alias'],
  'ns-nowhere.test': ['insecure', 'ns-without-address'],
  'one-server.test': ['insecure', 'one-name-server'],
  'one-network.test': ['insecure', 'one-network'],
  'alias.test': ['not-determinable', 'apex-alias', 'server-not-authoritative', 'one-name-server'],
  'timers.test': ['insecure', 'soa-times'],
  'expire-first.test': ['insecure', 'soa-times'],
  'primary-silent.test': ['insecure', 'primary-silent'],
  'long-ttl.test': ['insecure', 'delegation-ttl-long'],
};

/** What is common in practice. */
const odd: Expected = {
  'revoked.test': ['bogus', 'ds-key-unusable'],
  'no-zone-key.test': ['bogus', 'ds-key-unusable'],
  'rsa1024.test': ['secure', 'key-short'],
  'idle-algorithm.test': ['secure', 'algorithm-incomplete'],
  'salted.test': ['secure', 'nsec3-salt'],
  'keys-cut.test': ['not-determinable', 'server-without-tcp', 'one-name-server'],
  'large-lost.test': ['secure', 'server-loses-large-answers'],
  'no-options.test': ['insecure', 'server-without-edns-options'],
  'alias-beside.test': ['insecure', 'apex-alias', 'one-name-server'],
  'one-address.test': ['insecure', 'servers-share-address'],
  'underscore.test': ['insecure', 'ns-name-invalid'],
  'address-as-name.test': ['insecure', 'ns-name-invalid'],
  'glue-old.test': ['insecure', 'glue-differs'],
  'forgetful.test': ['insecure', 'negative-ttl-long'],
  'no-primary.test': ['insecure', 'primary-unnamed'],
  'one-try.test': ['insecure', 'soa-times'],
  'over.test': ['secure'],
  'hidden.over.test': ['bogus'],
  '_tcp.test': ['insecure'],
};

export const expected: Expected = { ...healthy, ...chains, ...servers, ...odd };

/** Excludes a zone one of whose servers denies the name: a resolver that happens to ask that server believes it. */
export const judged = Object.entries(expected).filter(
  ([name, [verdict]]) => verdict !== 'not-determinable' && name !== 'name-error.test',
);

/** Expects that delv, which prints this, has come to the same verdict. */
export function expectSaidByDelv(said: string | undefined, verdict: Verdict): void {
  if (verdict === 'secure') expect(said).toContain('; fully validated');
  else expect(said).not.toContain('; fully validated');
  if (verdict === 'insecure') expect(said).toContain('; unsigned answer');
  if (verdict === 'bogus') expect(said).toMatch(/resolution failed/);
}

/** Names in zones of malicious servers, with their verdict. */
export const hostile: Readonly<Record<string, Verdict>> = {
  'www.a.circle.test': 'not-determinable',
  'x.upward.test': 'not-determinable',
  'n0.inside.test': 'not-determinable',
  'n1.inside.test': 'not-determinable',
  'n2.inside.test': 'not-determinable',
  'x.inside-names.test': 'not-determinable',
  'x.crowd.test': 'not-determinable',
  'x.alias-circle.test': 'not-determinable',
  'from-elsewhere.test': 'not-determinable',
  'truncated.test': 'not-determinable',
  'drip.test': 'not-determinable',
  'drip-silent.test': 'not-determinable',
  'hanging.test': 'not-determinable',
  'bulky.test': 'not-determinable',
  'noise.test': 'not-determinable',
};

/** Names that are like another one: only the long set looks them up. */
export const further: ReadonlySet<string> = new Set([
  ...['ed25519.test', 'multi-signer.test', 'hosting.optout', 'elsewhere.test', 'three.test', 'far.below.nsec3.test'],
  ...[
    'wildcard.optout',
    'sha384.test',
    'two-algorithms.test',
    'no-keys.test',
    'other-algorithm.test',
    'future-digest.test',
  ],
  ...['early-here.test', 'keys-spoiled.test', 'ns-spoiled.test', 'spoiled-here.test', 'keys-unsigned.test'],
  ...[
    'child.wrong-digest.test',
    'no-wildcard-proof.test',
    'one-iteration.test',
    'plain.iterations.test',
    'rsa512.test',
  ],
  ...['old-key.test', 'leaving.test', 'formerr.test', 'silent-on-edns.test', 'no-authority.test', 'servfail.test'],
  ...['name-error.test', 'one-apart.test', 'ns-more.test', 'glue-six-wrong.test', 'expire-first.test'],
  ...['idle-algorithm.test', 'salted.test', 'address-as-name.test', 'one-try.test', 'no-dnssec.test', 'n1.inside.test'],
  ...['n2.inside.test', 'drip-silent.test', 'hanging.test'],
]);
