import type { NetFailure } from '../../../net/net.ts';

/** Why a document could not be fetched over HTTPS, as a code of the contract. */
export function fetchFailure(failure: NetFailure): string {
  const { reason, message, cause } = failure;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (/CERT|SIGNED|ISSUER|SIGNATURE|UNABLE_TO_/.test(code)) return 'certificate';
  if (reason === 'invalid-response') return /redirects/.test(message) ? 'redirect' : 'invalid';
  if (reason === 'nxdomain' || reason === 'nodata' || reason === 'no-address') return 'no-address';
  return ['timeout', 'too-large', 'special-use'].includes(reason) ? reason : 'unreachable';
}
