import { createMessageReader, messageTypes } from '../../protocols/tls-records/messages.ts';
import { createRecordReader, recordTypes, type TlsRecord } from '../../protocols/tls-records/records.ts';
import { outcomeOf } from './ask.ts';
import { patienceMs, type Scan, withLine } from './dial.ts';
import type { Line } from './line.ts';
import { type OlderHandshake, olderHello, shakeOlderHands } from './older-handshake.ts';

/** An answer within the next round trip counts. */
const WAIT_MS = 1000;
const RECORD_HEADER = 5;

/**
 * Shakes hands to the end. Null when the server does not come so far with us.
 * @throws the reason of the budget's signal
 */
export async function openOlderSession(scan: Scan, version: number): Promise<OlderHandshake | null> {
  return withHandshake(scan, version, async (_line, handshake) => handshake);
}

/**
 * Asks for another handshake inside the first: true when the server begins one, false when it refuses. Null when it keeps
 * silent, or does not come so far.
 * @throws the reason of the budget's signal
 */
export async function isRenegotiating(scan: Scan, version: number): Promise<boolean | null> {
  return withHandshake(scan, version, (line, handshake, waitMs) => renegotiate(line, scan, handshake, waitMs));
}

async function withHandshake<T>(
  scan: Scan,
  version: number,
  work: (line: Line, handshake: OlderHandshake, waitMs: number) => Promise<T>,
): Promise<T | null> {
  const waitMs = WAIT_MS + 2 * scan.roundTripMs;
  try {
    return await withLine(scan, patienceMs(scan) + waitMs, async (line) => {
      const handshake = await shakeOlderHands(line, scan, version, waitMs);
      return handshake && (await work(line, handshake, waitMs));
    });
  } catch (error) {
    outcomeOf(error, scan);
    return null;
  }
}

/**
 * Types of records are in the open: a handshake message is the beginning of another handshake, an alert or a hang-up its
 * refusal.
 */
async function renegotiate(line: Line, scan: Scan, handshake: OlderHandshake, waitMs: number): Promise<boolean | null> {
  const { hello, verifyData, seal, next } = handshake;
  // A server that does not know RFC 5746 is asked as clients before it did.
  const renegotiated = hello.hasSecureRenegotiation ? { renegotiated: verifyData } : {};
  const again = olderHello(scan, hello.version, { suites: [hello.suite], ...renegotiated });
  try {
    await line.send(seal(recordTypes.handshake, again.bytes.subarray(RECORD_HEADER)));
    const record = await next(waitMs);
    if (record === undefined) return null;
    return record?.type === recordTypes.handshake;
  } catch (error) {
    return outcomeOf(error, scan).kind === 'closed' ? false : null;
  }
}

/**
 * Offers the session again on a new connection: true when the server goes on with it, false when it makes a whole handshake
 * instead, or gave nothing to resume by. Null when it does neither.
 * @throws the reason of the budget's signal
 */
export async function isOlderSessionResumed(
  scan: Scan,
  { hello, ticket }: Pick<OlderHandshake, 'hello' | 'ticket'>,
): Promise<boolean | null> {
  if (ticket === null && hello.sessionId.length === 0) return false;
  const by = ticket === null ? { sessionId: hello.sessionId } : { ticket: ticket.bytes };
  const again = olderHello(scan, hello.version, { suites: [hello.suite], ...by });
  try {
    return await withLine(scan, patienceMs(scan), async (line) => {
      await line.send(again.bytes);
      return await endsShort(line);
    });
  } catch (error) {
    outcomeOf(error, scan);
    return null;
  }
}

/** A short handshake has ChangeCipherSpec where a whole one has a certificate (RFC 5246 section 7.3). */
async function endsShort(line: Line): Promise<boolean | null> {
  const records = createRecordReader();
  const messages = createMessageReader();
  let hasHello = false;
  const verdictOf = ({ type, payload }: TlsRecord): Verdict | null => {
    if (type === recordTypes.changeCipherSpec && hasHello) return 'short';
    if (type !== recordTypes.handshake) return 'neither';
    for (const message of messages.push(payload)) {
      if (message.type === messageTypes.serverHello) hasHello = true;
      else if (message.type !== messageTypes.newSessionTicket) return hasHello ? 'whole' : 'neither';
    }
    return null;
  };
  for (;;) {
    const bytes = await line.receive();
    if (bytes === null) return null;
    // What comes behind the verdict is encrypted, and cannot be read.
    for (const record of records.push(bytes)) {
      const verdict = verdictOf(record);
      if (verdict !== null) return verdict === 'neither' ? null : verdict === 'short';
    }
  }
}

type Verdict = 'short' | 'whole' | 'neither';
