import type { Net } from '../../net/net.ts';
import { judgeCertificates } from './certificate/judge.ts';
import { inOrder } from './certificate/reasons.ts';
import { noRevocationFacts, type RevocationFacts } from './revocation/revocation-facts.ts';

/** What a server sent of itself in one handshake. */
export interface Sent {
  /** DER, in the order sent; null when they could not be read. */
  readonly certificates: readonly Uint8Array[] | null;
  readonly ocspResponse: Uint8Array | null;
  /** Certificate timestamps in the handshake. */
  readonly timestamps: number;
}

/** The fields of the answer that are about certificates. */
export type CertificateFacts = ReturnType<typeof readCertificates>;

/** Judges what a server sent for `host` by what is trusted here and now. */
export function readCertificates({ certificates, ocspResponse, timestamps }: Sent, host: string, net: Net) {
  const { sctCount, ...facts } = judgeCertificates({
    served: certificates,
    staple: ocspResponse,
    host,
    anchors: net.trustAnchors(),
    now: new Date(),
  });
  return {
    ...facts,
    sctCount: sctCount === null ? null : sctCount + timestamps,
    isUnread: certificates === null,
    ...noRevocationFacts,
  };
}

/** The same with what was found out about revocation. */
export function withRevocation(facts: CertificateFacts, found: RevocationFacts): CertificateFacts {
  const findings = inOrder([...facts.findings, ...found.problems]);
  const reasons = [...new Set(findings.map(({ name }) => name))];
  return { ...facts, ...found, findings, reasons, valid: findings.length === 0 };
}
