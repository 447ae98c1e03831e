import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { AnswerOf, ProgressOf, Tools } from '@sonde/contract';
import { programArguments } from '@sonde/lab';

/** For tests: traces from a separate process, in another network and with other privileges than the test process. */
const script = fileURLToPath(new URL('./trace-through-net.ts', import.meta.url));

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
  /** Code and reason, `aborted`, or an error that should never have been thrown. */
  readonly failure: string | null;
  readonly parts: readonly (ProgressOf<Tools['traceroute']> & { readonly atMs: number })[];
  readonly durationMs: number;
}

export interface TraceReport {
  readonly outcomes: readonly TraceJobOutcome[];
  /** Number of open sockets: before the traces, and after the last one has ended, within a second. */
  readonly sockets: readonly number[];
}

export interface TraceOptions {
  /** Default: all concurrently. */
  readonly oneByOne?: boolean;
  readonly roundMs?: number;
  /** Milliseconds between two packets into one network; default: no wait. */
  readonly perPacketMs?: number;
}

/** A place where processes can be started, such as the lab. */
export interface Place {
  start(command: string, args: readonly string[], options: { env: Record<string, string> }): Promise<Started>;
}

interface Started {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly output: string;
  readonly ended: Promise<unknown>;
}

/** A process that traces in a network of its own, with its own privileges. */
export interface Tracer {
  run(jobs: readonly TraceJob[], options?: TraceOptions): Promise<TraceReport>;
  stop(): void;
}

/** `rights` is a command prefix that drops privileges. */
export async function startTracer(place: Place, rights: readonly string[] = []): Promise<Tracer> {
  const [command = '', ...args] = [...rights, process.execPath, ...(await programArguments(script))];
  const tracer = await place.start(command, args, { env: { SONDE_RESOLVERS: '127.0.0.1' } });
  const lines = createInterface({ input: tracer.stdout })[Symbol.asyncIterator]();
  return {
    async run(jobs, { oneByOne = false, roundMs, perPacketMs = 0 } = {}) {
      tracer.stdin.write(`${JSON.stringify({ jobs, oneByOne, roundMs, perPacketMs })}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`the tracer has ended: ${tracer.output}`);
      return JSON.parse(value);
    },
    stop: () => tracer.stdin.end(),
  };
}

/** @throws Error when it failed. */
export function traceAnswer({ answer, failure }: TraceJobOutcome): AnswerOf<Tools['traceroute']> {
  if (answer === null) throw new Error(`no answer: ${failure}`);
  return answer;
}
