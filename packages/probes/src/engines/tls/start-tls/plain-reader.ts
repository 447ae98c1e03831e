import { NetFailure } from '../../../net/net.ts';
import type { TlsConnection } from '../connection/tls-connection.ts';

const MAX_ANSWER = 8192;

/** Reads text until the condition holds. @throws NetFailure `reset` or `too-large` */
export async function readTextUntil(connection: TlsConnection, isThere: (text: string) => boolean): Promise<string> {
  let text = '';
  while (text.length < MAX_ANSWER) {
    text += Buffer.from(await next(connection)).toString('latin1');
    if (isThere(text)) return text;
  }
  throw new NetFailure('too-large', 'the server sends too much plain text');
}

/** Reads a message; `lengthOf` finds its length in the first octets, or null while it needs more. @throws NetFailure as above */
export async function readMessage(
  connection: TlsConnection,
  lengthOf: (start: Buffer) => number | null,
): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  while (bytes.length < MAX_ANSWER) {
    bytes = Buffer.concat([bytes, await next(connection)]);
    const length = lengthOf(bytes);
    if (length !== null && bytes.length >= length) return bytes.subarray(0, length);
  }
  throw new NetFailure('too-large', 'the server sends too much plain text');
}

async function next(connection: TlsConnection): Promise<Uint8Array> {
  const bytes = await connection.receive();
  if (bytes === null) throw new NetFailure('reset', 'the server closed the connection before TLS');
  return bytes;
}
