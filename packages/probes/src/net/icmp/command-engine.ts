import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { startDeadline, withDeadline } from '../../async/deadline.ts';
import { onAbort } from '../../async/signals.ts';
import { parsePingLine } from '../../protocols/ping-text/ping-line.ts';
import { type GuardedAddress, NetFailure } from '../net.ts';
import { createLineReader } from './command-lines.ts';
import { EngineBroken, type PingEngine, type PingPlan } from './ping-engine.ts';

const COMMAND = 'ping';
/** Each is a process of its own. */
const MAX_AT_ONCE = 32;
/** Beyond the end of its plan it is not waited for. */
const GRACE_MS = 1500;
const CHECK_TIMEOUT_MS = 3000;
const KEPT_ERRORS = 1000;
/** What it says when it may not ping at all; everything else is about the one address. */
const MAY_NOT = /socket|capab|exec|shared librar/i;
const loopback = { 4: '127.0.0.1', 6: '::1' } as const;

/**
 * Pings with the system's ping(8), once it is sure that it is that of iputils and may be used.
 * @throws EngineBroken
 */
export async function openCommandEngine(family: 4 | 6): Promise<PingEngine> {
  const limit = { timeoutMs: CHECK_TIMEOUT_MS, what: 'trying the ping command' };
  await withDeadline(limit, [], (signal) => checkCommand(family, signal));
  let running = 0;
  return {
    method: 'icmp',
    name: 'ping command',
    async run(address, plan, report, parent) {
      if (running >= MAX_AT_ONCE) throw new NetFailure('crowded', `${running} processes of ping run already`);
      running += 1;
      try {
        await pingByCommand(address, plan, report, parent);
      } finally {
        running -= 1;
      }
    },
    close: () => {},
  };
}

/** @throws EngineBroken when the command is not there, not that of iputils, or may not be used. */
async function checkCommand(family: 4 | 6, signal: AbortSignal): Promise<void> {
  const version = await runPing(['-V'], () => {}, signal);
  if (!version.output.includes('iputils')) throw new EngineBroken(`not the ping of iputils: ${version.output}`);
  const plan = { count: 1, intervalMs: 1000, replyTimeoutMs: 1000 };
  const { code, errors } = await runPing(pingArguments({ address: loopback[family], family }, plan), () => {}, signal);
  // 1 says that nothing came back, which is none of its faults.
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
  if (code === 2 && !reader.hasHeard) {
    if (MAY_NOT.test(errors)) throw new EngineBroken(`ping ended with ${code}: ${errors}`);
    throw new NetFailure('unreachable', `no way to ${address.address} from here: ${errors}`);
  }
  reader.end();
};

/** The address is numeric and has passed the guard; `--` keeps it from being read as an option. */
function pingArguments({ address, family }: GuardedAddress, plan: PingPlan): string[] {
  const numbers = { '-c': plan.count, '-i': plan.intervalMs / 1000, '-W': plan.replyTimeoutMs / 1000 };
  return [`-${family}`, '-n', '-O', ...Object.entries(numbers).flat().map(String), '--', address];
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** @throws EngineBroken when it cannot be started, or the signal's reason, with the process killed. */
function runPing(args: readonly string[], onLine: (line: string) => void, signal: AbortSignal): Promise<Ended> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' };
    const child = spawn(COMMAND, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, errors] = ['', ''];
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(0, KEPT_ERRORS);
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      output = (output + line).slice(0, KEPT_ERRORS);
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
