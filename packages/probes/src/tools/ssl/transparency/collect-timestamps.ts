import type { CertificateTimestamp } from '@sonde/contract';
import { readTimestamp, type SignedCertificateTimestamp } from '../../../protocols/x509/scts.ts';
import { X509FormatError } from '../../../protocols/x509/x509-format-error.ts';
import { isSelfSigned, type Member } from '../certificate/member.ts';
import type { StapleVerdict } from '../certificate/staple.ts';
import { embeddedEntry, type LogEntry, wholeEntry } from './verify-timestamp.ts';

/** Where timestamps come from (RFC 6962 section 3.3). */
export interface TimestampSources {
  readonly leaf: Member;
  /** Who has signed the certificate; null when that is not known. */
  readonly issuer: Member | null;
  readonly staple: Pick<StapleVerdict, 'timestamps'> | null;
  /** Those in the handshake, as they came. */
  readonly handshake: readonly Uint8Array[];
}

export interface CollectedTimestamp {
  readonly origin: CertificateTimestamp['origin'];
  readonly timestamp: SignedCertificateTimestamp;
  /** What the log has signed beside the time; null when it cannot be made. */
  readonly entry: LogEntry | null;
}

/** Of one source; honest servers send two to five in all. */
const MAX_TIMESTAMPS = 100;

/** Those in the certificate first. What cannot be read is left out. */
export function collectTimestamps({ leaf, issuer, staple, handshake }: TimestampSources): CollectedTimestamp[] {
  const embedded = leaf.x509.extensions.timestamps ?? [];
  const signer = issuer ?? (isSelfSigned(leaf) ? leaf : null);
  const ofBody = embedded.length > 0 && signer !== null ? embeddedEntry(leaf, signer) : null;
  const ofWhole = wholeEntry(leaf);
  const from = (
    origin: CollectedTimestamp['origin'],
    timestamps: readonly SignedCertificateTimestamp[],
    entry: LogEntry | null,
  ) => timestamps.slice(0, MAX_TIMESTAMPS).map((timestamp) => ({ origin, timestamp, entry }));
  return [
    ...from('certificate', embedded, ofBody),
    ...from('handshake', readable(handshake), ofWhole),
    ...from('ocsp', staple?.timestamps ?? [], ofWhole),
  ];
}

function readable(handshake: readonly Uint8Array[]): SignedCertificateTimestamp[] {
  return handshake.slice(0, MAX_TIMESTAMPS).flatMap((bytes) => {
    try {
      const timestamp = readTimestamp(bytes);
      return timestamp === null ? [] : [timestamp];
    } catch (error) {
      if (error instanceof X509FormatError) return [];
      throw error;
    }
  });
}
