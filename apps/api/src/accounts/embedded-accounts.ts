import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { listeningUrl } from '../http/listening-url.ts';
import { createMailer } from '../stores/mail.ts';
import { keptSecret } from '../stores/secret.ts';
import type { Store } from '../stores/store.ts';
import type { AccountOptions, IdentitySource } from './identity-source.ts';
import { createDeviceCookie } from './sign-in/device-cookie.ts';
import { registerMembers } from './sign-in/member-routes.ts';
import { createMembers, type Members } from './sign-in/members.ts';
import { createPasswords } from './sign-in/passwords.ts';
import { resetMail } from './sign-in/reset-mail.ts';
import { createSessionCookie } from './sign-in/session-cookie.ts';
import { createThrottle } from './sign-in/throttle.ts';
import { cookieVisitors } from './visitors.ts';

/** How long a stop waits for mails that are being sent. */
const SETTLE_MS = 2_000;

/** Accounts in this server's own store: email and password, session cookie, reset by mail. */
export function embeddedAccounts(app: FastifyInstance, store: Store, options: AccountOptions): IdentitySource {
  const { config, isSecure, now } = options;
  const { accounts: settings, brand } = config;
  let secret: Promise<string> | null = settings.secret === null ? null : Promise.resolve(settings.secret);
  const secretOf = () => {
    secret ??= keptSecret(settings.dataDir);
    // A failure is not remembered, since the folder may become writable later.
    secret.catch(() => {
      secret = null;
    });
    return secret;
  };
  const members = createMembers({ store, passwords: createPasswords(options.derivePassword), secret: secretOf });
  const cookie = createSessionCookie(isSecure);
  const send = createMailer({ smtpUrl: settings.smtpUrl, from: settings.mailFrom }, (mail) =>
    app.log.warn({ mail }, 'mail not sent: SONDE_SMTP_URL is not set'),
  );
  const underWay = new Set<Promise<void>>();

  async function reset(from: Members, email: string): Promise<void> {
    const token = await from.beginReset(email);
    if (token === null) return;
    const mail = resetMail(brand, config.publicUrl ?? listeningUrl(app), email, token);
    await send(mail).catch(async (error: unknown) => {
      await from.cancelReset(token).catch(() => undefined);
      throw error;
    });
  }
  return {
    visitors: cookieVisitors(cookie, members),
    register(scope: FastifyInstance) {
      registerMembers(scope, {
        members,
        cookie,
        devices: createDeviceCookie(isSecure, () => store.use(secretOf)),
        throttle: createThrottle(now, options.shared),
        checkStore: () =>
          store.use(async (db) => void (await db.selectFrom('members').select('id').limit(1).execute())),
        sendsMail: settings.smtpUrl !== null,
        startReset(email) {
          const work = reset(members, email)
            .catch((err: unknown) => app.log.error({ err }, 'a reset mail was not sent'))
            .finally(() => underWay.delete(work));
          underWay.add(work);
        },
      });
    },
    async settle() {
      await Promise.race([Promise.all(underWay), sleep(SETTLE_MS, null, { ref: false })]);
    },
  };
}
