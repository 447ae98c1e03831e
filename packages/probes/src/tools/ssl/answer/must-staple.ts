import type { Note } from '@sonde/contract';
import type { CertificateFacts } from './certificate-facts.ts';

/** `status_request` (RFC 6066 section 8). */
const STATUS_REQUEST = 5;

/** What the certificate requires, and what was presented with it. */
export interface StapleFacts {
  readonly certificates: Pick<CertificateFacts, 'requiresStaple'>;
  /** Null if unknown. */
  readonly ocspStapled: boolean | null;
  /** Extensions, by number, that the server does not tolerate and that are therefore not sent; null until known. */
  readonly intolerances: readonly number[] | null;
}

/** A note if the certificate requires a stapled OCSP response (must-staple) and the server does not send one. */
export function mustStapleNotes({ certificates, ocspStapled, intolerances }: StapleFacts): Note[] {
  const wasRequested = !intolerances?.includes(STATUS_REQUEST);
  if (!certificates.requiresStaple || ocspStapled !== false || !wasRequested) return [];
  const evidence = 'The certificate requires a stapled OCSP response (RFC 7633), but the server sent none.';
  return [{ name: 'MUST_STAPLE', evidence }];
}
