import { runCommand } from '@sonde/lab';
import { cpuMs, type Served } from './processes.ts';

export interface Load {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  /** Processor time of the server per request. */
  readonly cpuMicroseconds: number;
}

const CONNECTIONS = 32;

/** Requests the same URL as fast as it is answered, on persistent connections. */
export async function load(served: Served, path: string, seconds: number): Promise<Load> {
  const before = await cpuMs(served.pid);
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', `${served.address}${path}`];
  const said = await runCommand('wrk', args);
  const usedMs = (await cpuMs(served.pid)) - before;
  if (/Non-2xx|Socket errors/.test(said)) throw new Error(`not every request was answered: ${said}`);
  const requests = numberIn(said, /(\d+) requests in/);
  return {
    requestsPerSecond: numberIn(said, /Requests\/sec:\s+([\d.]+)/),
    p99Ms: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(said)),
    cpuMicroseconds: (usedMs * 1000) / requests,
  };
}

function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`wrk did not say ${pattern}: ${text}`);
  return Number(found);
}

function milliseconds(found: RegExpExecArray | null): number {
  const factor = { us: 0.001, ms: 1, s: 1000 }[found?.[2] ?? ''] ?? Number.NaN;
  return Number(found?.[1]) * factor;
}
