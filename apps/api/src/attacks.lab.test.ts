import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AnyTool, tools } from '@sonde/contract';
import {
  endlessNames,
  hostileSpellings,
  insideNames,
  type LabProcess,
  mixedNames,
  type NetworkLab,
  networkTargets,
  rebindingName,
  startNetworkLab,
} from '@sonde/lab';
import { eventually } from '@sonde/service/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLongSet, isLong } from '../../../scripts/test/vitest-settings.ts';
import { type Answer, parseAnswer } from './attacks/answer.ts';
import { type Attack, type Headers, requestBytes } from './attacks/attack.ts';
import { ANSWERED_WITHIN_MS, problemsOf } from './attacks/judge.ts';
import { queryAttacks } from './attacks/query-attacks.ts';
import { requestAttacks } from './attacks/request-attacks.ts';
import { addressOf, targetAttacks } from './attacks/target-attacks.ts';
import { oneOfEachKind, REFUSED_RANGES } from './testing/attacks-of-each-kind.ts';
import { layOutBuiltServer } from './testing/built-server.ts';

const apiFolder = fileURLToPath(new URL('..', import.meta.url));
const { fast, resolver } = networkTargets;
const allTools = Object.values(tools);
const SECRET = 'canary-5c1e, which no answer and no log line may show';
const AT_ONCE = 6;

const changing = () => rebindingName(['127.0.0.1', `${fast.ipv4}`, '::1', fast.ipv6]);
const ordinary = addressOf(tools.dns, fast.name);

const attacks: readonly Attack[] = [
  ...targetAttacks(allTools, {
    spellings: hostileSpellings,
    names: {
      'a name that leads inside': insideNames,
      'a name that leads inside, too': mixedNames,
      'a name that leads nowhere': endlessNames,
      'a name that changes': Array.from({ length: 4 }, changing),
    },
  }),
  ...queryAttacks(allTools, fast.name),
  ...requestAttacks(ordinary),
];
const allCategories = [...new Set(attacks.map(({ category }) => category))];
const categories = isLong ? allCategories : oneOfEachKind(allCategories, allTools);

let lab: NetworkLab;
let server: LabProcess;
let log = '';

const socketPath = (name: string) => join(lab.directory, `${name}.sock`);

/** Starts the built server in the client's network of the lab, reachable through its socket. */
async function startServer(name: string, env: Record<string, string>): Promise<LabProcess> {
  const started = await lab.start(process.execPath, ['apps/api/dist/server.js'], {
    cwd: join(lab.directory, 'house'),
    env: {
      HOST: socketPath(name),
      SONDE_RESOLVERS: `${resolver.ipv4}`,
      SONDE_SECRET: SECRET,
      SONDE_HOSTS: 'sonde.example',
      // A local word list for the subdomain search, since there is no internet access here.
      SONDE_WORDLIST: join(lab.directory, 'words'),
      SONDE_CT_URLS: '',
      ...env,
    },
    isReady: /is ready/,
  });
  started.stdout.on('data', (chunk) => {
    log += chunk;
  });
  return started;
}

beforeAll(async () => {
  lab = await startNetworkLab();
  const house = join(lab.directory, 'house');
  await layOutBuiltServer(house);
  server = await startServer('open', { SONDE_RATE_LIMIT: 'off' });
});
afterAll(() => lab?.stop());

function open(name = 'open'): Socket {
  // Errors are ignored, since they close the connection, which is awaited.
  return connect(socketPath(name)).on('error', () => {});
}

async function answerOn(socket: Socket): Promise<Answer> {
  const startedAtMs = performance.now();
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.setTimeout(ANSWERED_WITHIN_MS, () => socket.destroy());
  // Not `once` of node:events, which rejects for a reset connection.
  await new Promise<void>((closed) => socket.once('close', () => closed()));
  return parseAnswer(Buffer.concat(chunks).toString(), performance.now() - startedAtMs);
}

function send(bytes: string, name?: string): Promise<Answer> {
  const socket = open(name);
  // Not `end`, since the server would treat a half-closed connection as abandoned.
  socket.write(bytes, 'latin1');
  return answerOn(socket);
}

/** Collects the answers to all attacks, a few at a time. */
async function attackAll(chosen: readonly Attack[]): Promise<{ problems: string[]; answers: Answer[] }> {
  const secrets = [SECRET, lab.directory, apiFolder, process.cwd()];
  const waiting = [...chosen];
  const problems: string[] = [];
  const answers: Answer[] = [];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let attack = waiting.shift(); attack !== undefined; attack = waiting.shift()) {
      const answer = await send(attack.bytes);
      answers.push(answer);
      for (const problem of problemsOf(attack, answer, secrets)) problems.push(`${attack.name} ${problem}`);
    }
  });
  await Promise.all(workers);
  return { problems, answers };
}

it('covers every category with enough attacks', () => {
  expect(attacks.length).toBeGreaterThan(300);
  expect(categories.length).toBeGreaterThan(20);
  const tools = new Set(categories.flatMap((category) => category.split(': ', 2)[0] ?? []));
  expect(allTools.filter(({ id }) => !tools.has(id))).toEqual([]);
});

describe('every attack gets a proper answer in time, which reveals nothing internal', () => {
  const refusals: string[] = [];

  it.each(categories)('%s', async (category) => {
    const { problems, answers } = await attackAll(attacks.filter((attack) => attack.category === category));
    expect(problems).toEqual([]);
    refusals.push(...answers.flatMap(({ status, body }) => (status === 422 ? body : [])));
  });

  it('of a refused address only the class of its range is revealed', async () => {
    const { answers } = await attackAll(attacks.filter(({ category }) => category === REFUSED_RANGES));
    const told = answers.flatMap(({ status, body }) => (status === 200 ? (/\{.*\}/.exec(body) ?? []) : []));
    expect(told.length).toBeGreaterThan(20);
    for (const body of told) {
      const { ip, addressClass, region, timezone, continent, ...rest } = JSON.parse(body)._data.geoIp.records;
      expect({ ip, addressClass }).toEqual({ ip: expect.any(String), addressClass: expect.any(String) });
      const values = [rest, region, timezone, continent].flatMap((one) => Object.values(one));
      expect(values.every((value) => value === null)).toBe(true);
    }
  });

  it('all refusals have the same text, whatever the target resolves to', () => {
    const refusal = { success: false, _data: null, code: 'refused-target' };
    const message = 'The address or name is private, loopback or otherwise special-use.';
    const portMessage = 'Checks of this port are not allowed.';
    expect([...new Set(refusals)].sort().map((body) => JSON.parse(body))).toEqual([
      { ...refusal, message: portMessage, reason: 'not-allowed-port' },
      { ...refusal, message, reason: 'special-use' },
    ]);
  });

  it('is logged with the reason of every refusal, but without targets and internal errors', () => {
    const lines: Record<string, unknown>[] = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const refused = lines.filter(({ msg }) => msg === 'refused');
    // Of equal queries within ten seconds, only the first is refused.
    expect(refused.length).toBeGreaterThan(10);
    expect([...new Set(refused.map(({ reason }) => reason))].sort()).toEqual(['not-allowed-port', 'special-use']);
    const takesPorts: string[] = allTools.flatMap(({ id, reasons }: AnyTool) =>
      reasons.includes('not-allowed-port') ? id : [],
    );
    expect(
      refused.filter(({ reason, tool }) => reason !== 'special-use' && !takesPorts.includes(String(tool))),
    ).toEqual([]);
    expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    expect(log).not.toMatch(/lab\.test|internal|10\.0\.0\.5|169\.254|in-addr|%[\da-f]{2}/i);
  });
});

describe('clients that misbehave in their timing', () => {
  const head = `GET ${ordinary} HTTP/1.1\r\nHost: localhost\r\n`;

  it('that send slowly or not at all are disconnected, and delay no other client', async () => {
    const sockets = [
      head,
      head.slice(0, 7),
      '',
      'POST /api/v2/dnsRecords HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nX: ',
    ].flatMap((beginning) => Array.from({ length: 10 }, () => ({ beginning, socket: open() })));
    const drops = setInterval(() => {
      for (const { beginning, socket } of sockets) if (beginning !== '' && socket.writable) socket.write('x');
    }, 250);
    for (const { beginning, socket } of sockets) socket.write(beginning);
    const answering = Promise.all(sockets.map(({ socket }) => answerOn(socket)));
    const other = await send(requestBytes(ordinary));
    expect(other.status).toBe(200);
    expect(other.durationMs).toBeLessThan(5000);
    const answers = await answering;
    clearInterval(drops);
    for (const { status, durationMs } of answers) {
      expect([null, 400, 408]).toContain(status);
      expect(durationMs).toBeLessThan(ANSWERED_WITHIN_MS);
    }
  });

  it('that go away leave nothing behind', async () => {
    const leave = async (bytes: string, isHalf: boolean) => {
      const socket = open();
      socket.write(bytes.slice(0, isHalf ? bytes.length / 2 : bytes.length));
      await once(socket, 'ready');
      socket.destroy();
    };
    const addresses = Array.from({ length: 60 }, () => addressOf(tools.dns, changing()));
    await Promise.all(addresses.map((address, index) => leave(requestBytes(address), index % 3 === 0)));
    expect((await send(requestBytes('/readyz'))).status).toBe(200);
    expect((await send(requestBytes(addressOf(tools.dns, changing())))).status).toBe(200);
  });

  inLongSet(it)('that leave in the middle of a stream leave no socket and no process behind', async () => {
    const holds = () => ({
      descriptors: readdirSync(`/proc/${server.id}/fd`).length,
      children: readFileSync(`/proc/${server.id}/task/${server.id}/children`, 'utf8').trim(),
    });
    const leave = async (query: Record<string, string>) => {
      const socket = open();
      const path = `${tools.ping.path}?${new URLSearchParams(query)}`;
      socket.write(requestBytes(path, { headers: [['Accept', 'text/event-stream']] }));
      const [first] = await once(socket, 'data');
      socket.destroy();
      return String(first);
    };
    await leave({ host: `${fast.ipv4}`, count: '1', interval: '1' });
    const before = holds();
    const hosts = ['silent', 'slow', 'far', 'lossy', 'distant'].flatMap((name) =>
      ['', '4', '6'].map((family) => `${name}${family}.lab.test`),
    );
    const queries = hosts.flatMap((host) =>
      ['4', '5', '6', '7', '8', '9', '10'].map((count) => ({ host, count, interval: '5' })),
    );
    const beginnings = await Promise.all(queries.slice(0, 100).map(leave));
    expect(beginnings.filter((text) => !text.startsWith('HTTP/1.1 200'))).toEqual([]);
    await eventually(() => {
      const { descriptors, children } = holds();
      // When counted first, the previous test's connection may still have been open.
      expect(descriptors).toBeLessThanOrEqual(before.descriptors);
      expect(children).toBe('');
    });
  });

  it('that send many requests and read nothing do not displace others', async () => {
    const socket = open();
    socket.write(`${head}\r\n`.repeat(2000));
    expect((await send(requestBytes(ordinary))).status).toBe(200);
    socket.destroy();
  });
});

it('do not get a larger allowance by forwarded addresses', async () => {
  const limited = await startServer('limited', {});
  const statuses: (number | null)[] = [];
  for (let index = 0; index < 60; index++) {
    const headers: Headers = [['X-Forwarded-For', `1.0.0.${index}`]];
    statuses.push((await send(requestBytes(addressOf(tools.dns, changing()), { headers }), 'limited')).status);
  }
  expect(statuses).toContain(429);
  expect(await limited.stop('SIGTERM')).toEqual({ code: 0, signal: null });
});

describe('after all attacks', () => {
  const insideHits = async () =>
    (await lab.hits()).filter(({ host }) => ['forbidden', 'client', 'gateway'].includes(host));
  const packets = async () => Object.entries(await lab.forbiddenPackets()).filter(([, count]) => count > 0);

  it('not a single packet went to internal addresses', async () => {
    expect(await packets()).toEqual([]);
    expect(await insideHits()).toEqual([]);
  });

  it('and such a packet would have been counted', async () => {
    await lab.run('bash', ['-c', 'exec 3<>/dev/tcp/10.0.0.5/6379']);
    expect(await packets()).toEqual([['10.0.0.0/8', expect.any(Number)]]);
    expect(await insideHits()).toMatchObject([{ host: 'forbidden', address: '10.0.0.5', port: 6379 }]);
  });

  it('the server stops cleanly, with no work left', async () => {
    const startedAtMs = performance.now();
    expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
  });
});
