import { randomUUID } from 'node:crypto';
import { ToolError } from '@sonde/contract';
import type { Store } from '../../stores/store.ts';
import type { Database } from '../../stores/tables.ts';
import { removeMemberData } from '../history/member-data.ts';
import { ownerOfMember } from '../owner.ts';
import { checkNewPassword, type Passwords } from './passwords.ts';
import { beginSession, endSession, type Member, sessionMember } from './sessions.ts';
import { newToken, tokenHash } from './tokens.ts';

export const RESET_MINUTES = 60;
/** Minimum time between two mails to one account, whoever requests them. */
const MAIL_PAUSE_MINUTES = 10;
const MINUTE_MS = 60_000;

export interface SignedIn {
  readonly member: Member;
  /** The value of the session cookie. */
  readonly token: string;
}

/** The embedded accounts. Every method throws ToolError; `email` is in lower case. */
export interface Members {
  signUp(email: string, password: string): Promise<SignedIn>;
  /** `isKnown`: the browser has signed in to this account before. */
  signIn(email: string, password: string, isKnown: boolean): Promise<SignedIn>;
  endSession(token: string): Promise<void>;
  ofSession(token: string): Promise<Member | null>;
  /** Returns a token for the mail; null if there is no such account, or a mail for it has just been sent. */
  beginReset(email: string): Promise<string | null>;
  /** Undoes `beginReset` if the mail could not be sent, so that the next request sends another. */
  cancelReset(token: string): Promise<void>;
  /**
   * Sets the password with the token of a mail, ends all sessions of the account, revokes its API tokens, and begins a new
   * session: whoever had access to the account before has none afterwards.
   */
  finishReset(token: string, password: string): Promise<SignedIn>;
  /** Removes the account and all data of its member. */
  remove(member: Member, password: string): Promise<void>;
}

export interface MemberOptions {
  readonly store: Store;
  readonly passwords: Passwords;
  secret(): Promise<string>;
}

export function createMembers(options: MemberOptions): Members {
  const { store, passwords, secret } = options;
  const { now } = store;
  /** Runs changes in one transaction. */
  const change = <T>(work: (db: Database, key: string) => Promise<T>) =>
    store.use(async (db) => {
      const key = await secret();
      return db.transaction().execute((transaction) => work(transaction, key));
    });
  const passwordOf = (email: string) =>
    store.use((db) =>
      db.selectFrom('members').select(['id', 'password']).where('email', '=', email).executeTakeFirst(),
    );

  return {
    async signUp(email, password) {
      checkNewPassword(password);
      if ((await passwordOf(email)) !== undefined) throw emailTaken();
      const hash = await passwords.hash(password, email);
      const member = { id: randomUUID(), email };
      return change(async (db, key) => {
        await insertMember(db, member, hash, now());
        return { member, token: await beginSession(db, key, member.id, now()) };
      });
    },
    async signIn(email, password, isKnown) {
      const known = await passwordOf(email);
      const fits = await passwords.fits(password, known?.password ?? null, email, isKnown);
      if (known === undefined || !fits) throw wrongCredentials();
      return change(async (db, key) => ({
        member: { id: known.id, email },
        token: await beginSession(db, key, known.id, now()),
      }));
    },
    endSession: (token) => store.use(async (db) => endSession(db, await secret(), token)),
    ofSession: (token) => store.use(async (db) => sessionMember(db, await secret(), token, now())),
    beginReset: (email) => change((db, key) => insertReset(db, key, email, now())),
    cancelReset: (token) =>
      change(async (db, key) => {
        await db.deleteFrom('password_resets').where('token_hash', '=', tokenHash(key, token)).execute();
      }),
    async finishReset(token, password) {
      checkNewPassword(password);
      const email = await store.use(async (db) => resetEmail(db, tokenHash(await secret(), token), now()));
      if (email === null) throw linkExpired();
      const hash = await passwords.hash(password, email);
      return change(async (db, key) => {
        const memberId = await takeReset(db, tokenHash(key, token), now());
        await db.updateTable('members').set({ password: hash }).where('id', '=', memberId).execute();
        await db.deleteFrom('sessions').where('member_id', '=', memberId).execute();
        await db.deleteFrom('password_resets').where('member_id', '=', memberId).execute();
        await db.deleteFrom('api_tokens').where('owner', '=', ownerOfMember(memberId)).execute();
        return { member: { id: memberId, email }, token: await beginSession(db, key, memberId, now()) };
      });
    },
    async remove(member, password) {
      const known = await passwordOf(member.email);
      if (!(await passwords.fits(password, known?.password ?? null, member.email, true))) throw wrongPassword();
      await change((db) => removeMember(db, member.id));
    },
  };
}

async function insertMember(db: Database, { id, email }: Member, password: string, nowMs: number): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('members')
    .values({ id, email, password, created_at: new Date(nowMs).toISOString() })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow();
  // Another request was faster while the password was being hashed.
  if (numInsertedOrUpdatedRows !== 1n) throw emailTaken();
}

async function insertReset(db: Database, secret: string, email: string, nowMs: number): Promise<string | null> {
  // Changes nothing but locks the row: the second of two concurrent requests sees what the first has written.
  const member = await db
    .updateTable('members')
    .set({ email })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst();
  if (member === undefined || (await hasFreshReset(db, member.id, nowMs))) return null;
  const token = newToken();
  await db
    .insertInto('password_resets')
    .values({
      token_hash: tokenHash(secret, token),
      member_id: member.id,
      expires_at: new Date(nowMs + RESET_MINUTES * MINUTE_MS).toISOString(),
    })
    .execute();
  return token;
}

/** Whether the last mail is recent enough for its link to suffice. A clock that was set back is ignored. */
async function hasFreshReset(db: Database, memberId: string, nowMs: number): Promise<boolean> {
  const expiry = (minutes: number) => new Date(nowMs + minutes * MINUTE_MS).toISOString();
  const fresh = await db
    .selectFrom('password_resets')
    .select('token_hash')
    .where('member_id', '=', memberId)
    .where('expires_at', '>', expiry(RESET_MINUTES - MAIL_PAUSE_MINUTES))
    .where('expires_at', '<=', expiry(RESET_MINUTES))
    .limit(1)
    .executeTakeFirst();
  return fresh !== undefined;
}

async function resetEmail(db: Database, hash: string, nowMs: number): Promise<string | null> {
  const found = await db
    .selectFrom('password_resets')
    .innerJoin('members', 'members.id', 'password_resets.member_id')
    .select('members.email')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', new Date(nowMs).toISOString())
    .executeTakeFirst();
  return found?.email ?? null;
}

/** Uses up a reset token: only one of two concurrent requests gets it. */
async function takeReset(db: Database, hash: string, nowMs: number): Promise<string> {
  const taken = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', new Date(nowMs).toISOString())
    .returning('member_id')
    .executeTakeFirst();
  if (taken === undefined) throw linkExpired();
  return taken.member_id;
}

async function removeMember(db: Database, id: string): Promise<void> {
  await removeMemberData(db, ownerOfMember(id));
  // This also removes sessions and resets.
  await db.deleteFrom('members').where('id', '=', id).execute();
}

const wrongCredentials = () =>
  new ToolError('not-signed-in', 'The email address or the password is wrong.', { reason: 'wrong-credentials' });
const wrongPassword = () => new ToolError('invalid-input', 'The password is wrong.', { field: 'password' });
const emailTaken = () =>
  new ToolError('invalid-input', 'An account with this email address exists already.', {
    reason: 'email-taken',
    field: 'email',
  });
const linkExpired = () =>
  new ToolError('invalid-input', 'This link was already used or has expired. Please request a new one.', {
    reason: 'link-expired',
  });
