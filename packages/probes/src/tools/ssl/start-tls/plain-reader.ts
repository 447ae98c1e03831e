import { NetFailure } from '../../../net/net.ts';
import type { Line } from '../line.ts';

const MAX_ANSWER = 8192;

/** Reads plain text until it holds what is waited for. @throws NetFailure `reset` or `too_large` */
export async function readTextUntil(line: Line, isThere: (text: string) => boolean): Promise<string> {
  let text = '';
  while (text.length < MAX_ANSWER) {
    text += Buffer.from(await next(line)).toString('latin1');
    if (isThere(text)) return text;
  }
  throw new NetFailure('too_large', 'the server talks on in plain text');
}

/** Reads a message whose length its beginning tells; null while that is not there. @throws NetFailure as above */
export async function readMessage(line: Line, lengthOf: (start: Buffer) => number | null): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  while (bytes.length < MAX_ANSWER) {
    bytes = Buffer.concat([bytes, await next(line)]);
    const length = lengthOf(bytes);
    if (length !== null && bytes.length >= length) return bytes.subarray(0, length);
  }
  throw new NetFailure('too_large', 'the server talks on in plain text');
}

async function next(line: Line): Promise<Uint8Array> {
  const bytes = await line.receive();
  if (bytes === null) throw new NetFailure('reset', 'the server hung up in plain text');
  return bytes;
}
