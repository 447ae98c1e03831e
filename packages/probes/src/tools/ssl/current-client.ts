import { encodeClientHello } from '../../protocols/tls-records/client-hello.ts';
import { createFlightReader, type Flight, type FlightReader } from '../../protocols/tls-records/flight.ts';
import { x25519mlkem768 } from '../../protocols/tls-records/groups.ts';
import type { ServerHello } from '../../protocols/tls-records/server-hello.ts';
import { versions } from '../../protocols/tls-records/versions.ts';
import { outcomeOf } from './ask.ts';
import { browserProtocols } from './browser-protocols.ts';
import { type ClientKey, createClientKey, currentGroups } from './client-key.ts';
import { patienceMs, type Scan, withLine } from './dial.ts';
import { type Agreement, type EncryptedPart, nothingEncrypted, readEncrypted } from './encrypted-flight.ts';
import { messageHash } from './key-schedule.ts';
import type { Line } from './line.ts';
import { readTicket, type Ticket } from './tickets.ts';

/** What browsers offer, in their order. */
export const currentSuites: readonly number[] = [
  0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc013, 0xc014, 0x009c, 0x009d, 0x002f,
  0x0035,
];

/** What a client of today gets. */
export interface CurrentSession extends EncryptedPart {
  readonly version: number;
  readonly suite: number;
  /** Null where the key is not exchanged in a group. */
  readonly group: number | null;
  /** The suites that it was picked from. */
  readonly offered: readonly number[];
  readonly sessionId: Uint8Array;
  /** Of the server's bytes. */
  readonly firstByteAt: Date;
  readonly lastByteAt: Date;
  /** Comes later: the ticket of TLS 1.3 after it, `none`, or null when that was not seen. */
  readonly ticket: Promise<Ticket | 'none' | null>;
}

/**
 * A handshake as a browser makes it, read up to the point where the server waits for us; also what TLS 1.3 encrypts. Null
 * when the server takes no such client.
 * @throws the reason of the budget's signal
 */
export async function asCurrentClient(scan: Scan): Promise<CurrentSession | null> {
  // A key of ML-KEM cannot be made here, but a server that insists on one names version and suite all the same.
  const current: Manner = { suites: currentSuites, groups: currentGroups, waitMs: null };
  return (
    (await attempt(scan, current)) ?? (await attempt(scan, { ...current, groups: [x25519mlkem768, ...currentGroups] }))
  );
}

/**
 * The same with a server of TLS 1.3 that takes no client of today: in the suite and the group that it has named.
 * @throws the reason of the budget's signal
 */
export async function asClientOf({ suite, group }: ServerHello, scan: Scan): Promise<CurrentSession | null> {
  return group === null ? null : attempt(scan, { suites: [suite], groups: [group], waitMs: null });
}

/**
 * The same in TLS 1.3 with a server that asks for a certificate: says that there is none, and waits `waitMs` whether the
 * server minds.
 * @throws the reason of the budget's signal
 */
export async function asClientWithoutCertificate(scan: Scan, waitMs: number): Promise<CurrentSession | null> {
  return attempt(scan, { suites: currentSuites, groups: currentGroups, waitMs });
}

/**
 * The application protocol that a current client gets out of these; null for none.
 * @throws the reason of the budget's signal
 */
export async function alpnOfCurrentClient(scan: Scan, alpn: readonly string[]): Promise<string | null> {
  return (await attempt(scan, { suites: currentSuites, groups: currentGroups, waitMs: null, alpn }))?.alpn ?? null;
}

/** What a client of today gets that sends other things, or why it gets nothing. */
export type BriefSession = CurrentSession | { readonly refusedWith: number | null };

/**
 * One handshake up to the server's Finished; `signatureAlgorithms`: what the client supports. `refusedWith` is the alert,
 * null when the server hung up or kept silent.
 * @throws the reason of the budget's signal
 */
export async function asBriefClient(scan: Scan, signatureAlgorithms?: readonly number[]): Promise<BriefSession> {
  let refusedWith: number | null = null;
  const brief: Manner = {
    suites: currentSuites,
    groups: currentGroups,
    waitMs: null,
    isBrief: true,
    onAlert: (alert) => {
      refusedWith = alert;
    },
    ...(signatureAlgorithms && { signatureAlgorithms }),
  };
  return (await attempt(scan, brief)) ?? { refusedWith };
}

/** How the hands are shaken. */
interface Manner {
  readonly suites: readonly number[];
  readonly groups: readonly number[];
  /** How long to wait whether a server without our certificate goes on; null: do not try. */
  readonly waitMs: number | null;
  /** Default: what browsers offer. */
  readonly alpn?: readonly string[];
  /** Default: everything that has a name. */
  readonly signatureAlgorithms?: readonly number[];
  /** Nobody waits for a ticket. */
  readonly isBrief?: boolean;
  onAlert?(alert: number): void;
}

/** Gives the session as soon as it is there; the ticket after it is still on its way then. */
function attempt(scan: Scan, manner: Manner): Promise<CurrentSession | null> {
  return new Promise((resolve, reject) => {
    const ticket = withLine(scan, patienceMs(scan) + (manner.waitMs ?? 0), (line) =>
      shakeHands(line, scan, manner, (session) => resolve({ ...session, ticket: ticket.catch(() => null) })),
    );
    ticket.then(
      () => resolve(null),
      (error) => {
        try {
          outcomeOf(error, scan);
          resolve(null);
        } catch (reason) {
          reject(reason);
        }
      },
    );
  });
}

interface Spoken {
  readonly hello: Uint8Array;
  readonly reader: FlightReader;
}

type Found = Omit<CurrentSession, 'firstByteAt' | 'lastByteAt' | 'ticket' | 'offered'>;

/** What was found, and how to go on. */
interface Shaken {
  readonly found: Found;
  /** Null where there is nothing more to learn. */
  readonly goOn: (() => Promise<Ticket | 'none' | null>) | null;
}

async function shakeHands(
  line: Line,
  scan: Scan,
  manner: Manner,
  onMet: (session: Omit<CurrentSession, 'ticket'>) => void,
): Promise<Ticket | 'none' | null> {
  const clock = { first: null as Date | null, last: new Date() };
  const timed: Line = {
    ...line,
    async receive() {
      const bytes = await line.receive();
      clock.last = new Date();
      clock.first ??= clock.last;
      return bytes;
    },
  };
  const shaken = await negotiate(timed, scan, manner);
  if (shaken === null) return null;
  const times = { firstByteAt: clock.first ?? clock.last, lastByteAt: clock.last };
  onMet({ ...shaken.found, ...times, offered: manner.suites });
  return shaken.goOn === null ? null : shaken.goOn();
}

async function negotiate(
  line: Line,
  scan: Scan,
  { suites, groups, waitMs, alpn = browserProtocols, signatureAlgorithms, isBrief = false, onAlert }: Manner,
): Promise<Shaken | null> {
  const random = crypto.getRandomValues(new Uint8Array(32));
  const ours = groups.find((group) => group !== x25519mlkem768);
  const key = ours === undefined ? null : createClientKey(ours);
  if (key === null) return null;
  const offer = { random, suites, groups, alpn, ...(signatureAlgorithms && { signatureAlgorithms }) };
  const first = await speak(line, scan, { ...offer, key });
  const { serverHello, serverHelloBytes, alert } = first.reader.flight;
  if (alert !== null) onAlert?.(alert);
  if (serverHello === null || serverHelloBytes === null) return null;
  // Older than offered: a client of today ends the connection here.
  if (serverHello.version < versions['TLSv1.2']) return null;
  if (serverHello.version < versions['TLSv1.3']) return onlyFound(plainSession(serverHello, first.reader.flight));
  const said = [messageOf(first.hello)];
  const finish = async (reader: FlightReader, agreement: Agreement): Promise<Shaken> => {
    const encrypted = await readEncrypted(line, reader, agreement);
    const found = sessionOf(reader.flight.serverHello ?? serverHello, encrypted?.part ?? nothingEncrypted);
    const end = encrypted?.end ?? null;
    if (end === null || waitMs !== null || isBrief) return onlyFound(found);
    return { found, goOn: () => readTicket(line, reader, end, TICKET_WAIT_MS + 2 * scan.roundTripMs) };
  };
  if (!serverHello.isRetryRequest) return finish(first.reader, { key, said, waitMs });
  const other = createClientKey(serverHello.group ?? 0);
  if (other === null) return onlyFound(sessionOf(serverHello, nothingEncrypted));
  const second = await speak(line, scan, { ...offer, key: other, retry: serverHello });
  const again = [messageHash(serverHello.suite, messageOf(first.hello)), serverHelloBytes, messageOf(second.hello)];
  return finish(second.reader, { key: other, said: again, waitMs });
}

/** Tickets come in the round trip after the handshake. */
const TICKET_WAIT_MS = 1000;

function onlyFound(found: Found): Shaken {
  return { found, goOn: null };
}

/** A record's payload: the message in it. */
function messageOf(record: Uint8Array): Uint8Array {
  return record.subarray(5);
}

interface Hello {
  readonly random: Uint8Array;
  readonly suites: readonly number[];
  readonly groups: readonly number[];
  readonly key: ClientKey;
  readonly alpn: readonly string[];
  readonly signatureAlgorithms?: readonly number[];
  readonly retry?: ServerHello;
}

/** Sends a hello, the same again but for the key when it is the second, and reads what can be read without keys. */
async function speak(
  line: Line,
  { peer, without }: Scan,
  { random, suites, groups, key, alpn, signatureAlgorithms, retry }: Hello,
): Promise<Spoken> {
  const hello = encodeClientHello({
    version: versions['TLSv1.3'],
    withTls12: true,
    suites,
    random,
    serverName: peer.serverName,
    groups,
    keyShares: [key.share],
    alpn,
    without,
    withStatus: true,
    ...(signatureAlgorithms && { signatureAlgorithms }),
    ...(retry?.cookie ? { cookie: retry.cookie } : {}),
  });
  await line.send(hello);
  const reader = createFlightReader({ isSecond: retry !== undefined });
  while (!reader.flight.isDone && reader.flight.alert === null) {
    const bytes = await line.receive();
    if (bytes === null) break;
    reader.push(bytes);
  }
  return { hello, reader };
}

function sessionOf({ version, suite, group, sessionId }: ServerHello, more: EncryptedPart): Found {
  return { version, suite, group, sessionId, ...more };
}

function plainSession(hello: ServerHello, flight: Flight): Found {
  return sessionOf(hello, {
    alpn: hello.alpn,
    certificates: flight.certificates,
    ocspResponse: flight.ocspResponse,
    timestamps: hello.timestamps,
    asksForCertificate: flight.asksForCertificate,
    insists: null,
  });
}
