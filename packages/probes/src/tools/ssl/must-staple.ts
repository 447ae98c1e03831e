import type { Note } from '@sonde/contract';
import type { CertificateFacts } from './certificates.ts';

/** `status_request` (RFC 6066 section 8). */
const STATUS_REQUEST = 5;

/** What is known of the certificate, and of what came with it. */
export interface StapleDemand {
  readonly certificates: Pick<CertificateFacts, 'requiresStaple'>;
  /** Null when that is not known. */
  readonly ocspStapled: boolean | null;
  /** Extensions that the server hangs up on, and is not sent; null before that is known. */
  readonly intolerances: readonly number[] | null;
}

/** A certificate may demand a response that the server does not send. */
export function mustStapleNotes({ certificates, ocspStapled, intolerances }: StapleDemand): Note[] {
  const wasAsked = !intolerances?.includes(STATUS_REQUEST);
  if (!certificates.requiresStaple || ocspStapled !== false || !wasAsked) return [];
  const evidence = 'The certificate demands a stapled OCSP response (RFC 7633), and the server sent none.';
  return [{ name: 'MUST_STAPLE', evidence }];
}
