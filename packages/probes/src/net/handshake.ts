import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { createFlightReader, type FlightReader } from '../protocols/tls-records/flight.ts';
import { connectionStream } from './connection-stream.ts';
import { handshakeFailure } from './handshake-failure.ts';
import { type Connection, type Handshake, type HandshakeOptions, NetFailure } from './net.ts';
import { onAbort, withDeadline } from './signals.ts';

/** What a current client asks for; its defaults are OpenSSL's. */
const CURRENT = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' } as const;
/** Everything that OpenSSL can still do: for servers that a current client does not come to terms with. */
const PERMISSIVE = {
  minVersion: 'TLSv1',
  maxVersion: 'TLSv1.3',
  ciphers: 'ALL:COMPLEMENTOFALL:@SECLEVEL=0',
  minDHSize: 1,
} as const;

/** One handshake of the runtime's TLS over an open connection, which it closes. See `Net.handshake`. */
export async function shakeHands(
  connection: Connection,
  options: HandshakeOptions,
  parents: readonly AbortSignal[],
): Promise<Handshake> {
  const { timeoutMs, serverName, isPermissive = false } = options;
  try {
    return await withDeadline({ timeoutMs, what: `a handshake with ${serverName}` }, parents, (signal) =>
      negotiate(connection, { serverName, isPermissive }, signal),
    );
  } finally {
    connection.close();
  }
}

function negotiate(
  connection: Connection,
  { serverName, isPermissive }: { serverName: string; isPermissive: boolean },
  signal: AbortSignal,
): Promise<Handshake> {
  const reader = createFlightReader();
  const times = { first: new Date(), last: new Date() };
  const stream = connectionStream(connection, (bytes) => {
    times.last = new Date();
    watch(reader, bytes);
  });
  return new Promise((resolve, reject) => {
    let staple: Uint8Array | null = null;
    // The types do not know that a client has `requestOCSP` too.
    const options = {
      ...(isPermissive ? PERMISSIVE : CURRENT),
      socket: stream,
      // RFC 6066 section 3: a literal address is no server name.
      ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
      ALPNProtocols: ['h2', 'http/1.1'],
      requestOCSP: true,
      // Certificates are judged by their reader, who wants to see the bad ones too.
      rejectUnauthorized: false,
    };
    const socket = connect(options);
    const detach = onAbort(signal, () => {
      socket.destroy();
      reject(signal.reason);
    });
    const fail = (error: unknown) => {
      detach();
      socket.destroy();
      reject(error instanceof NetFailure ? error : handshakeFailure(error, reader.flight, serverName));
    };
    socket.on('OCSPResponse', (response: Buffer | null) => {
      if (response !== null && response.length > 0) staple = new Uint8Array(response);
    });
    // The listeners stay for good: errors after the end must not become uncaught.
    stream.on('error', fail);
    socket.on('error', fail);
    socket.once('end', () => fail(new NetFailure('reset', `${serverName}: closed during the handshake`)));
    socket.once('secureConnect', () => {
      detach();
      resolve({ ...describe(socket, reader), staple, isPermissive, startedAt: times.first, endedAt: times.last });
      socket.destroy();
    });
  });
}

/** The session id and more stand in the server's hello only; what this reader cannot read is the runtime's to judge. */
function watch(reader: FlightReader, bytes: Uint8Array): void {
  if (reader.flight.isDone || reader.flight.alert !== null) return;
  try {
    reader.push(bytes);
  } catch {
    // The runtime says what is wrong.
  }
}

function describe(socket: TLSSocket, { flight }: FlightReader) {
  const protocol = socket.getProtocol() ?? '';
  const { standardName, name } = socket.getCipher();
  const sessionId = flight.serverHello?.sessionId;
  return {
    protocol,
    cipherSuite: standardName ?? name,
    alpn: socket.alpnProtocol === false || socket.alpnProtocol === null ? null : socket.alpnProtocol,
    ephemeralKey: ephemeralKeyOf(socket),
    sessionId: protocol === 'TLSv1.3' || !sessionId?.length ? null : upperHex(sessionId),
    certificates: certificatesOf(socket),
  };
}

function upperHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').toUpperCase();
}

function ephemeralKeyOf(socket: TLSSocket): Handshake['ephemeralKey'] {
  const key = socket.getEphemeralKeyInfo();
  if (key === null || !('type' in key) || typeof key.type !== 'string') return null;
  const { name = null, size = null } = key as { name?: string; size?: number };
  return { type: key.type, name, bits: size };
}

/** As the server sent them: `getPeerCertificate(true)` would leave out, add and rearrange. */
function certificatesOf(socket: TLSSocket): Uint8Array[] {
  const chain: Uint8Array[] = [];
  for (let one = socket.getPeerX509Certificate(); one !== undefined; one = one.issuerCertificate) {
    chain.push(new Uint8Array(one.raw));
  }
  return chain;
}
