import { type ChildProcess, fork } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The code of ours that one fresh DNS query runs, in a server started from its sources. */
export interface Hops {
  /** Sonde's functions that ran between request and response, and their files. */
  readonly functions: number;
  readonly files: number;
  /** Sonde's functions that wait for each other, from the route down to the socket, and their files. */
  readonly steps: number;
  /** Functions with a name; inline callbacks have none. */
  readonly namedSteps: number;
  readonly stepFiles: number;
  /** The path itself, from the route to the socket: `file:function`. */
  readonly path: readonly string[];
}

export interface Coverage {
  readonly scripts: readonly {
    readonly url: string;
    readonly functions: readonly { readonly name: string; readonly start: number; readonly calls: number }[];
  }[];
  /** Stack traces from the socket outwards, one per asynchronous step on the way. */
  readonly stacks: readonly string[];
}

/** From its sources, beside other work. */
const START_MS = 180_000;
const STEP_MS = 60_000;
/** A server compiles what it needs during its first lookups. */
const WARM_UPS = 3;
const MAX_ATTEMPTS = 40;

/** Starts the API of the tree in `root` and follows one query that is not in any cache. */
export async function measureHops(root: string): Promise<Hops> {
  const resolver = await startResolver();
  const server = startServer(root, resolver.address().port);
  try {
    const origin = await addressOf(server);
    for (let number = 0; number < WARM_UPS; number += 1)
      await untilAnswered(() => ask(origin, `warm-up-${number}.example`));
    const coverage = await untilAnswered(async () => {
      await told(server, 'begin');
      const isAnswered = await ask(origin, 'measured.example');
      const counted = await told(server, 'end');
      return isAnswered ? (counted as Coverage) : null;
    });
    return hopsOf(coverage, root);
  } finally {
    server.kill('SIGKILL');
    resolver.close();
  }
}

/** Counts code of the tree in `root`, without packages and without the loading of files. */
export function hopsOf({ scripts, stacks }: Coverage, root: string): Hops {
  const isOurs = (path: string) => path.startsWith(`${root}/`) && !/\/(?:node_modules|scripts)\//.test(path);
  const ran = scripts
    .map(({ url, functions }) => ({ file: url.replace(/^file:\/\//, '').replace(/\?.*$/, ''), functions }))
    .filter(({ file }) => isOurs(file))
    // The function at offset 0 is the module itself; `__name` is added by the loader to keep function names.
    .map(({ file, functions }) => ({
      file,
      functions: functions.filter(({ name, start, calls }) => calls > 0 && start > 0 && name !== '__name'),
    }))
    .filter(({ functions }) => functions.length > 0);
  const path = [...new Set(stacks.flatMap(framesFromRoute).filter(isOurs))]
    .map((frame) => frame.slice(root.length + 1))
    .reverse();
  return {
    functions: ran.reduce((sum, { functions }) => sum + functions.length, 0),
    files: ran.length,
    steps: path.length,
    namedSteps: path.filter((frame) => !/ line \d+$/.test(frame)).length,
    stepFiles: new Set(path.map((frame) => frame.split(' ')[0])).size,
    path,
  };
}

/** Fastify's hooks before the route are on the stack as well; the path starts at the route. */
function framesFromRoute(stack: string): string[] {
  const frames = framesOf(stack);
  const fastify = frames.findIndex((frame) => frame.includes('/node_modules/fastify/'));
  return fastify < 0 ? frames : frames.slice(0, fastify);
}

/** `path function` of every frame of a stack trace; unnamed functions have their line instead. */
function framesOf(stack: string): string[] {
  return stack.split('\n').flatMap((line) => {
    const [, name = '<anonymous>', path, row] =
      /^\s+at (?:(.+) \()?(?:file:\/\/)?(\/[^:]+):(\d+):\d+\)?$/.exec(line) ?? [];
    if (path === undefined) return [];
    const plain = name.replace(/^(?:async|new) /, '').replace(/^(?:Object|Array)\./, '');
    return [`${path} ${plain === '<anonymous>' ? `line ${row}` : plain}`];
  });
}

function startServer(root: string, resolverPort: number): ChildProcess {
  const hook = fileURLToPath(new URL('follow-calls.mjs', import.meta.url));
  return fork('apps/api/src/dev-server.ts', {
    cwd: root,
    execArgv: ['--import', 'tsx', '--import', hook],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      SONDE_LOG_LEVEL: 'error',
      SONDE_RATE_LIMIT: 'off',
      SONDE_DATA_DIR: `${root}/.cache/measure-data`,
      SONDE_RESOLVERS: `127.0.0.1:${resolverPort}`,
    },
  });
}

async function addressOf(server: ChildProcess): Promise<string> {
  const deadline = Date.now() + START_MS;
  let said = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  while (Date.now() < deadline && server.exitCode === null) {
    const [, origin] = /is ready: (\S+)/.exec(said) ?? [];
    if (origin !== undefined) return origin;
    await Promise.race([once(server.stderr ?? server, 'data'), once(server, 'exit')]);
  }
  throw new Error(`The server does not start: ${said}`);
}

async function told(server: ChildProcess, command: 'begin' | 'end'): Promise<unknown> {
  const reply = once(server, 'message', { signal: AbortSignal.timeout(STEP_MS) });
  server.send(command);
  const [message] = await reply;
  return message;
}

/** False while the server is too busy to measure, such as at startup. */
async function ask(origin: string, domain: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/v2/dnsRecords?domain=${domain}`, {
    signal: AbortSignal.timeout(STEP_MS),
  });
  await response.arrayBuffer();
  if (response.status !== 200 && response.status !== 503)
    throw new Error(`The query was answered with ${response.status}.`);
  return response.status === 200;
}

/** Repeats the work until it returns neither false nor null. */
async function untilAnswered<Result>(work: () => Promise<Result>): Promise<NonNullable<Result>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const result = await work();
    if (result) return result;
    await sleep(500);
  }
  throw new Error('The server stays too busy to answer a query.');
}

const HEADER_BYTES = 12;
const TYPE_A = 1;
/** Owner by pointer to the question, type A, class IN, TTL 300, four bytes: 192.0.2.1 (RFC 1035 section 4.1.3). */
const ADDRESS = Buffer.from('c00c000100010000012c0004c0000201', 'hex');

/** A resolver that returns one address for every name. */
async function startResolver(): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(replyTo(query), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

function replyTo(query: Buffer): Buffer {
  const nameEnd = query.indexOf(0, HEADER_BYTES) + 1;
  const question = query.subarray(HEADER_BYTES, nameEnd + 4);
  const hasAddress = query.readUInt16BE(nameEnd) === TYPE_A;
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  // A response, with recursion desired and available.
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(hasAddress ? 1 : 0, 6);
  return Buffer.concat([header, question, hasAddress ? ADDRESS : Buffer.alloc(0)]);
}
