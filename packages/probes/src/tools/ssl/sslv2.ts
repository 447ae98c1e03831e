import { NetFailure } from '../../net/net.ts';
import {
  decodeSslv2ServerHello,
  encodeSslv2ClientHello,
  type Sslv2ServerHello,
} from '../../protocols/tls-records/sslv2.ts';
import { TlsFormatError } from '../../protocols/tls-records/tls-format-error.ts';
import { join } from '../../protocols/tls-records/writer.ts';
import { patienceMs, type Scan, Silence, withLine } from './dial.ts';
import type { Line } from './line.ts';
import type { Observed } from './observed.ts';

const MAX_REPLY = 33_000;

/**
 * Asks for SSLv2: one reply lists all suites of the server. Whoever does not know it hangs up, keeps silent or sends an
 * alert, so a refusal is no sign of anything.
 * @throws the reason of the budget's signal
 */
export async function askSslv2(scan: Scan): Promise<Sslv2ServerHello | null> {
  try {
    return await withLine(scan, patienceMs(scan), readServerHello);
  } catch (error) {
    scan.budget.signal.throwIfAborted();
    if (error instanceof TlsFormatError || error instanceof NetFailure || error instanceof Silence) return null;
    throw error;
  }
}

export function noteSslv2({ versions }: Observed, reply: Sslv2ServerHello | null): void {
  versions.SSLv2.isAccepted = reply !== null;
  versions.SSLv2.suites.push(...(reply?.suites ?? []));
  versions.SSLv2.isComplete = true;
}

async function readServerHello(line: Line): Promise<Sslv2ServerHello | null> {
  await line.send(encodeSslv2ClientHello(crypto.getRandomValues(new Uint8Array(16))));
  let received = new Uint8Array();
  while (received.length < MAX_REPLY) {
    const bytes = await line.receive();
    if (bytes === null) return null;
    received = Uint8Array.from(join(received, bytes));
    const reply = decodeSslv2ServerHello(received);
    if (reply !== null) return reply;
  }
  return null;
}
