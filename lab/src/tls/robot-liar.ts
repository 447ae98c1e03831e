import { constants, createPrivateKey, privateDecrypt, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import type { ServedCertificate } from './certificates.ts';
import { certificateFlightFor, helloOf, recordOf } from './liar-bytes.ts';

/** What is wrong with a decrypted secret. */
type Flaw = 'none' | 'start' | 'length' | 'version';
type Answer = 'alert-20' | 'alert-40' | 'alert-51' | 'close' | 'nothing';
interface Heard {
  readonly flaw: Flaw;
  /** ChangeCipherSpec and Finished came with it. */
  readonly isWhole: boolean;
  readonly count: number;
}

const whenWhole = (answer: (flaw: Flaw) => Answer) => (heard: Heard) =>
  heard.isWhole ? answer(heard.flaw) : 'nothing';

/** How a server that has RSA key exchange shows, or hides, what it decrypts. */
export const robotManners = {
  /** RFC 5246 section 7.4.7.1. */
  honest: whenWhole(() => 'alert-20'),
  'tells-start': whenWhole((flaw) => (flaw === 'start' ? 'alert-51' : 'alert-20')),
  'tells-right-from-wrong': whenWhole((flaw) => (flaw === 'none' ? 'alert-20' : 'alert-40')),
  'tells-version': whenWhole((flaw) => (flaw === 'version' ? 'alert-40' : 'alert-20')),
  'tells-by-silence': whenWhole((flaw) => (flaw === 'none' || flaw === 'version' ? 'alert-20' : 'nothing')),
  'tells-by-hanging-up': whenWhole((flaw) => (flaw === 'start' ? 'close' : 'alert-20')),
  /** Only while it waits for the rest. */
  'tells-early': ({ flaw, isWhole }) => (isWhole ? 'alert-20' : flaw === 'none' ? 'nothing' : 'close'),
  /** One of two alerts, whatever it hears. */
  fickle: ({ count }) => (count % 2 === 0 ? 'alert-20' : 'alert-40'),
} as const satisfies Record<string, (heard: Heard) => Answer>;

export type RobotManner = keyof typeof robotManners;

const rsaSuites = [0x009c, 0x002f];
const TLS12 = 0x0303;
/** As long as a sender may take between two records of one piece. */
const REST_WITHIN_MS = 100;

export interface RobotLiar {
  readonly port: number;
  readonly connections: number;
  stop(): Promise<void>;
}

/** A server of TLS 1.2 on 127.0.0.1 that has RSA key exchange only, and never comes to the end of a handshake. */
export async function startRobotLiar(manner: RobotManner, certificate: ServedCertificate): Promise<RobotLiar> {
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
      if (!hello || hello.isTls13 || !suite) return socket.end(recordOf(21, Buffer.from([2, 40])));
      socket.write(certificateFlightFor(hello, suite, leaf));
      hearSecret(socket, (block, isWhole) => {
        const heard = { flaw: flawOf(decrypt(block)), isWhole, count };
        react(socket, robotManners[manner](heard));
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

/** Calls once with the encrypted block, and whether the rest came soon after. */
function hearSecret(socket: Socket, onSecret: (block: Buffer, isWhole: boolean) => void): void {
  let heard = Buffer.alloc(0);
  let timer: NodeJS.Timeout | null = null;
  const tell = () => {
    clearTimeout(timer ?? undefined);
    socket.removeAllListeners('data').resume();
    const length = heard.readUInt16BE(3);
    onSecret(heard.subarray(5 + 4 + 2, 5 + length), heard[5 + length] === 20);
  };
  socket.on('data', (bytes: Buffer) => {
    heard = Buffer.concat([heard, bytes]);
    // Anything but a ClientKeyExchange is none of its business.
    if (heard[0] !== 22 || (heard.length > 5 && heard[5] !== 16)) return socket.destroy();
    const end = heard.length >= 5 ? 5 + heard.readUInt16BE(3) : Number.POSITIVE_INFINITY;
    if (heard.length > end + 6) tell();
    else if (heard.length >= end) timer ??= setTimeout(tell, REST_WITHIN_MS);
  });
  socket.on('close', () => clearTimeout(timer ?? undefined));
}

function flawOf(block: Buffer): Flaw {
  if (block[0] !== 0 || block[1] !== 2) return 'start';
  const zero = block.indexOf(0, 2);
  if (zero !== block.length - 49) return 'length';
  return block.readUInt16BE(zero + 1) === TLS12 ? 'none' : 'version';
}

function react(socket: Socket, answer: Answer): void {
  if (answer === 'nothing') return;
  if (answer === 'close') socket.end();
  else socket.end(recordOf(21, Buffer.from([2, Number(answer.slice('alert-'.length))])));
}
