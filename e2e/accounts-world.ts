import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { type CertificateSearchLab, startCertificateSearchLab } from '../lab/src/tls/certificate-search-lab.ts';
import { startSonde } from './serve.ts';

/** A server with accounts, and what its tests need to know about the provider. */
export interface AccountsWorld {
  readonly url: string;
  /** Whether the server trusts a proxy on this machine, so that each test can have a different client address. */
  readonly trustsProxy: boolean;
  /** The messages of the provider. */
  readonly messages: Readonly<Record<'wrong' | 'unknown' | 'weak' | 'taken', string>>;
  /** Waits for the mail to this address and returns the link in it. */
  resetLink(email: string): Promise<string>;
  /** The search of certificate logs that the server asks; absent if it asks none. */
  readonly search?: CertificateSearchLab;
  stop(): Promise<void>;
}

export const PASSWORD = 'correct horse battery';
export const someone = () => `${randomUUID()}@example.com`;

const WRONG = 'The email address or the password is wrong.';

/** The embedded accounts, with a mail server. */
export async function startEmbedded(): Promise<AccountsWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonde-e2e-'));
  const [mails, search] = await Promise.all([startMailServer(), startCertificateSearchLab()]);
  const sonde = await startSonde({
    SONDE_DATA_DIR: dataDir,
    SONDE_RESOLVERS: process.env['SONDE_E2E_RESOLVER'] ?? '',
    // Each test has a different client address, like real visitors.
    SONDE_TRUST_PROXY: '127.0.0.1',
    SONDE_CT_URLS: `certspotter=${search.url}`,
    SONDE_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
  });
  return {
    url: sonde.url,
    trustsProxy: true,
    messages: {
      wrong: WRONG,
      unknown: WRONG,
      weak: 'The password must have at least 8 characters.',
      taken: 'An account with this email address exists already.',
    },
    resetLink: mails.linkTo,
    search,
    async stop() {
      await sonde.stop();
      await Promise.all([mails.stop(), search.stop()]);
      await rm(dataDir, { recursive: true });
    },
  };
}

async function startMailServer() {
  const texts: string[] = [];
  let heard = () => {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        texts.push(Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '='));
        heard();
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    async linkTo(email: string): Promise<string> {
      for (;;) {
        const text = texts.findLast((one) => one.includes(`To: ${email}`));
        const link = /http:\S+\/login\?reset=\S+/.exec(text ?? '')?.[0];
        if (link !== undefined) return link;
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
