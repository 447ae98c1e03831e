import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import type { Authority, Wish } from './certificates.ts';
import { hostAddress, isNotHere, listenAt, type Place } from './place.ts';

/** A mail server that accepts no mail: it greets, offers STARTTLS, and closes the session on QUIT. */
export interface MailServer extends Place {
  /** SHA-256 of the key of its certificate, for a TLSA record; null without TLS. */
  readonly keyDigest: string | null;
  stop(): Promise<void>;
}

interface MailServerOptions {
  /** Absent: it does not offer STARTTLS. */
  readonly certificate?: Wish;
  /** Its first reply; default: a greeting. */
  readonly refusal?: string;
}

/** The mail servers of the demo, by name. */
export const mailServers = {
  'mail.shop.test': { certificate: {} },
  'mail2.shop.test': { certificate: {} },
  'mail.careless.test': {},
  'mail.renewed.test': { certificate: {} },
  'old.mixed.test': { certificate: { validDays: [-100, -10] } },
  'busy.mixed.test': { refusal: '450 4.3.2 Come again later' },
} as const satisfies Record<string, MailServerOptions>;
export type MailServerName = keyof typeof mailServers;

const SMTP_PORT = 25;
const IDLE_MS = 60_000;

/** Null if port 25 needs privileges or is taken, or the host has no address of its own: mail has no other port. */
export async function startMailServer(
  host: number,
  name: MailServerName,
  authority: Authority,
): Promise<MailServer | null> {
  const { certificate, refusal }: MailServerOptions = mailServers[name];
  const issued = certificate === undefined ? null : await authority.issue(name, certificate);
  const context = issued && createSecureContext({ cert: issued.chain, key: issued.key });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.write(refusal === undefined ? `220 ${name} ESMTP\r\n` : `${refusal}\r\n`);
    converse(socket, name, context);
  });
  try {
    const place = await listenAt(server, { address: hostAddress(host), port: SMTP_PORT });
    return {
      ...place,
      keyDigest: issued && keyDigestOf(issued.chain),
      async stop() {
        for (const socket of sockets) socket.destroy();
        await once(server.close(), 'close');
      },
    };
  } catch (error) {
    if (!isNotHere(error)) throw error;
    return null;
  }
}

const MAX_LINE = 1000;

/** Answers each line; after STARTTLS the conversation continues over TLS. */
function converse(socket: Socket, name: string, context: SecureContext | null): void {
  let buffered = '';
  const read = (bytes: Buffer) => {
    buffered += bytes.toString('latin1');
    if (buffered.length > MAX_LINE) socket.destroy();
    for (let end = buffered.indexOf('\n'); end !== -1; end = buffered.indexOf('\n')) {
      const command = buffered.slice(0, end).trim().toUpperCase();
      buffered = buffered.slice(end + 1);
      if (command === 'STARTTLS' && context !== null) {
        socket.off('data', read);
        socket.write('220 Ready\r\n', () => secure(socket, name, context));
        return;
      }
      reply(socket, command, name, context !== null);
    }
  };
  socket.on('data', read);
}

function secure(socket: Socket, name: string, context: SecureContext): void {
  const secured = new TLSSocket(socket, { isServer: true, secureContext: context });
  secured.on('error', () => socket.destroy());
  converse(secured, name, null);
}

function reply(socket: Socket, command: string, name: string, offersTls: boolean): void {
  if (command === 'QUIT') socket.end('221 Goodbye\r\n');
  else if (command.startsWith('EHLO')) {
    socket.write(offersTls ? `250-${name}\r\n250-8BITMIME\r\n250 STARTTLS\r\n` : `250-${name}\r\n250 8BITMIME\r\n`);
  } else socket.write('502 This server of the demo takes no mail\r\n');
}

function keyDigestOf(pem: string): string {
  const key = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('hex').toUpperCase();
}
