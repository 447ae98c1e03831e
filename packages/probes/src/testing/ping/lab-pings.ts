import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { AnswerOf, PingProgress, Tools } from '@sonde/contract';
import { programArguments } from '@sonde/lab';

/** For tests: pings from a separate process, in another network and with other privileges than the test process. */
const script = fileURLToPath(new URL('./ping-through-net.ts', import.meta.url));
const RESOLVER = '45.90.2.2';

/** A place where processes can be started, such as the lab. */
export interface Place {
  start(command: string, args: readonly string[], options: { env: Record<string, string> }): Promise<Started>;
}

interface Started {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly output: string;
  readonly ended: Promise<{ readonly code: number | null }>;
}

export interface Job {
  readonly host: string;
  readonly count?: string;
  readonly interval?: string;
  readonly abortAfterMs?: number;
}

export interface JobOutcome {
  readonly answer: AnswerOf<Tools['ping']> | null;
  /** Code and reason, `aborted`, or an error that should never have been thrown. */
  readonly failure: string | null;
  readonly parts: readonly (PingProgress & { readonly atMs: number })[];
  readonly durationMs: number;
  /** Null if it was not aborted. */
  readonly afterAbortMs: number | null;
}

export interface LabReport {
  readonly outcomes: readonly JobOutcome[];
  readonly bestMethods: { readonly ipv4: string | null; readonly ipv6: string | null };
  /** Before the pings, after them, and after closing the network layer. */
  readonly held: readonly Held[];
}

export interface Held {
  readonly sockets: number;
  readonly timers: number;
  readonly children: number;
}

/** Runs the jobs concurrently; `methods` limits the ping methods, `rights` is a command prefix that drops privileges. */
export async function pingIn(
  place: Place,
  jobs: readonly Job[],
  methods: readonly string[] = [],
  rights: readonly string[] = [],
): Promise<LabReport> {
  const [command = '', ...args] = [...rights, process.execPath, ...(await programArguments(script)), ...methods];
  const pinger = await place.start(command, args, { env: { SONDE_RESOLVERS: RESOLVER } });
  pinger.stdin.end(JSON.stringify(jobs));
  const [said] = await Promise.all([text(pinger.stdout), once(pinger.stdout, 'close')]);
  const { code } = await pinger.ended;
  if (code !== 0) throw new Error(`the pinger ended with ${code}: ${pinger.output}`);
  return JSON.parse(said);
}

/** @throws Error when it failed. */
export function answerOf({ answer, failure }: JobOutcome): AnswerOf<Tools['ping']> {
  if (answer === null) throw new Error(`no answer: ${failure}`);
  return answer;
}
