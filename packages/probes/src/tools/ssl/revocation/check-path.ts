import type { Path } from '../certificate/find-paths.ts';
import type { Member } from '../certificate/member.ts';
import type { StapleVerdict } from '../certificate/staple.ts';
import { askSources, reasonNotToAsk } from './ask-sources.ts';
import type { StatementSources } from './fetch-statement.ts';
import { type Outcome, type Said, unknown } from './outcome.ts';

/** A certificate, and what is known of its revocation. */
export interface Checked {
  readonly member: Member;
  readonly outcome: Outcome;
}

/** The server's own certificate and three issuers: honest paths have one or two. */
const MAX_MEMBERS = 4;

/**
 * Finds out for each certificate of the path but its anchor whether it is revoked, all at once. Addresses in certificates
 * for which no trust anchor vouches are left alone: anybody could have written them, to have us ask whom they like.
 * @throws the signal's reason when it is no NetFailure
 */
export function checkPath(
  { members, isTrusted }: Path,
  staple: StapleVerdict | null,
  sources: StatementSources,
): Promise<readonly Checked[]> {
  const checks = members.slice(0, isTrusted ? -1 : 1).map(async (member, index): Promise<Checked> => {
    const issuer = members[index + 1];
    const stapled = index === 0 ? stapledOutcome(staple) : null;
    if (stapled !== null) return { member, outcome: stapled };
    if (!isTrusted || issuer === undefined) return { member, outcome: unknown('No trusted authority has issued it.') };
    if (index >= MAX_MEMBERS) return { member, outcome: unknown('The path is too long to ask about each of it.') };
    const outcome = reasonNotToAsk(member, sources.now) ?? (await askSources(member, issuer, sources));
    return { member, outcome };
  });
  return Promise.all(checks);
}

/** What the server has stapled, where that verifies and says something. */
export function stapledOutcome(staple: StapleVerdict | null): Said | null {
  if (staple === null || (staple.status !== 'good' && staple.status !== 'revoked')) return null;
  const { status, revokedAt, thisUpdate, nextUpdate } = staple;
  return { status, source: 'stapled', revokedAt, thisUpdate, nextUpdate, teller: 'The stapled response' };
}
