import type { Flight, FlightReader } from '../../protocols/tls-records/flight.ts';
import type { ServerHello } from '../../protocols/tls-records/server-hello.ts';
import { versions } from '../../protocols/tls-records/versions.ts';
import { outcomeOf } from './ask.ts';
import { createClientKey, currentGroups } from './client-key.ts';
import { chromium } from './clients/hello-shapes.ts';
import { type Greeting, plainGreeting, shapedGreeting, speak } from './current-hello.ts';
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
  /** The known client whose hello it was; null for a hello of our own. */
  readonly client: string | null;
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
 * A handshake as Chromium makes it, read up to the point where the server waits for us; also what TLS 1.3 encrypts. Where
 * the server does not take it, another hello that offers the same. Null when the server takes no such client.
 * @throws the reason of the budget's signal
 */
export async function asCurrentClient(scan: Scan): Promise<CurrentSession | null> {
  const asChromium = await attempt(scan, shapedGreeting(scan, chromium));
  // A hello without what the server hangs up on is not Chromium's any more.
  if (asChromium !== null) return scan.without.length === 0 ? { ...asChromium, client: chromium.name } : asChromium;
  return attempt(scan, plainGreeting(scan, { suites: currentSuites, groups: currentGroups }));
}

/**
 * The same with a server of TLS 1.3 that takes no client of today: in the suite and the group that it has named.
 * @throws the reason of the budget's signal
 */
export async function asClientOf({ suite, group }: ServerHello, scan: Scan): Promise<CurrentSession | null> {
  return group === null ? null : attempt(scan, plainGreeting(scan, { suites: [suite], groups: [group] }));
}

/**
 * The same in TLS 1.3 with a server that asks for a certificate: says that there is none, and waits `waitMs` whether the
 * server minds.
 * @throws the reason of the budget's signal
 */
export async function asClientWithoutCertificate(scan: Scan, waitMs: number): Promise<CurrentSession | null> {
  return attempt(scan, plainGreeting(scan, { suites: currentSuites, groups: currentGroups }), { waitMs });
}

/**
 * The application protocol that a current client gets out of these; null for none.
 * @throws the reason of the budget's signal
 */
export async function alpnOfCurrentClient(scan: Scan, alpn: readonly string[]): Promise<string | null> {
  const offered = { suites: currentSuites, groups: currentGroups, alpn };
  return (await attempt(scan, plainGreeting(scan, offered)))?.alpn ?? null;
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
  const greeting = plainGreeting(scan, {
    suites: currentSuites,
    groups: currentGroups,
    ...(signatureAlgorithms && { signatureAlgorithms }),
  });
  const onAlert = (alert: number) => {
    refusedWith = alert;
  };
  return (await attempt(scan, greeting, { isBrief: true, onAlert })) ?? { refusedWith };
}

/** How a handshake goes on after the hello. */
interface Course {
  /** How long to wait whether a server without our certificate goes on; null: do not try. */
  readonly waitMs?: number | null;
  /** Nobody waits for a ticket. */
  readonly isBrief?: boolean;
  onAlert?(alert: number): void;
}

/** Gives the session as soon as it is there; the ticket after it is still on its way then. */
function attempt(scan: Scan, greeting: Greeting, course: Course = {}): Promise<CurrentSession | null> {
  return new Promise((resolve, reject) => {
    const { waitMs = null } = course;
    const ticket = withLine(scan, patienceMs(scan) + (waitMs ?? 0), (line) =>
      shakeHands(line, scan, { ...course, greeting, waitMs }, (session) =>
        resolve({ ...session, client: null, ticket: ticket.catch(() => null) }),
      ),
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

/** How the hands are shaken. */
interface Manner extends Course {
  readonly greeting: Greeting;
  readonly waitMs: number | null;
}

type Found = Omit<CurrentSession, 'firstByteAt' | 'lastByteAt' | 'ticket' | 'offered' | 'client'>;

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
  onMet: (session: Omit<CurrentSession, 'ticket' | 'client'>) => void,
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
  onMet({ ...shaken.found, ...times, offered: manner.greeting.suites });
  return shaken.goOn === null ? null : shaken.goOn();
}

async function negotiate(line: Line, scan: Scan, manner: Manner): Promise<Shaken | null> {
  const { greeting, waitMs, isBrief = false, onAlert } = manner;
  const { keys } = greeting;
  if (keys.length === 0) return null;
  const first = await speak(line, greeting.encode(keys, null));
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
  if (!serverHello.isRetryRequest) {
    const key = keys.find(({ share }) => share.group === serverHello.group);
    if (key === undefined) return onlyFound(sessionOf(serverHello, nothingEncrypted));
    return finish(first.reader, { key, said, waitMs });
  }
  const other = createClientKey(serverHello.group ?? 0);
  if (other === null) return onlyFound(sessionOf(serverHello, nothingEncrypted));
  const second = await speak(line, greeting.encode([other], serverHello), { isSecond: true });
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
