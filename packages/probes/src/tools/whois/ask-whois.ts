import { startDeadline } from '../../async/deadline.ts';
import type { ConnectTarget, Net, OperatorEndpoint } from '../../net/net.ts';
import { NetFailure } from '../../net/net.ts';
import { cleanText } from '../../protocols/whois-text/clean-text.ts';
import { decodeWhoisText } from '../../protocols/whois-text/decode-text.ts';
import { plainQuestion, type Subject, whoisCharset, whoisQuestion } from '../../protocols/whois-text/questions.ts';
import { decodeFor } from '../../work/work.ts';

/** A reply as clean text. */
export interface WhoisText {
  readonly text: string;
  /** Why the end is missing: `too-large` if we stopped reading; null for a complete reply. */
  readonly cutBy: NetFailure | null;
}

const HOP_MS = 5000;
const CONNECT_MS = 4000;
const MAX_BYTES = 256 * 1024;

/**
 * Queries one WHOIS server (RFC 3912). Returns what was received of a reply that was cut off.
 * @throws NetFailure when nothing was received, or the signal's reason.
 */
export async function askWhois(
  net: Net,
  server: ConnectTarget | OperatorEndpoint,
  subject: Subject,
  signal: AbortSignal,
): Promise<WhoisText> {
  const name = server.host.toLowerCase();
  const deadline = startDeadline({ timeoutMs: HOP_MS, what: name }, [signal]);
  try {
    // `readAnswer` applies the limit, so that what was received before it is not lost.
    const limits = { connectTimeoutMs: CONNECT_MS, maxBytes: Number.POSITIVE_INFINITY };
    const connection = await net.connect(server, limits, deadline.signal);
    try {
      await connection.write(Buffer.from(whoisQuestion(name, subject)));
      const { bytes, cutBy } = await readAnswer(() => connection.read(), name);
      const charset = whoisCharset(name, plainQuestion(subject));
      return { text: decodeFor(signal, () => cleanText(decodeWhoisText(bytes, charset))), cutBy };
    } finally {
      connection.close();
    }
  } finally {
    deadline.end();
  }
}

async function readAnswer(read: () => Promise<Uint8Array | null>, name: string) {
  const chunks: Uint8Array[] = [];
  let totalBytes = 0;
  let cutBy: NetFailure | null = null;
  while (cutBy === null) {
    // Some servers reset the connection after a complete reply instead of closing it.
    const chunk = await read().catch((error: unknown) => {
      if (totalBytes === 0 || !(error instanceof NetFailure)) throw error;
      cutBy = error;
      return null;
    });
    if (chunk === null) break;
    chunks.push(chunk);
    totalBytes += chunk.length;
    if (totalBytes > MAX_BYTES) cutBy = new NetFailure('too-large', `${name}: more than ${MAX_BYTES} bytes`);
  }
  return { bytes: Buffer.concat(chunks).subarray(0, MAX_BYTES), cutBy };
}
