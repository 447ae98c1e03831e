import type { Finding } from '@sonde/contract';
import type { Part } from './answer-parts.ts';
import type { CertificateFacts } from './certificates.ts';

/** The fields of the stage; `findings` with those of the server, which may be known already. */
export function revocationPart(
  { revocation, issuerRevocations, valid, reasons }: CertificateFacts,
  findings: readonly Finding[],
): Part<'revocation'> {
  return { revocation, issuerRevocations: [...issuerRevocations], valid, reasons, findings: [...findings] };
}
