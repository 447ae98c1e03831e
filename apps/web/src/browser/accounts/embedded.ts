import { AccountUser, Changed, ResetStarted } from '@sonde/contract/account';
import { askAccount } from '../api/ask.ts';
import { AskError } from '../api/ask-error.ts';
import { hasHint } from '../storage/session-hint.ts';
import { IdentityError, type IdentityProvider, type User } from './identity-provider.ts';

const NO_ANSWER = 'The server does not respond. Please check the connection and try again.';

/** Accounts on our own server. The session cookie cannot be read by scripts. */
export function createProvider(): IdentityProvider {
  let tell: (user: User | null) => void = () => {};

  async function enter(path: string, body: object): Promise<void> {
    tell(await asked(askAccount(path, AccountUser, { method: 'POST', body })));
  }
  return {
    subscribe(onUser, onProblem) {
      tell = onUser;
      if (hasHint()) findOut(onUser, onProblem);
      return () => {
        tell = () => {};
      };
    },
    signIn: (email, password) => enter('/sign-in', { email, password }),
    signUp: (email, password) => enter('/sign-up', { email, password }),
    async signOut() {
      await asked(askAccount('/sign-out', Changed, { method: 'POST', body: {} }));
      tell(null);
    },
    async sendPasswordReset(email) {
      const started = await asked(askAccount('/password-reset', ResetStarted, { method: 'POST', body: { email } }));
      return started.delivery ?? 'mail';
    },
    setNewPassword: (token, password) => enter('/new-password', { token, password }),
    async deleteAccount(password) {
      await asked(askAccount('', Changed, { method: 'DELETE', body: { password } }));
      tell(null);
    },
    headers: async () => ({}),
  };
}

function findOut(onUser: (user: User | null) => void, onProblem: (message: string) => void): void {
  askAccount('', AccountUser).then(onUser, (error: unknown) => {
    if (error instanceof AskError && error.failure?.code === 'not-signed-in') onUser(null);
    else onProblem(textOf(error));
  });
}

async function asked<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    throw Object.assign(new IdentityError(textOf(cause)), { cause });
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof AskError) || error.stage === 'no-response') return NO_ANSWER;
  return error.serverMessage ?? error.message;
}
