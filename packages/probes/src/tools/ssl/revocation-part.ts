import type { Part } from './answer-parts.ts';
import type { CertificateFacts } from './certificates.ts';

/** The fields that are about revocation alone. */
export function revocationPart({
  revocation,
  issuerRevocations,
}: CertificateFacts): Pick<Part<'revocation'>, 'revocation' | 'issuerRevocations'> {
  return { revocation, issuerRevocations: [...issuerRevocations] };
}
