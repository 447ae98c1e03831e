import type { Database } from '../../stores/tables.ts';
import { newToken, tokenHash } from './tokens.ts';

export const SESSION_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface Member {
  readonly id: string;
  readonly email: string;
}

/** Begins a session, always with a new token. */
export async function beginSession(db: Database, secret: string, memberId: string, nowMs: number): Promise<string> {
  const token = newToken();
  await db
    .insertInto('sessions')
    .values({
      token_hash: tokenHash(secret, token),
      member_id: memberId,
      expires_at: new Date(nowMs + SESSION_DAYS * DAY_MS).toISOString(),
    })
    .execute();
  return token;
}

/** The member of a session; null if there is none, or it has expired. */
export async function sessionMember(
  db: Database,
  secret: string,
  token: string,
  nowMs: number,
): Promise<Member | null> {
  const member = await db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['members.id', 'members.email'])
    .where('sessions.token_hash', '=', tokenHash(secret, token))
    .where('sessions.expires_at', '>', new Date(nowMs).toISOString())
    .executeTakeFirst();
  return member ?? null;
}

export async function endSession(db: Database, secret: string, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash(secret, token)).execute();
}
