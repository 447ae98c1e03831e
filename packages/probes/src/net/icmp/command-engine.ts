import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { startDeadline, withDeadline } from '../../async/deadline.ts';
import { createSemaphore } from '../../async/semaphore.ts';
import { onAbort } from '../../async/signals.ts';
import { parsePingLine } from '../../protocols/ping-text/ping-line.ts';
import { type GuardedAddress, NetFailure } from '../net.ts';
import { createLineReader } from './command-lines.ts';
import { EngineBroken, type PingEngine, type PingPlan } from './ping-engine.ts';

const COMMAND = 'ping';
/** Each ping is a process of its own. */
const MAX_AT_ONCE = 32;
/** Milliseconds by which the command may exceed its planned duration. */
const GRACE_MS = 1500;
const CHECK_TIMEOUT_MS = 3000;
const MAX_ERROR_CHARS = 1000;
/** Printed when the command may not ping at all; other errors concern only the address. */
const NOT_PERMITTED = /socket|capab|exec|shared librar/i;
const loopback = { 4: '127.0.0.1', 6: '::1' } as const;

/**
 * Pings with the system's ping(8), after checking that it is the one from iputils and that it may be used.
 * @throws EngineBroken
 */
export async function openCommandEngine(family: 4 | 6): Promise<PingEngine> {
  const limit = { timeoutMs: CHECK_TIMEOUT_MS, what: 'trying the ping command' };
  await withDeadline(limit, [], (signal) => checkCommand(family, signal));
  const slots = createSemaphore(MAX_AT_ONCE);
  return {
    method: 'icmp',
    name: 'ping command',
    async run(address, plan, report, parent) {
      const release = slots.tryAcquire();
      if (release === null) throw new NetFailure('crowded', `${MAX_AT_ONCE} processes of ping run already`);
      await pingByCommand(address, plan, report, parent).finally(release);
    },
    close: () => {},
  };
}

/** @throws EngineBroken when the command is missing, not from iputils, or may not be used. */
async function checkCommand(family: 4 | 6, signal: AbortSignal): Promise<void> {
  const version = await runPing(['-V'], () => {}, signal);
  if (!version.output.includes('iputils')) throw new EngineBroken(`not the ping of iputils: ${version.output}`);
  const plan = { count: 1, intervalMs: 1000, replyTimeoutMs: 1000 };
  const { code, errors } = await runPing(pingArguments({ address: loopback[family], family }, plan), () => {}, signal);
  // Exit code 1 means that no reply came, which is not an error of the command.
  if (code !== 0 && code !== 1) throw new EngineBroken(`ping may not be used: ${errors}`);
}

const pingByCommand: PingEngine['run'] = async (address, plan, report, parent) => {
  const wholeMs = plan.count * plan.intervalMs + plan.replyTimeoutMs + GRACE_MS;
  const deadline = startDeadline({ timeoutMs: wholeMs, what: `ping of ${address.address}` }, [parent]);
  const reader = createLineReader(plan, report);
  const { code, errors } = await runPing(
    pingArguments(address, plan),
    (line) => {
      const said = parsePingLine(line);
      if (said !== null) reader.take(said);
    },
    deadline.signal,
  )
    .catch((error: unknown) => {
      if (parent.aborted || !deadline.isPast) throw error;
      return { code: 1, errors: '' };
    })
    .finally(deadline.end);
  if (code === 2 && !reader.hasReply) {
    if (NOT_PERMITTED.test(errors)) throw new EngineBroken(`ping ended with ${code}: ${errors}`);
    throw new NetFailure('unreachable', `no way to ${address.address} from here: ${errors}`);
  }
  reader.end();
};

/** The address is numeric and was checked by the guard; `--` keeps it from being read as an option. */
function pingArguments({ address, family }: GuardedAddress, plan: PingPlan): string[] {
  const numbers = { '-c': plan.count, '-i': plan.intervalMs / 1000, '-W': plan.replyTimeoutMs / 1000 };
  return [`-${family}`, '-n', '-O', ...Object.entries(numbers).flat().map(String), '--', address];
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** @throws EngineBroken when it cannot be started, or the signal's reason after killing the process */
function runPing(args: readonly string[], onLine: (line: string) => void, signal: AbortSignal): Promise<Ended> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' };
    const child = spawn(COMMAND, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, errors] = ['', ''];
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(0, MAX_ERROR_CHARS);
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      output = (output + line).slice(0, MAX_ERROR_CHARS);
      if (!signal.aborted) onLine(line);
    });
    const detach = onAbort(signal, () => {
      child.kill('SIGKILL');
      reject(signal.reason);
    });
    child.once('error', (error) => {
      detach();
      reject(new EngineBroken(`ping cannot be started: ${error.message}`));
    });
    child.once('close', (code) => {
      detach();
      resolve({ code, output, errors });
    });
  });
}
