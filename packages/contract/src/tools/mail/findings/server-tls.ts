import type { UnjudgedMail } from './subject.ts';

type Server = { readonly starttls: Omit<UnjudgedMail['servers'][number]['starttls'], 'protocol'> };

/** It offers STARTTLS, but refuses it, closes the connection, or sends something else: TLS was tried, and fails. */
export function isTlsBroken({ starttls: { offered, step, reason } }: Server): boolean {
  if (offered !== true || reason === null || reason === 'timeout') return false;
  return step === 'starttls' || step === 'handshake';
}
