/** The parts of a ClientHello that the malicious servers need (RFC 5246 section 7.4.1.2). */
export interface ReceivedHello {
  readonly version: number;
  readonly suites: readonly number[];
  /** It offers TLS 1.3 only. */
  readonly isTls13: boolean;
}

/** Null for anything but a ClientHello in one record. */
export function helloOf(bytes: Buffer): ReceivedHello | null {
  if (bytes[0] !== 22 || bytes[5] !== 1 || bytes.length < 50) return null;
  const version = bytes.readUInt16BE(9);
  let place = 11 + 32;
  place += 1 + bytes.readUInt8(place);
  const length = bytes.readUInt16BE(place);
  const suites = Array.from({ length: length / 2 }, (_, index) => bytes.readUInt16BE(place + 2 + index * 2));
  // supported_versions with one entry, TLS 1.3 (RFC 8446 section 4.2.1).
  const isTls13 = bytes.includes(Buffer.from([0, 43, 0, 3, 2, 3, 4]));
  return { version, suites, isTls13 };
}

/** Extension types in a ClientHello; empty for anything else. */
export function extensionsIn(bytes: Buffer): number[] {
  if (helloOf(bytes) === null) return [];
  let place = 11 + 32;
  place += 1 + bytes.readUInt8(place);
  place += 2 + bytes.readUInt16BE(place);
  place += 1 + bytes.readUInt8(place);
  const types: number[] = [];
  // The length of the list comes first; SSLv3 hellos end before it.
  for (place += 2; place + 4 <= bytes.length; place += 4 + bytes.readUInt16BE(place + 2)) {
    types.push(bytes.readUInt16BE(place));
  }
  return types;
}

export function recordOf(type: number, payload: Buffer, version = 0x0303): Buffer {
  const header = Buffer.from([type, 0, 0, 0, 0]);
  header.writeUInt16BE(version, 1);
  header.writeUInt16BE(payload.length, 3);
  return Buffer.concat([header, payload]);
}

/** A server flight that selects a suite in the offered version, without a certificate. */
export function serverHelloFor(hello: ReceivedHello, suite: number): Buffer {
  const done = hello.isTls13 ? Buffer.alloc(0) : serverHelloDone;
  return recordOf(22, Buffer.concat([helloMessage(hello, suite), done]), hello.version);
}

/** The same with a certificate (RFC 5246 section 7.4.2). */
export function certificateFlightFor(hello: ReceivedHello, suite: number, certificate: Buffer): Buffer {
  const list = Buffer.concat([uint24(certificate.length), certificate]);
  const body = Buffer.concat([uint24(list.length), list]);
  const message = Buffer.concat([Buffer.from([11]), uint24(body.length), body]);
  return recordOf(22, Buffer.concat([helloMessage(hello, suite), message, serverHelloDone]), hello.version);
}

const serverHelloDone = Buffer.from([14, 0, 0, 0]);

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntBE(value, 0, 3);
  return bytes;
}

function helloMessage({ version, isTls13 }: ReceivedHello, suite: number): Buffer {
  const body = Buffer.alloc(2 + 32 + 1 + 2 + 1, 7);
  body.writeUInt16BE(version, 0);
  body.writeUInt8(0, 34);
  body.writeUInt16BE(suite, 35);
  body.writeUInt8(0, 37);
  const extensions = isTls13 ? Buffer.from([0, 6, 0, 43, 0, 2, 3, 4]) : Buffer.alloc(0);
  const length = body.length + extensions.length;
  return Buffer.concat([Buffer.from([2, 0, 0, length]), body, extensions]);
}
