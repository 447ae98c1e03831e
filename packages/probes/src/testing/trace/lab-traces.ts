import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { AnswerOf, ProgressOf, Tools } from '@sonde/contract';

/** For tests: traces from a process of their own, in another network and with other rights than the test process. */
const script = fileURLToPath(new URL('./trace-through-net.ts', import.meta.url));

/** Where processes can be started, such as the lab. */
export interface Place {
  start(command: string, args: readonly string[], options: { env: Record<string, string> }): Promise<Started>;
}

interface Started {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly output: string;
  readonly ended: Promise<{ readonly code: number | null }>;
}

export interface TraceJob {
  readonly host: string;
  readonly method?: string;
  readonly port?: string;
  readonly rounds?: string;
  readonly paths?: string;
  readonly abortAfterMs?: number;
}

export interface TraceJobOutcome {
  readonly answer: AnswerOf<Tools['traceroute']> | null;
  /** Code and reason, `aborted`, or what should never have been thrown. */
  readonly failure: string | null;
  readonly parts: readonly (ProgressOf<Tools['traceroute']> & { readonly atMs: number })[];
  readonly durationMs: number;
}

export interface TraceReport {
  readonly outcomes: readonly TraceJobOutcome[];
  /** Open sockets: before the traces, after them, and a second after the last has ended. */
  readonly sockets: readonly number[];
}

export interface TraceOptions {
  /** A command prefix that drops privileges. */
  readonly rights?: readonly string[];
  /** Default: all at once. */
  readonly oneByOne?: boolean;
  readonly roundMs?: number;
  readonly showsOwnHops?: boolean;
  /** Between two packets into one network; default: none is waited for. */
  readonly perPacketMs?: number;
}

/** Runs the jobs. */
export async function traceIn(
  place: Place,
  jobs: readonly TraceJob[],
  { rights = [], oneByOne = false, roundMs, showsOwnHops = false, perPacketMs = 0 }: TraceOptions = {},
): Promise<TraceReport> {
  const [command = '', ...args] = [...rights, process.execPath, '--import', 'tsx', script];
  const env = { SONDE_RESOLVERS: '127.0.0.1', SONDE_TRACE_OWN_HOPS: showsOwnHops ? 'show' : 'hide' };
  const tracer = await place.start(command, args, { env });
  tracer.stdin.end(JSON.stringify({ jobs, oneByOne, roundMs, perPacketMs }));
  const [said] = await Promise.all([text(tracer.stdout), once(tracer.stdout, 'close')]);
  const { code } = await tracer.ended;
  if (code !== 0) throw new Error(`the tracer ended with ${code}: ${tracer.output}`);
  return JSON.parse(said);
}

/** @throws Error when it failed. */
export function traceAnswer({ answer, failure }: TraceJobOutcome): AnswerOf<Tools['traceroute']> {
  if (answer === null) throw new Error(`no answer: ${failure}`);
  return answer;
}
