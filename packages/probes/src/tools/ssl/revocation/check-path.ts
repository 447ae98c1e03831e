import type { CertificationPath } from '../../../engines/tls/certificate/find-paths.ts';
import type { ParsedCertificate } from '../../../engines/tls/certificate/parsed-certificate.ts';
import type { StapleJudgement } from '../../../engines/tls/certificate/staple-judgement.ts';
import { askSources, reasonNotToAsk } from './ask-sources.ts';
import type { StatementSources } from './fetch-statement.ts';
import { type KnownStatus, type RevocationStatus, unknownStatus } from './revocation-status.ts';

/** A certificate and its revocation status. */
export interface CheckedCertificate {
  readonly member: ParsedCertificate;
  readonly status: RevocationStatus;
}

/** The server's own certificate and three issuers; ordinary paths have one or two issuers. */
const MAX_MEMBERS = 4;

/**
 * Checks the revocation status of each certificate of the path except the trust anchor, concurrently. Without a trusted path,
 * the URLs in certificates are not used: anyone could have written them to make us send requests.
 * @throws the signal's reason when it is not a NetFailure
 */
export function checkPath(
  { members, isTrusted }: CertificationPath,
  staple: StapleJudgement | null,
  sources: StatementSources,
): Promise<readonly CheckedCertificate[]> {
  const checks = members.slice(0, isTrusted ? -1 : 1).map(async (member, index): Promise<CheckedCertificate> => {
    const issuer = members[index + 1];
    const stapled = index === 0 ? stapledStatus(staple) : null;
    if (stapled !== null) return { member, status: stapled };
    if (!isTrusted || issuer === undefined)
      return { member, status: unknownStatus('It was not issued by a trusted authority.') };
    if (index >= MAX_MEMBERS)
      return { member, status: unknownStatus('The path is too long to query each of its certificates.') };
    const status = reasonNotToAsk(member, sources.now) ?? (await askSources(member, issuer, sources));
    return { member, status };
  });
  return Promise.all(checks);
}

/** The status in the stapled response, if that verifies and is conclusive. */
export function stapledStatus(staple: StapleJudgement | null): KnownStatus | null {
  if (staple === null || (staple.status !== 'good' && staple.status !== 'revoked')) return null;
  const { status, revokedAt, thisUpdate, nextUpdate } = staple;
  return { status, source: 'stapled', revokedAt, thisUpdate, nextUpdate, sourceName: 'The stapled response' };
}
