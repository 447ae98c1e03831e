import * as z from 'zod/mini';
import { described } from '../../../described.ts';
import { isEssential } from '../../../reading.ts';

/** Results of validation (RFC 4033 section 5). */
export const delegationVerdicts = ['secure', 'insecure', 'bogus', 'not-determinable'] as const;

export const delegationVerdict = described(
  z.enum(delegationVerdicts),
  'secure: signed, with an intact chain of trust from the root; insecure: provably not signed; bogus: validating resolvers reject it; not-determinable: the servers’ answers are insufficient.',
  'secure',
);

/** How a DS record matches the keys of its zone. */
export const dsStates = [
  'matches',
  'no-key',
  'digest-differs',
  'key-revoked',
  'not-a-zone-key',
  'unsupported-algorithm',
  'unsupported-digest',
  'not-checked',
] as const;

export const signatureStates = [
  'valid',
  'expired',
  'not-yet-valid',
  'wrong',
  'no-key',
  'unsupported',
  'malformed',
  'not-checked',
] as const;

/** What NSEC or NSEC3 records prove. */
export const denialResults = ['proven', 'opt-out', 'too-many-iterations', 'not-proven'] as const;

const keyTag = isEssential(described(z.number(), 'Key tag (RFC 4034 appendix B).', 34505));
const algorithm = described(z.number(), 'Algorithm number (IANA registry DNS Security Algorithm Numbers).', 13);

const Glue = z.object({
  name: described(z.string(), 'The name of the server.', 'ns1.example.com'),
  address: described(z.string(), 'Its address in the parent’s delegation.', '192.0.2.1'),
});

const Ds = z.object({
  keyTag,
  algorithm,
  digestType: described(z.number(), 'Digest type: 1: SHA-1; 2: SHA-256; 4: SHA-384.', 2),
  digest: described(
    z.string(),
    'The digest in upper-case hexadecimal.',
    'E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D',
  ),
  state: described(
    z.enum(dsStates),
    'matches: a DNSKEY record of the zone has this digest; no-key: no key has this tag and algorithm; digest-differs; key-revoked: the key has the REVOKE flag (RFC 5011); not-a-zone-key: the key lacks the Zone Key flag (RFC 4034 section 2.1.1); unsupported-algorithm; unsupported-digest; not-checked: for example because the keys could not be read.',
    'matches',
  ),
});

const Key = z.object({
  keyTag,
  algorithm,
  algorithmName: described(z.string(), 'Mnemonic of the algorithm.', 'ECDSAP256SHA256'),
  advice: described(
    z.nullable(z.enum(['use', 'avoid', 'never'])),
    'Whether to sign with the algorithm, according to the IANA registry (RFC 9904, and RFC 9905 on SHA-1); null for an unknown algorithm.',
    'use',
  ),
  bits: described(z.nullable(z.number()), 'Size of the key; null if it is not known.', 256),
  flags: described(z.number(), '256: zone key; 257: with the SEP flag; 128 added: revoked.', 257),
  isSep: described(z.boolean(), 'Has the SEP flag: a DS usually names such a key.', true),
  isRevoked: described(z.boolean(), 'Has the REVOKE flag (RFC 5011).', false),
  isTrusted: described(z.boolean(), 'The chain of trust proves it.', true),
  signsKeys: described(z.boolean(), 'Whether a signature by this key over the key set is valid.', true),
  servers: described(z.array(z.string()), 'Addresses of the servers that have it.', ['192.0.2.1']),
  ds: described(
    z.nullable(z.string()),
    'The SHA-256 DS record to publish at the parent, computed from the key; null for a revoked key.',
    'example.com. IN DS 34505 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D',
  ),
});

const Signature = z.object({
  covers: described(z.string(), 'The record type that the signature covers.', 'SOA'),
  keyTag,
  algorithm,
  from: described(z.string(), 'Start of the validity period (inception), ISO 8601 in UTC.', '2026-11-15T00:00:00Z'),
  until: described(z.string(), 'End of the validity period (expiration), ISO 8601 in UTC.', '2026-11-29T00:00:00Z'),
  state: described(
    z.enum(signatureStates),
    'valid, expired, not-yet-valid, wrong (it does not verify), no-key, unsupported, malformed, or not-checked if a limit was reached.',
    'valid',
  ),
  servers: described(z.array(z.string()), 'Addresses of the servers that returned the signature.', ['192.0.2.1']),
});

/** How a parent denies the existence of a DS record, or a zone that of a name. */
const Denial = z.object({
  method: described(
    z.nullable(z.enum(['nsec', 'nsec3'])),
    'nsec or nsec3; null if the reply contained neither.',
    'nsec3',
  ),
  result: described(z.enum(denialResults), 'proven, opt-out, too-many-iterations or not-proven.', 'proven'),
});

/** One zone on the way from the root. */
export const DelegationZone = z.object({
  name: isEssential(described(z.string(), 'The name of the zone; a dot for the root.', 'example.com')),
  parent: described(z.nullable(z.string()), 'The parent zone; null for the root.', 'com'),
  status: isEssential(delegationVerdict),
  why: described(
    z.string(),
    'The reason in one sentence.',
    'The chain of trust from the root to example.com is valid.',
  ),
  isDelegated: described(
    z.nullable(z.boolean()),
    'Whether the parent delegates the zone; false if it proves that it does not; null for the root, and if it is not known.',
    true,
  ),
  ns: described(
    z.array(z.string()),
    'Name servers in the parent’s delegation; for the root, those of the root hints.',
    ['ns1.example.com'],
  ),
  ownNs: described(
    z.array(z.string()),
    'Name servers according to the zone’s own servers; queried for the last zone only.',
    ['ns1.example.com'],
  ),
  glue: described(z.array(Glue), 'Addresses of the name servers in the parent’s delegation (glue records).'),
  ds: described(
    z.array(Ds),
    'DS records at the parent; for the root, the trust anchors. Below a zone that is not signed, they prove nothing.',
  ),
  dsDenial: described(
    z.nullable(Denial),
    'How the parent proves that there is no DS record; null if there is one, or if the parent is not signed.',
  ),
  keys: described(z.array(Key), 'The DNSKEY records of all its servers.'),
  signatures: described(
    z.array(Signature),
    'Signatures over its key set, SOA and NS records; in the zone that was looked up, also over the A, AAAA and CNAME records of the name.',
  ),
  nsec3: described(
    z.nullable(
      z.object({
        iterations: described(z.number(), 'Number of additional hash iterations (RFC 5155); RFC 9276 recommends 0.', 0),
        saltOctets: described(z.number(), 'Length of the salt in octets; RFC 9276 recommends 0.', 0),
      }),
    ),
    'The NSEC3 parameters of the zone (NSEC3PARAM record); null without the record.',
  ),
  nsTtlSeconds: described(z.nullable(z.number()), 'TTL of the parent’s NS records, in seconds.', 172_800),
  serversAsked: described(z.number(), 'Number of addresses that were queried.', 4),
});
export type DelegationZone = z.infer<typeof DelegationZone>;

/** One step of the chain of trust. */
export const DelegationEdge = z.object({
  zone: isEssential(described(z.string(), 'The zone to which the link belongs.', 'example.com')),
  kind: isEssential(
    described(
      z.enum(['ds', 'signature']),
      'ds: a DS record refers to a key; signature: a key signs a record set.',
      'ds',
    ),
  ),
  from: isEssential(described(z.string(), 'Where it begins.', 'example.com DS 34505 2')),
  to: isEssential(described(z.string(), 'Where the step ends.', 'example.com DNSKEY 34505')),
  ok: described(z.nullable(z.boolean()), 'Whether it holds; null where it was not checked.', true),
  why: described(z.nullable(z.string()), 'Why it is not valid, in one word; null if it is.', 'expired'),
});
export type DelegationEdge = z.infer<typeof DelegationEdge>;
