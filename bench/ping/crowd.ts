/**
 * Many pings from one process: `crowd.ts sonde|spawn ADDRESS SESSIONS PACKETS INTERVAL_MS WARM_UPS`. Prints one line of JSON: the processor time of
 * the process and its children, and the result of each ping.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createIcmpSender } from '@sonde/probes/net/icmp/icmp-sender';
import { openLibc } from '@sonde/probes/net/icmp/libc';
import { createPacer } from '@sonde/probes/net/icmp/pacer';
import { createPacketEngine } from '@sonde/probes/net/icmp/packet-engine';

export interface Crowd {
  readonly cpuMs: number;
  /** The round trip time that each session would show: the average of its packets, in milliseconds. */
  readonly averages: readonly number[];
  readonly lost: number;
}

interface Said {
  readonly averageMs: number;
  readonly received: number;
}

type Ping = (address: string) => Promise<Said>;

const COMMAND = 'ping';
const [contender, address = '', ...numbers] = process.argv.slice(2);
const [sessions = 0, packets = 0, intervalMs = 0, warmUps = 0] = numbers.map(Number);
/** USER_HZ */
const TICK_MS = 10;

async function ours(): Promise<Ping> {
  const sender = createIcmpSender(await openLibc(), 4, 'raw');
  // All to one host: the limit per network is not measured here.
  const engine = createPacketEngine(sender, createPacer(0));
  const never = new AbortController().signal;
  return async (address) => {
    const times: number[] = [];
    const plan = { count: packets, intervalMs, replyTimeoutMs: 2000 };
    await engine.run(
      { address, family: 4 },
      plan,
      (event) => event.kind === 'reply' && times.push(event.timeMs),
      never,
    );
    return { averageMs: times.reduce((sum, time) => sum + time, 0) / times.length, received: times.length };
  };
}

/** A tool without an engine: one process per visitor, whose output is read line by line. */
async function spawned(): Promise<Ping> {
  const args = ['-n', '-c', String(packets), '-i', String(intervalMs / 1000), '-W', '2', '--'];
  return (address) =>
    new Promise((resolve, reject) => {
      let averageMs = Number.NaN;
      let received = 0;
      const child = spawn(COMMAND, [...args, address], { stdio: ['ignore', 'pipe', 'ignore'] });
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (/time=[\d.]+ ms/.test(line)) received += 1;
        const average = /min\/avg\/max\/mdev = [\d.]+\/([\d.]+)\//.exec(line)?.[1];
        if (average !== undefined) averageMs = Number(average);
      });
      child.once('error', reject).once('close', () => resolve({ averageMs, received }));
    });
}

/** Of this process and its finished children. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (user + system) / 1000 + (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/** Starts are spread over one interval, like those of visitors. */
async function crowd(ping: Ping, address: string, sessions: number): Promise<Said[]> {
  return Promise.all(
    Array.from({ length: sessions }, async (_, index) => {
      await sleep((index * intervalMs) / sessions);
      return ping(address);
    }),
  );
}

if (contender !== undefined) {
  const ping = await (contender === 'sonde' ? ours() : spawned());
  await crowd(ping, address, warmUps);
  const before = cpuMs();
  const all = await crowd(ping, address, sessions);
  const said: Crowd = {
    cpuMs: cpuMs() - before,
    averages: all.map(({ averageMs }) => averageMs),
    lost: all.reduce((lost, { received }) => lost + packets - received, 0),
  };
  process.stdout.write(`${JSON.stringify(said)}\n`);
  process.exit(0);
}
