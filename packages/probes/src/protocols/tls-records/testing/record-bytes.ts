/** Bytes for the tests of this folder. */

export function hexBytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function bytesHex(bytes: Uint8Array): string {
  return Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('');
}

/** A record of any type. */
export function recordBytes(type: number, payload: readonly number[], version = 0x0303): Uint8Array {
  return Uint8Array.from([type, version >> 8, version & 255, payload.length >> 8, payload.length & 255, ...payload]);
}

/** A handshake message. */
export function messageBytes(type: number, body: readonly number[]): number[] {
  return [type, body.length >> 16, (body.length >> 8) & 255, body.length & 255, ...body];
}

/** The body of a ServerHello with these extensions (each with its own header). */
export function serverHelloBody(version: number, suite: number, extensions: readonly number[] = []): number[] {
  const start = [version >> 8, version & 255, ...new Array<number>(32).fill(1), 0, suite >> 8, suite & 255, 0];
  return extensions.length === 0 ? start : [...start, extensions.length >> 8, extensions.length & 255, ...extensions];
}
