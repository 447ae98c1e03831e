import { resultWithin } from '../../../async/deadline.ts';
import { extensions } from '../../../protocols/tls-records/hello/extensions.ts';
import type { ServerHello } from '../../../protocols/tls-records/hello/server-hello.ts';
import { secp256r1, x25519 } from '../../../protocols/tls-records/registries/groups.ts';
import { exchangeTimeoutMs, type Scan, withConnection } from '../connection/dial.ts';
import type { TlsConnection } from '../connection/tls-connection.ts';
import { currentGroups } from './client-key.ts';
import { browserHello, type ClientHelloMaker, type OwnHelloOptions, ownHello } from './current-hello.ts';
import { chromium } from './hello-shapes.ts';
import { type HandshakeOptions, type NegotiationResult, negotiate, type SessionParameters } from './negotiate.ts';
import { resultOfError } from './send-hello.ts';
import type { Ticket } from './tls13/tickets.ts';

/** The cipher suites of current browsers, in their order. */
export const currentSuites: readonly number[] = [
  0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc013, 0xc014, 0x009c, 0x009d, 0x002f,
  0x0035,
];

/** What a current client negotiates. */
export interface CurrentSession extends SessionParameters {
  /** The known client whose hello was sent; null for Sonde's own hello. */
  readonly client: string | null;
  /** The cipher suites that the server could select from. */
  readonly offered: readonly number[];
  /** When the server's first byte arrived. */
  readonly firstByteAt: Date;
  readonly lastByteAt: Date;
  /** Resolves later: the session ticket of TLS 1.3, `none`, or null if it could not be determined. */
  readonly ticket: Promise<Ticket | 'none' | null>;
}

/** A server that has not answered Chromium's hello by then gets the shorter one, too. */
const ANSWERS_WITHIN_MS = 1500;

/**
 * Makes a handshake with Chromium's hello up to the point where the server waits for the client, and decrypts what TLS 1.3
 * encrypts. If the server refuses, or does not answer soon, another hello with the same offer is sent, and the first handshake
 * counts. Null if the server refuses both.
 * @throws the reason of the budget's signal
 */
export async function handshakeAsCurrentClient(scan: Scan): Promise<CurrentSession | null> {
  let abandon = () => {};
  const abandoned = new Promise<null>((resolve) => {
    abandon = () => resolve(null);
  });
  const asBrowser = handshake(scan, browserHello(scan, chromium), { abandoned });
  const soon = await resultWithin(asBrowser, ANSWERS_WITHIN_MS);
  // A hello without an extension that the server does not tolerate is no longer Chromium's.
  const asChromium = (session: CurrentSession) =>
    scan.without.length === 0 ? { ...session, client: chromium.name } : session;
  if (soon) return asChromium(soon);
  const other = handshake(scan, ownHello(scan, { suites: currentSuites, groups: currentGroups }));
  const late = asBrowser.then((session) => session && asChromium(session));
  const session = await Promise.race([late.then((found) => found ?? other), other.then((found) => found ?? late)]);
  abandon();
  return session;
}

/**
 * The same with a TLS 1.3 server that refuses every current client: offers only the suite and the group that it chose.
 * @throws the reason of the budget's signal
 */
export async function handshakeWithSuiteOf({ suite, group }: ServerHello, scan: Scan): Promise<CurrentSession | null> {
  return group === null ? null : handshake(scan, ownHello(scan, { suites: [suite], groups: [group] }));
}

/**
 * The same in TLS 1.3 with a server that requests a client certificate: sends an empty Certificate message, and waits
 * `waitMs` for the server to reject it.
 * @throws the reason of the budget's signal
 */
export async function handshakeWithoutClientCertificate(scan: Scan, waitMs: number): Promise<CurrentSession | null> {
  return handshake(scan, ownHello(scan, { suites: currentSuites, groups: currentGroups }), { waitMs });
}

/**
 * The application protocol that the server selects from these for a current client; null for none.
 * @throws the reason of the budget's signal
 */
export async function alpnOfCurrentClient(scan: Scan, alpn: readonly string[]): Promise<string | null> {
  const offered = { suites: currentSuites, groups: currentGroups, alpn };
  return (await handshake(scan, ownHello(scan, offered)))?.alpn ?? null;
}

/** TLS 1.3 and 1.2 with AES-GCM, ChaCha20 and, last, RSA key exchange. */
const shortSuites: readonly number[] = [0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0x009c, 0x002f];
const shortGroups: readonly number[] = [x25519, secp256r1];
const shortSignatures: readonly number[] = [0x0403, 0x0503, 0x0804, 0x0805, 0x0401, 0x0501];
const notInShortHello: readonly number[] = [
  extensions.statusRequest,
  extensions.timestamps,
  extensions.signatureAlgorithmsCert,
];

/** A hello with only what nearly every server needs, of some 200 octets: no post-quantum key share, no long lists. */
export function shortHello({ peer, without }: Pick<Scan, 'peer' | 'without'>): ClientHelloMaker {
  return ownHello(
    { peer, without: [...without, ...notInShortHello] },
    { suites: shortSuites, groups: shortGroups, alpn: null, signatureAlgorithms: shortSignatures },
  );
}

/**
 * One handshake with the short hello, within `timeoutMs`. Null if the server refuses it or stays silent.
 * @throws the reason of the budget's signal
 */
export async function handshakeWithShortHello(scan: Scan, timeoutMs: number): Promise<CurrentSession | null> {
  return handshake(scan, shortHello(scan), { isBrief: true, timeoutMs });
}

/** A session, or the alert that refused it; null if the server closed the connection or stayed silent. */
export type SessionOrRefusal = CurrentSession | { readonly refusedWith: number | null };

/**
 * One handshake up to the server's Finished, for a client that offers this (default: what a current client does, with all
 * signature algorithms). Its key share is for the first of the groups.
 * @throws the reason of the budget's signal
 */
export async function handshakeUpToFinished(
  scan: Scan,
  offered: Partial<OwnHelloOptions> = {},
): Promise<SessionOrRefusal> {
  let refusedWith: number | null = null;
  const hello = ownHello(scan, { suites: currentSuites, groups: currentGroups, ...offered });
  const onAlert = (alert: number) => {
    refusedWith = alert;
  };
  return (await handshake(scan, hello, { isBrief: true, onAlert })) ?? { refusedWith };
}

interface AttemptOptions {
  readonly timeoutMs?: number;
  /** Resolves when the reply is not needed any more; the connection is then closed. */
  readonly abandoned?: Promise<null>;
}

/** Resolves as soon as the session is known; its ticket may still follow. */
function handshake(
  scan: Scan,
  hello: ClientHelloMaker,
  options: HandshakeOptions & AttemptOptions = {},
): Promise<CurrentSession | null> {
  return new Promise((resolve, reject) => {
    const timeoutMs = options.timeoutMs ?? exchangeTimeoutMs(scan) + (options.waitMs ?? 0);
    const ticket = withConnection(scan, timeoutMs, async (connection) => {
      const negotiating = negotiateTimed(connection, scan, hello, options);
      const result = await (options.abandoned ? Promise.race([negotiating, options.abandoned]) : negotiating);
      if (result === null) return null;
      const { parameters, times, readTicket } = result;
      const sessionTicket = ticket.catch(() => null);
      resolve({ ...parameters, ...times, offered: hello.suites, client: null, ticket: sessionTicket });
      return readTicket === null ? null : readTicket();
    });
    ticket.then(
      () => resolve(null),
      (error) => {
        try {
          resultOfError(error, scan);
          resolve(null);
        } catch (reason) {
          reject(reason);
        }
      },
    );
  });
}

interface TimedResult extends NegotiationResult {
  readonly times: Pick<CurrentSession, 'firstByteAt' | 'lastByteAt'>;
}

/** `negotiate`, with the times of the server's first and last byte. */
async function negotiateTimed(
  connection: TlsConnection,
  scan: Scan,
  hello: ClientHelloMaker,
  options: HandshakeOptions,
): Promise<TimedResult | null> {
  let firstByteAt: Date | null = null;
  let lastByteAt = new Date();
  const timed: TlsConnection = {
    ...connection,
    async receive() {
      const bytes = await connection.receive();
      lastByteAt = new Date();
      firstByteAt ??= lastByteAt;
      return bytes;
    },
  };
  const result = await negotiate(timed, scan, hello, options);
  return result && { ...result, times: { firstByteAt: firstByteAt ?? lastByteAt, lastByteAt } };
}
