// evidence/: what a lookup sent and received, and the files made from it.

import * as z from 'zod/mini';
import { described } from '../described.ts';
import { type FailureReason, reasons } from '../failure.ts';
import { isEssential } from '../reading.ts';

/** The service that an exchange used. */
export const evidenceServices = ['dns', 'tls', 'starttls', 'whois', 'http', 'ping', 'trace', 'other'] as const;
export type EvidenceService = (typeof evidenceServices)[number];

/** Why a tool made a connection, where connections to the same server serve different purposes. */
export const evidencePurposes = [
  'first-handshake',
  'client-handshake',
  'client-certificate',
  'fallback',
  'heartbleed',
  'early-ccs',
  'robot',
  'other-keys',
  'without-server-name',
  'application-protocols',
  'renegotiation',
  'resumption',
  'sslv2',
  'revocation',
  'missing-certificate',
] as const;
export type EvidencePurpose = (typeof evidencePurposes)[number];

/** `answered`: something came back; `silent`: nothing came back in time; `failed`: it ended early, see `reason`. */
export const evidenceOutcomes = ['answered', 'silent', 'failed'] as const;

const failureReasons = Object.keys(reasons) as [FailureReason, ...FailureReason[]];

/** Octets that went one way at once: a datagram, or one read from or write to a stream. */
export const EvidencePiece = z.object({
  direction: isEssential(described(z.enum(['out', 'in']), 'out: sent by this server; in: received by it.', 'out')),
  atUs: isEssential(described(z.number(), 'Time in microseconds after the start of the measurement.', 1482)),
  bytes: isEssential(described(z.number(), 'Number of octets, whether recorded or not.', 40)),
  octets: isEssential(
    described(
      z.string(),
      'The recorded octets in base64 (RFC 4648 section 4).',
      'EjQBAAABAAAAAAAAB2V4YW1wbGUDY29tAAABAAE=',
    ),
  ),
});
export type EvidencePiece = z.infer<typeof EvidencePiece>;

/** A decoded part of an exchange: a DNS message, a TLS message. */
export const DecodedMessage = z.object({
  direction: isEssential(described(z.enum(['out', 'in']), 'Direction: out from this server, or in.', 'in')),
  title: isEssential(described(z.string(), 'What it is.', 'Answer: NOERROR, 1 record')),
  lines: described(z.array(z.string()), 'What it says, a line for each statement.', [
    'example.com. 300 IN A 192.0.2.1',
  ]),
});
export type DecodedMessage = z.infer<typeof DecodedMessage>;

/** One exchange with one peer: a query by UDP, a connection, an echo request. */
export const EvidenceExchange = z.object({
  number: isEssential(described(z.int(), 'Counts from 1, in the order in which the exchanges began.', 1)),
  service: isEssential(described(z.enum(evidenceServices), 'What it was for.', 'dns')),
  transport: isEssential(described(z.enum(['udp', 'tcp', 'icmp']), 'Transport protocol; icmp includes ICMPv6.', 'udp')),
  peer: described(
    z.object({
      address: isEssential(described(z.string(), 'The address of the remote side.', '192.0.2.53')),
      port: described(z.nullable(z.int()), 'Its port; null if the transport has none.', 53),
      name: described(
        z.nullable(z.string()),
        'The name that was connected to; null if it was an address, and for a service of the operator.',
        null,
      ),
      isReplaced: described(
        z.boolean(),
        'True for a resolver or service of the operator, whose address and port are replaced by placeholders (RFC 5737, RFC 3849).',
        false,
      ),
    }),
    'The remote side.',
  ),
  purpose: described(
    z.nullable(z.enum(evidencePurposes)),
    'The part of the answer for which the exchange was made, if neither its content nor its peer shows it; otherwise null.',
    null,
  ),
  layer: described(
    z.enum(['wire', 'plaintext']),
    'wire: the payload as transmitted over the network; plaintext: the content of a TLS connection, whose exchange is named by within.',
    'wire',
  ),
  within: described(
    z.nullable(z.int()),
    'The number of the exchange whose TLS connection carried this plaintext; otherwise null.',
    null,
  ),
  startUs: isEssential(described(z.number(), 'Start time in microseconds after the start of the measurement.', 1480)),
  openedUs: described(
    z.nullable(z.number()),
    'When its TCP connection was established, in microseconds after the start of the measurement; null if it never was, or an existing one was used.',
    1860,
  ),
  endUs: described(
    z.nullable(z.number()),
    'End time in microseconds after the start of the measurement; null if it had not ended.',
    2210,
  ),
  outcome: isEssential(
    described(
      z.enum(evidenceOutcomes),
      'answered: something was received; silent: nothing was received in time; failed: it ended early, see reason.',
      'answered',
    ),
  ),
  reason: described(z.nullable(z.enum(failureReasons)), 'Why the exchange failed; null if it did not.', null),
  bytesOut: described(z.number(), 'Number of octets sent, whether recorded or not.', 40),
  bytesIn: described(z.number(), 'Number of octets received, whether recorded or not.', 56),
  isCut: described(z.boolean(), 'True if a limit was reached and not all octets were recorded.', false),
  withheld: described(
    z.nullable(z.string()),
    'Why octets are missing or replaced although no limit was reached; null if they are not.',
    null,
  ),
  pieces: described(z.array(EvidencePiece), 'The recorded pieces in chronological order.'),
  decoded: described(z.array(DecodedMessage), 'The decoded messages, if Sonde can decode the protocol.'),
});
export type EvidenceExchange = z.infer<typeof EvidenceExchange>;

/** What one lookup sent and received, within bounds. */
export const Evidence = z.object({
  startedAt: isEssential(
    described(
      z.string(),
      'When the measurement began by the server’s clock, ISO 8601 in UTC with microseconds; all other times count from here.',
      '2026-11-22T14:03:21.482113Z',
    ),
  ),
  exchanges: isEssential(described(z.array(EvidenceExchange), 'In the order in which they began.')),
  leftOut: described(z.int(), 'Number of exchanges beyond the limit, which were not recorded.', 0),
  bytesKept: described(z.number(), 'Octets that were kept, over all exchanges.', 96),
});
export type Evidence = z.infer<typeof Evidence>;

const MEMBER = ',"_evidence":';

/**
 * The JSON text of an envelope with the evidence as its last member. Answer and evidence are kept apart, so that the answer
 * can be cached and stored without it.
 */
export function withEvidence(envelope: string, evidence: Evidence): string {
  return `${envelope.slice(0, -1)}${MEMBER}${JSON.stringify(evidence)}}`;
}

/** The JSON text of the envelope without its evidence, which is what the server stores. */
export function withoutEvidence(envelope: string): string {
  // Quotation marks within JSON strings are escaped, so this match is the member itself.
  const at = envelope.lastIndexOf(MEMBER);
  return at === -1 ? envelope : `${envelope.slice(0, at)}}`;
}
