import type { CertificateTimestamp } from '@sonde/contract';
import { readTimestamp, type SignedCertificateTimestamp } from '@sonde/contract/x509/scts';
import { X509FormatError } from '@sonde/contract/x509/x509-format-error';
import { isSelfSigned, type ParsedCertificate } from '../../../engines/tls/certificate/parsed-certificate.ts';
import type { StapleJudgement } from '../../../engines/tls/certificate/staple-judgement.ts';
import { embeddedEntry, type LogEntry, wholeEntry } from './verify-timestamp.ts';

/** Where signed certificate timestamps are found (RFC 6962 section 3.3). */
export interface TimestampSources {
  readonly leaf: ParsedCertificate;
  /** The issuer's certificate; null if unknown. */
  readonly issuer: ParsedCertificate | null;
  readonly staple: Pick<StapleJudgement, 'timestamps'> | null;
  /** The timestamps from the handshake, undecoded. */
  readonly handshake: readonly Uint8Array[];
}

export interface CollectedTimestamp {
  readonly origin: CertificateTimestamp['origin'];
  readonly timestamp: SignedCertificateTimestamp;
  /** The log entry that the timestamp covers; null if it cannot be reconstructed. */
  readonly entry: LogEntry | null;
}

/** Per source; ordinary servers send two to five in total. */
const MAX_TIMESTAMPS = 100;

/** Embedded timestamps come first; timestamps that cannot be decoded are dropped. */
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
