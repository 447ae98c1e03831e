import type { ProgressPart } from './answer-parts.ts';
import type { KnownFacts } from './answer-view.ts';

/** The authorities' answers. */
export function revocationPart({
  certificates: { revocation, issuerRevocations },
  missingCertificates,
}: KnownFacts): Pick<ProgressPart<'revocation'>, 'revocation' | 'issuerRevocations' | 'missingCertificates'> {
  return { revocation, issuerRevocations: [...issuerRevocations], missingCertificates };
}
