import { constants, createPrivateKey, privateDecrypt, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import type { ServedCertificate } from '../certificates/certificates.ts';
import { certificateFlightFor, helloOf, recordOf } from './handshake-bytes.ts';

/** The error in a decrypted premaster secret. */
type Flaw = 'none' | 'start' | 'length' | 'version';
type Reaction = 'alert-20' | 'alert-40' | 'alert-51' | 'close' | 'nothing';
interface ReceivedSecret {
  readonly flaw: Flaw;
  /** Whether ChangeCipherSpec and Finished arrived with it. */
  readonly isComplete: boolean;
  readonly count: number;
}

const whenComplete = (answer: (flaw: Flaw) => Reaction) => (received: ReceivedSecret) =>
  received.isComplete ? answer(received.flaw) : 'nothing';

/** How a server with RSA key exchange reveals or hides the padding of what it decrypts. */
export const robotBehaviours = {
  /** No oracle (RFC 5246 section 7.4.7.1). */
  honest: whenComplete(() => 'alert-20'),
  'reveals-prefix': whenComplete((flaw) => (flaw === 'start' ? 'alert-51' : 'alert-20')),
  'reveals-validity': whenComplete((flaw) => (flaw === 'none' ? 'alert-20' : 'alert-40')),
  'reveals-version': whenComplete((flaw) => (flaw === 'version' ? 'alert-40' : 'alert-20')),
  'reveals-by-silence': whenComplete((flaw) => (flaw === 'none' || flaw === 'version' ? 'alert-20' : 'nothing')),
  'reveals-by-closing': whenComplete((flaw) => (flaw === 'start' ? 'close' : 'alert-20')),
  /** An oracle only while it waits for the rest of the flight. */
  'reveals-early': ({ flaw, isComplete }) => (isComplete ? 'alert-20' : flaw === 'none' ? 'nothing' : 'close'),
  /** One of two alerts in turn, whatever it receives. */
  fickle: ({ count }) => (count % 2 === 0 ? 'alert-20' : 'alert-40'),
} as const satisfies Record<string, (received: ReceivedSecret) => Reaction>;

export type RobotBehaviourName = keyof typeof robotBehaviours;

const rsaSuites = [0x009c, 0x002f];
const TLS12 = 0x0303;
/** The longest gap between two records of one write. */
const REST_WITHIN_MS = 100;

export interface RobotServer {
  readonly port: number;
  readonly connections: number;
  stop(): Promise<void>;
}

/** A TLS 1.2 server on 127.0.0.1 with RSA key exchange only; it never completes a handshake. */
export async function startRobotServer(
  behaviour: RobotBehaviourName,
  certificate: ServedCertificate,
): Promise<RobotServer> {
  const [key, chain] = await Promise.all([readFile(certificate.keyFile), readFile(certificate.chainFile)]);
  const leaf = new X509Certificate(chain).raw;
  const privateKey = createPrivateKey(key);
  const decrypt = (block: Buffer) => privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, block);
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    const count = connections;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (bytes: Buffer) => {
      const hello = helloOf(bytes);
      const suite = hello?.version === TLS12 && rsaSuites.find((one) => hello.suites.includes(one));
      if (!hello || hello.isTls13 || !suite) {
        socket.end(recordOf(21, Buffer.from([2, 40])));
        return;
      }
      socket.write(certificateFlightFor(hello, suite, leaf));
      receiveSecret(socket, (block, isComplete) => {
        const received = { flaw: flawOf(decrypt(block)), isComplete, count };
        react(socket, robotBehaviours[behaviour](received));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    get connections() {
      return connections;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      const ended = once(server, 'close');
      server.close();
      await ended;
    },
  };
}

/** Calls back once with the encrypted block, and whether the rest followed immediately. */
function receiveSecret(socket: Socket, onSecret: (block: Buffer, isComplete: boolean) => void): void {
  let received = Buffer.alloc(0);
  let timer: NodeJS.Timeout | null = null;
  const tell = () => {
    clearTimeout(timer ?? undefined);
    socket.removeAllListeners('data').resume();
    const length = received.readUInt16BE(3);
    onSecret(received.subarray(5 + 4 + 2, 5 + length), received[5 + length] === 20);
  };
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    // Only a ClientKeyExchange is expected here.
    if (received[0] !== 22 || (received.length > 5 && received[5] !== 16)) {
      socket.destroy();
      return;
    }
    const end = received.length >= 5 ? 5 + received.readUInt16BE(3) : Number.POSITIVE_INFINITY;
    if (received.length > end + 6) tell();
    else if (received.length >= end) timer ??= setTimeout(tell, REST_WITHIN_MS);
  });
  socket.on('close', () => clearTimeout(timer ?? undefined));
}

function flawOf(block: Buffer): Flaw {
  if (block[0] !== 0 || block[1] !== 2) return 'start';
  const zero = block.indexOf(0, 2);
  if (zero !== block.length - 49) return 'length';
  return block.readUInt16BE(zero + 1) === TLS12 ? 'none' : 'version';
}

function react(socket: Socket, answer: Reaction): void {
  if (answer === 'nothing') return;
  if (answer === 'close') socket.end();
  else socket.end(recordOf(21, Buffer.from([2, Number(answer.slice('alert-'.length))])));
}
