// snapshots/: answers kept unchanged. Every released `schema` stays readable; sample files test each of them.
import * as z from 'zod/mini';
import { described } from '../described.ts';

/** The form of a snapshot that this version writes. */
export const SNAPSHOT_SCHEMA = 1;

/** Snapshots of an account are kept until deleted; an account has at most this many. */
export const MAX_ACCOUNT_SNAPSHOTS = 2_000;
/** How many snapshots a client without an account may keep per day. */
export const DAILY_SNAPSHOTS = 20;

/** The result of one call: the envelope as the API sent it. */
export const SnapshotOutcome = z.looseObject({
  success: described(z.boolean(), 'True for an answer, false for a failure.', true),
  message: described(z.string(), 'OK for an answer; one sentence for a failure.', 'OK'),
  _data: described(z.nullable(z.record(z.string(), z.unknown())), 'The answer of the tool; null for a failure.', {
    domain: 'example.com',
  }),
});
export type SnapshotOutcome = z.infer<typeof SnapshotOutcome>;

/** The result of one tool. */
export const SnapshotPart = z.object({
  tool: described(z.string(), 'The id of the tool.', 'dns'),
  target: described(z.string(), 'The target, in canonical form.', 'example.com'),
  key: described(z.string(), 'Path and query of the call that was made.', '/api/v2/dnsRecords?domain=example.com'),
  measuredAt: described(
    z.nullable(z.string()),
    'When the measurement ended, ISO 8601 in UTC; null if nothing was measured.',
    '2026-11-22T04:05:00.000Z',
  ),
  withheld: described(
    z.array(z.string()),
    'The fields of the answer that were emptied before it was kept; [] if it is complete.',
    ['registration.contacts'],
  ),
  outcome: described(SnapshotOutcome, 'The complete envelope as sent by the server.'),
});
export type SnapshotPart = z.infer<typeof SnapshotPart>;

export const SnapshotSignature = z.object({
  algorithm: described(z.literal('Ed25519'), 'The signature algorithm (RFC 8032).', 'Ed25519'),
  keyId: described(
    z.string(),
    'The RFC 7638 thumbprint of the signing key; public keys are published at /.well-known/sonde-keys.json.',
    'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  ),
  value: described(
    z.string(),
    'The signature over the rest of this object as canonical JSON (RFC 8785), in base64url.',
    '3v5n…',
  ),
});
export type SnapshotSignature = z.infer<typeof SnapshotSignature>;

/** One or more results at a point in time, signed by the server that measured them. */
export const Snapshot = z.object({
  schema: described(z.int(), 'The version of this format.', SNAPSHOT_SCHEMA),
  id: described(z.string(), 'The id of the snapshot: 128 random bits.', '7k2mq4zt5v3n6xw2y4a5b6c7d8'),
  site: described(
    z.nullable(z.string()),
    'The public address of the server that made the measurement; null if its operator has not set one.',
    'https://sonde.example.com',
  ),
  software: described(z.string(), 'The name and version of the software that has measured.', 'Sonde 0.1.0'),
  target: described(z.string(), 'What it is about.', 'example.com'),
  keptAt: described(z.string(), 'When it was kept, ISO 8601 in UTC.', '2026-11-22T04:06:00.000Z'),
  parts: described(z.array(SnapshotPart), 'The results, in the requested order.'),
  signature: described(SnapshotSignature, 'The signing key and the signature.'),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** The signed content of a snapshot. */
export type UnsignedSnapshot = Omit<Snapshot, 'signature'>;

/** `unknown-key`: the key that the snapshot names is not known, so the signature cannot be checked. */
export const signatureStates = ['valid', 'invalid', 'unknown-key'] as const;
export type SignatureState = (typeof signatureStates)[number];

/** The answer of `GET /api/v2/snapshots/<id>`. */
export const KeptSnapshot = z.object({
  snapshot: described(Snapshot, 'The snapshot exactly as signed.'),
  signature: described(
    z.enum(signatureStates),
    'valid: the signature matches the content; invalid: it does not; unknown-key: the public key is not known, so that it cannot be verified.',
    'valid',
  ),
  expiresAt: described(
    z.nullable(z.string()),
    'When the snapshot will be deleted, ISO 8601 in UTC; null if it is kept in an account.',
    '2026-12-22T04:06:00.000Z',
  ),
});
export type KeptSnapshot = z.infer<typeof KeptSnapshot>;

const call = {
  key: described(
    z.string(),
    'Path and query of the call whose result is to be kept.',
    '/api/v2/dnsRecords?domain=example.com',
  ),
  sha256: described(
    z.string(),
    'SHA-256 of the response body, or of the data of the result event in a stream, as 64 hexadecimal digits.',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
};
const contacts = described(
  z.optional(z.boolean()),
  'True to keep the contacts of registrations as well, which are removed by default.',
  false,
);

/** The body of `POST /api/v2/snapshots` for one result. */
export const KeepOne = z.object({ ...call, contacts });
/** The same for several results under one link. */
export const KeepSeveral = z.object({
  target: described(
    z.string(),
    'The target of every result, or of the report that all of them belong to, in canonical form; anything else is refused.',
    'example.com',
  ),
  parts: described(
    z.array(z.object(call)),
    'The results to keep: different ones, at most 30, with at most 2 MB together.',
  ),
  contacts,
});

/** The answer of `POST /api/v2/snapshots`. */
export const MadeSnapshot = z.object({
  id: described(z.string(), 'The id of the snapshot.', '7k2mq4zt5v3n6xw2y4a5b6c7d8'),
  path: described(z.string(), 'The path of the snapshot’s page on this server.', '/r/7k2mq4zt5v3n6xw2y4a5b6c7d8'),
  expiresAt: described(
    z.nullable(z.string()),
    'When the snapshot will be deleted, ISO 8601 in UTC; null if it is kept in an account.',
    '2026-12-22T04:06:00.000Z',
  ),
  revokeToken: described(
    z.nullable(z.string()),
    'Deletes the snapshot with DELETE /api/v2/snapshots/<id>; shown only here. Null if the snapshot belongs to an account.',
    'q0s9…',
  ),
});
export type MadeSnapshot = z.infer<typeof MadeSnapshot>;

/** One entry in the list of an account's snapshots. */
export const SnapshotEntry = z.object({
  id: z.string(),
  /** The ids of the tools, in the order of the parts. */
  tools: z.array(z.string()),
  target: z.string(),
  keptAt: z.string(),
});
export type SnapshotEntry = z.infer<typeof SnapshotEntry>;

export const SnapshotList = z.object({ snapshots: z.array(SnapshotEntry) });
export type SnapshotList = z.infer<typeof SnapshotList>;
