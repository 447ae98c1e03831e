import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

/** Results of validation (RFC 4033 section 5). */
export const delegationVerdicts = ['secure', 'insecure', 'bogus', 'not-determinable'] as const;

export const delegationVerdict = described(
  z.enum(delegationVerdicts),
  'secure: signed, and the chain from the root holds; insecure: not signed, as its parent proves; bogus: a validating resolver refuses it; not-determinable: its servers do not say enough.',
  'secure',
);

const keyTag = isEssential(described(z.number(), 'Key tag (RFC 4034 appendix B).', 34505));
const algorithm = described(z.number(), 'Algorithm number (IANA DNSSEC algorithms).', 13);

const Glue = z.object({
  name: described(z.string(), 'Name of the server.', 'ns1.example.com'),
  address: described(z.string(), 'Address in the delegation of the parent.', '192.0.2.1'),
});

const Ds = z.object({
  keyTag,
  algorithm,
  digestType: described(z.number(), '1: SHA-1, 2: SHA-256, 4: SHA-384.', 2),
  digest: described(z.string(), 'Upper-case hex.', 'E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D'),
  state: described(
    z.string(),
    'matches: a key of the zone has it; no-key; digest-differs; unsupported-algorithm; unsupported-digest; not-checked.',
    'matches',
  ),
});

const Key = z.object({
  keyTag,
  algorithm,
  algorithmName: described(z.string(), 'Mnemonic of the algorithm.', 'ECDSAP256SHA256'),
  advice: described(
    z.nullable(z.enum(['use', 'avoid', 'never'])),
    'What RFC 8624 said about signing with it, before the IANA registry took its place (RFC 9904); null for an algorithm that is not known here.',
    'use',
  ),
  bits: described(z.nullable(z.number()), 'Size of the key; null if it is not known.', 256),
  flags: described(z.number(), '256: zone key; 257: with the SEP flag; 128 added: revoked.', 257),
  isSep: described(z.boolean(), 'Has the SEP flag: a DS usually names such a key.', true),
  isRevoked: described(z.boolean(), 'Has the REVOKE flag (RFC 5011).', false),
  isTrusted: described(z.boolean(), 'The chain of trust proves it.', true),
  signsKeys: described(z.boolean(), 'A signature over the key set holds by it.', true),
  servers: described(z.array(z.string()), 'Addresses of the servers that have it.', ['192.0.2.1']),
  ds: described(
    z.nullable(z.string()),
    'The DS record for the parent, with SHA-256, computed from the key; null for a revoked key.',
    'example.com. IN DS 34505 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D',
  ),
});

const Signature = z.object({
  covers: described(z.string(), 'The record type that it signs.', 'SOA'),
  keyTag,
  algorithm,
  from: described(z.string(), 'Inception, ISO 8601 in UTC.', '2026-11-15T00:00:00Z'),
  until: described(z.string(), 'Expiration, ISO 8601 in UTC.', '2026-11-29T00:00:00Z'),
  state: described(
    z.string(),
    'valid, expired, not-yet-valid, wrong, no-key, unsupported, malformed, or not-checked where a limit was reached.',
    'valid',
  ),
  servers: described(z.array(z.string()), 'Addresses of the servers that have it.', ['192.0.2.1']),
});

/** How a parent denies the existence of a DS record, or a zone that of a name. */
const Denial = z.object({
  method: described(z.nullable(z.string()), 'nsec or nsec3; null where neither was there.', 'nsec3'),
  result: described(z.string(), 'proven, opt-out, too-many-iterations or not-proven.', 'proven'),
});

/** One zone on the way from the root. */
export const DelegationZone = z.object({
  name: isEssential(described(z.string(), 'Name of the zone; root is a dot.', 'example.com')),
  parent: described(z.nullable(z.string()), 'The zone above; null for the root.', 'com'),
  status: isEssential(delegationVerdict),
  why: described(
    z.string(),
    'The reason in one sentence.',
    'The chain of signatures from the root to example.com holds.',
  ),
  ns: described(
    z.array(z.string()),
    'Name servers in the delegation of the parent; for the root, those of the hints.',
    ['ns1.example.com'],
  ),
  ownNs: described(z.array(z.string()), 'Name servers by the servers of the zone; queried for the last zone only.', [
    'ns1.example.com',
  ]),
  glue: described(
    z.array(Glue),
    'Their addresses in the delegation of the parent, as far as they are in its own zone.',
  ),
  ds: described(z.array(Ds), 'The DS records of the parent; of the root, the trust anchors.'),
  dsDenial: described(
    z.nullable(Denial),
    'How the parent proves that there is no DS; null where there is one, or the parent is not signed.',
  ),
  keys: described(z.array(Key), 'The DNSKEY records of all its servers.'),
  signatures: described(z.array(Signature), 'Signatures over its key set, SOA and NS records.'),
  nsTtlSeconds: described(z.nullable(z.number()), 'TTL of the parent’s NS records, in seconds.', 172_800),
  serversAsked: described(z.number(), 'Addresses that were asked.', 4),
});
export type DelegationZone = z.infer<typeof DelegationZone>;

/** One step of the chain of trust. */
export const DelegationEdge = z.object({
  zone: isEssential(described(z.string(), 'The zone that it belongs to.', 'example.com')),
  kind: isEssential(
    described(z.enum(['ds', 'signature']), 'ds: a DS names a key; signature: a key signs a record set.', 'ds'),
  ),
  from: isEssential(described(z.string(), 'Where it begins.', 'example.com DS 34505 2')),
  to: isEssential(described(z.string(), 'Where it leads.', 'example.com DNSKEY 34505')),
  ok: described(z.nullable(z.boolean()), 'Whether it holds; null where it was not checked.', true),
  why: described(z.nullable(z.string()), 'Why it is not valid, in one word; null if it is.', 'expired'),
});
export type DelegationEdge = z.infer<typeof DelegationEdge>;
