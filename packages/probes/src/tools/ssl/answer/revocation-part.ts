import type { ProgressPart } from './answer-parts.ts';
import type { CertificateFacts } from './certificate-facts.ts';

export function revocationPart({
  revocation,
  issuerRevocations,
}: CertificateFacts): Pick<ProgressPart<'revocation'>, 'revocation' | 'issuerRevocations'> {
  return { revocation, issuerRevocations: [...issuerRevocations] };
}
