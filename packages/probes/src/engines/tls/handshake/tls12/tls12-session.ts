import { createMessageReader, messageTypes } from '../../../../protocols/tls-records/messages.ts';
import { createRecordReader, recordTypes, type TlsRecord } from '../../../../protocols/tls-records/records.ts';
import { exchangeTimeoutMs, type Scan, withConnection } from '../../connection/dial.ts';
import type { TlsConnection } from '../../connection/tls-connection.ts';
import { resultOfError } from '../send-hello.ts';
import { completeTls12Handshake, type Tls12Handshake, tls12Hello } from './tls12-handshake.ts';

/** Milliseconds to wait for the reaction, in addition to one round trip. */
const WAIT_MS = 1000;
const RECORD_HEADER = 5;

/**
 * Completes a handshake. Null if the server does not complete it with us.
 * @throws the reason of the budget's signal
 */
export async function openTls12Session(scan: Scan, version: number): Promise<Tls12Handshake | null> {
  return withHandshake(scan, version, async (_connection, handshake) => handshake);
}

/**
 * Starts a renegotiation: true if the server begins a new handshake, false if it refuses. Null if it stays silent, or does
 * not complete the first handshake.
 * @throws the reason of the budget's signal
 */
export async function allowsRenegotiation(scan: Scan, version: number): Promise<boolean | null> {
  return withHandshake(scan, version, (connection, handshake, waitMs) =>
    renegotiate(connection, scan, handshake, waitMs),
  );
}

async function withHandshake<T>(
  scan: Scan,
  version: number,
  work: (connection: TlsConnection, handshake: Tls12Handshake, waitMs: number) => Promise<T>,
): Promise<T | null> {
  const waitMs = WAIT_MS + 2 * scan.roundTripMs;
  try {
    return await withConnection(scan, exchangeTimeoutMs(scan) + waitMs, async (connection) => {
      const handshake = await completeTls12Handshake(connection, scan, version, waitMs);
      return handshake && (await work(connection, handshake, waitMs));
    });
  } catch (error) {
    resultOfError(error, scan);
    return null;
  }
}

/**
 * The content type of a record is not encrypted: a handshake record means that the server begins a new handshake; an alert or
 * a closed connection means that it refuses.
 */
async function renegotiate(
  connection: TlsConnection,
  scan: Scan,
  handshake: Tls12Handshake,
  waitMs: number,
): Promise<boolean | null> {
  const { hello, verifyData, seal, next } = handshake;
  // Without RFC 5746, the second hello has no renegotiation_info, as in clients of that time.
  const renegotiated = hello.hasSecureRenegotiation ? { renegotiated: verifyData } : {};
  const again = tls12Hello(scan, hello.version, { suites: [hello.suite], ...renegotiated });
  try {
    await connection.send(seal(recordTypes.handshake, again.subarray(RECORD_HEADER)));
    const end = performance.now() + waitMs;
    let record = await next(waitMs);
    const speaksFirst = record?.type === recordTypes.applicationData;
    while (record?.type === recordTypes.applicationData) record = await next(Math.max(0, end - performance.now()));
    if (record === undefined) return null;
    if (record?.type === recordTypes.handshake) return true;
    // A server that sends data on its own initiative may also have closed the connection for its own reasons.
    return speaksFirst ? null : false;
  } catch (error) {
    return resultOfError(error, scan).kind === 'closed' ? false : null;
  }
}

/**
 * Offers the session again on a new connection: true if the server resumes it, false if it makes a full handshake instead or
 * gave neither session ID nor ticket. Null if it does neither.
 * @throws the reason of the budget's signal
 */
export async function isTls12SessionResumed(
  scan: Scan,
  { hello, ticket }: Pick<Tls12Handshake, 'hello' | 'ticket'>,
): Promise<boolean | null> {
  if (ticket === null && hello.sessionId.length === 0) return false;
  const session = ticket === null ? { sessionId: hello.sessionId } : { ticket: ticket.bytes };
  const again = tls12Hello(scan, hello.version, { suites: [hello.suite], ...session });
  try {
    return await withConnection(scan, exchangeTimeoutMs(scan), async (connection) => {
      await connection.send(again);
      return await isAbbreviated(connection);
    });
  } catch (error) {
    resultOfError(error, scan);
    return null;
  }
}

/** An abbreviated handshake has ChangeCipherSpec where a full one has Certificate (RFC 5246 section 7.3). */
async function isAbbreviated(connection: TlsConnection): Promise<boolean | null> {
  const records = createRecordReader();
  const messages = createMessageReader();
  let hasHello = false;
  const kindShownBy = ({ type, payload }: TlsRecord): HandshakeKind | null => {
    if (type === recordTypes.changeCipherSpec && hasHello) return 'abbreviated';
    if (type !== recordTypes.handshake) return 'neither';
    for (const message of messages.push(payload)) {
      if (message.type === messageTypes.serverHello) hasHello = true;
      else if (message.type !== messageTypes.newSessionTicket) return hasHello ? 'full' : 'neither';
    }
    return null;
  };
  for (;;) {
    const bytes = await connection.receive();
    if (bytes === null) return null;
    // Later records are encrypted and cannot be read.
    for (const record of records.push(bytes)) {
      const kind = kindShownBy(record);
      if (kind !== null) return kind === 'neither' ? null : kind === 'abbreviated';
    }
  }
}

type HandshakeKind = 'abbreviated' | 'full' | 'neither';
