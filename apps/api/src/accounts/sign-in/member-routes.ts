import { answerEnvelope, ToolError } from '@sonde/contract';
import type { AccountUser } from '@sonde/contract/account';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { networkOf } from '../../limits/client.ts';
import { Credentials, Deletion, NewPassword, ResetRequest, read } from '../bodies.ts';
import type { DeviceCookie } from './device-cookie.ts';
import type { Members, SignedIn } from './members.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { Throttle } from './throttle.ts';

export interface MemberRouteOptions {
  readonly members: Members;
  readonly cookie: SessionCookie;
  readonly devices: DeviceCookie;
  readonly throttle: Throttle;
  /** Checks that the store is usable. @throws ToolError `store-failed`. */
  checkStore(): Promise<void>;
  /**
   * Sends the mail if the account exists. Nothing waits for it, so that neither the answer nor its duration reveals whether
   * it does.
   */
  startReset(email: string): void;
  /** False if no mail server is configured: mails are then written to the log, for the operator to pass on. */
  readonly sendsMail: boolean;
}

/** Registers sign-up, sign-in, sign-out and reset of the embedded accounts. */
export function registerMembers(app: FastifyInstance, options: MemberRouteOptions): void {
  const { members, cookie, devices, throttle } = options;

  async function welcome(reply: FastifyReply, { member, token }: SignedIn) {
    cookie.set(reply, token);
    await devices.remember(reply.request, reply, member.email);
    return answerEnvelope<AccountUser>({ email: member.email });
  }
  /** Ends the earlier session of the browser when it signs in, so that it cannot be continued. */
  async function endOld(request: Parameters<SessionCookie['read']>[0]): Promise<void> {
    const old = cookie.read(request);
    if (old !== null) await members.endSession(old);
  }

  app.post('/api/account/sign-up', async (request, reply) => {
    const { email, password } = read(Credentials, request.body);
    const abandon = await throttle.signUp({ client: networkOf(request), account: email });
    const signedIn = await members.signUp(email, password).catch(async (error: unknown) => {
      await abandon();
      throw error;
    });
    await endOld(request);
    return welcome(reply, signedIn);
  });
  app.post('/api/account/sign-in', async (request, reply) => {
    const { email, password } = read(Credentials, request.body);
    const device = await devices.knownFor(request, email);
    const succeed = await throttle.signIn({ client: networkOf(request), account: email }, device);
    const signedIn = await members.signIn(email, password, device !== null);
    await Promise.all([succeed(), endOld(request)]);
    return welcome(reply, signedIn);
  });
  app.post('/api/account/sign-out', async (request, reply) => {
    cookie.clear(reply);
    await endOld(request);
    return answerEnvelope({ changed: 1 });
  });
  app.post('/api/account/password-reset', async (request) => {
    const { email } = read(ResetRequest, request.body);
    const isNew = await throttle.reset({ client: networkOf(request), account: email });
    await options.checkStore();
    if (isNew) options.startReset(email);
    return answerEnvelope({ changed: 0, delivery: options.sendsMail ? 'mail' : 'operator' });
  });
  app.post('/api/account/new-password', async (request, reply) => {
    const { token, password } = read(NewPassword, request.body);
    await throttle.newPassword(networkOf(request), token);
    return welcome(reply, await members.finishReset(token, password));
  });
  app.delete('/api/account', async (request, reply) => {
    const token = cookie.read(request);
    const member = token === null ? null : await members.ofSession(token);
    if (member === null) throw new ToolError('not-signed-in', 'Please sign in first.');
    const { password } = read(Deletion, request.body ?? {});
    const succeed = await throttle.confirm(member.id);
    await members.remove(member, password);
    await succeed();
    cookie.clear(reply);
    devices.clear(reply);
    return answerEnvelope({ changed: 1 });
  });
}
