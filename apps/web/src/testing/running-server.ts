import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startAnnounced } from '../../../../lab/src/announced-process.ts';
import { programArguments } from '../../../../lab/src/processes/program-arguments.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

export interface RunningServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Starts the real server from its sources, with a resolver that returns one address for every name except `nothing.…`.
 */
export async function startServer(variables: Readonly<Record<string, string>>): Promise<RunningServer> {
  const resolver = await startResolver();
  const program = await programArguments(`${root}apps/api/src/server.ts`);
  const starting = startAnnounced(process.execPath, program, {
    on: 'stderr',
    line: /is ready: (\S+)/,
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      SONDE_LOG_LEVEL: 'error',
      SONDE_RESOLVERS: resolver.address,
      ...variables,
    },
  });
  try {
    const { announced, stop } = await starting;
    return {
      origin: announced,
      async stop() {
        await stop();
        await resolver.stop();
      },
    };
  } catch (error) {
    await resolver.stop();
    throw error;
  }
}

const HEADER_BYTES = 12;
const RESPONSE = 0x8180;
const NXDOMAIN = 3;
const TYPE_A = 1;
/** An answer record: compressed name, type A, class IN, TTL 300, 192.0.2.1 (RFC 1035 section 4.1.3). */
const ADDRESS = Buffer.from('c00c000100010000012c0004c0000201', 'hex');

async function startResolver() {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => socket.send(answerTo(question), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

function answerTo(message: Buffer): Buffer {
  const nameEnd = message.indexOf(0, HEADER_BYTES) + 1;
  const question = message.subarray(HEADER_BYTES, nameEnd + 4);
  const isNothing = /nothing/i.test(question.toString('latin1'));
  const hasAddress = !isNothing && message.readUInt16BE(nameEnd) === TYPE_A;
  const header = Buffer.alloc(HEADER_BYTES);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(RESPONSE | (isNothing ? NXDOMAIN : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(hasAddress ? 1 : 0, 6);
  return Buffer.concat([header, question, hasAddress ? ADDRESS : Buffer.alloc(0)]);
}
