import {
  type FailureCode,
  type Gap,
  reasons,
  type SourceState,
  type SubdomainSource,
  ToolError,
} from '@sonde/contract';
import { startDeadline } from '../../async/deadline.ts';
import { NetFailure } from '../../net/net.ts';
import { DnsFormatError } from '../../protocols/dns-message/dns-format-error.ts';

/** Who is how far, and what could not be had. */
export class Board {
  readonly #counts: { foundBy(source: SubdomainSource): number };
  readonly #signal: AbortSignal;
  readonly #states = new Map<SubdomainSource, SourceState['state']>();
  readonly #failures = new Map<string, unknown>();
  readonly #gaps = new Map<string, Gap>();

  /** `signal` is the end of all sources. */
  constructor(counts: { foundBy(source: SubdomainSource): number }, signal: AbortSignal) {
    this.#counts = counts;
    this.#signal = signal;
  }

  /** Runs a source until its deadline. Whatever goes wrong is its gap, so this never rejects. */
  async run(source: SubdomainSource, timeoutMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#states.set(source, 'running');
    const deadline = startDeadline({ timeoutMs, what: source }, [this.#signal]);
    try {
      await work(deadline.signal);
      this.#states.set(source, 'done');
    } catch (error) {
      this.#states.set(source, 'failed');
      const isLate = deadline.signal.aborted;
      this.#failures.set(source, isLate ? new NetFailure('timeout', `${source} took too long`) : error);
      this.note(source, isLate ? 'timeout' : codeOf(error), isLate ? null : comeBackOf(error));
    } finally {
      deadline.end();
    }
  }

  async noteFailure(part: string, work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      const isLate = this.#signal.aborted;
      this.note(part, isLate ? 'timeout' : codeOf(error), isLate ? null : comeBackOf(error));
    }
  }

  /** Names that nobody answered for, of a source that has done the rest. */
  noteSilent(source: SubdomainSource, names: number): void {
    if (names > 0) this.note(source, 'source-failed');
  }

  /** `retryAfterSeconds` where it is known when the part can be had. */
  note(part: string, code: FailureCode, retryAfterSeconds: number | null = null): void {
    this.#gaps.set(part, { part, code, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) });
  }

  failureOf(source: SubdomainSource): unknown {
    return this.#failures.get(source) ?? null;
  }

  states(): SourceState[] {
    return [...this.#states].map(([source, state]) => ({ source, state, found: this.#counts.foundBy(source) }));
  }

  gaps(): Gap[] {
    return [...this.#gaps.values()];
  }
}

function codeOf(error: unknown): FailureCode {
  if (error instanceof ToolError) return error.code;
  if (error instanceof NetFailure) return reasons[error.reason].code;
  return error instanceof DnsFormatError ? 'protocol' : 'internal';
}

function comeBackOf(error: unknown): number | null {
  return error instanceof ToolError ? error.retryAfterSeconds : null;
}
