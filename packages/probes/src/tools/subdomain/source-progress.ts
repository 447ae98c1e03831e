import {
  type FailureCode,
  type Gap,
  reasons,
  type SourceState,
  type SubdomainSource,
  ToolError,
} from '@sonde/contract';
import { startDeadline } from '../../async/deadline.ts';
import { NetFailure, ZoneFailure } from '../../net/net.ts';
import { DnsFormatError } from '../../protocols/dns-message/dns-format-error.ts';

/** The state of each source, and the gaps so far. */
export class SourceProgress {
  readonly #counts: { foundBy(source: SubdomainSource): number };
  readonly #signal: AbortSignal;
  readonly #states = new Map<SubdomainSource, SourceState['state']>();
  readonly #failures = new Map<string, unknown>();
  readonly #gaps = new Map<string, Gap>();

  /** `signal` ends all sources. */
  constructor(counts: { foundBy(source: SubdomainSource): number }, signal: AbortSignal) {
    this.#counts = counts;
    this.#signal = signal;
  }

  /** Runs a source until its deadline. A failure becomes a gap, so this never rejects. */
  async run(source: SubdomainSource, timeoutMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#states.set(source, 'running');
    const deadline = startDeadline({ timeoutMs, what: source }, [this.#signal]);
    try {
      await work(deadline.signal);
      this.#states.set(source, 'done');
    } catch (error) {
      this.#states.set(source, 'failed');
      const failure = deadline.signal.aborted ? new NetFailure('timeout', `${source} took too long`) : error;
      this.#failures.set(source, failure);
      this.#noteError(source, failure);
    } finally {
      deadline.end();
    }
  }

  async noteFailure(part: string, work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (this.#signal.aborted) this.note(part, 'timeout');
      else this.#noteError(part, error);
    }
  }

  /** Adds a gap for a source that is done, except for names without any reply. */
  noteSilent(source: SubdomainSource, names: number): void {
    if (names > 0) this.note(source, 'source-failed');
  }

  /** `retryAfterSeconds`: when the part can be measured, if known. */
  note(part: string, code: FailureCode, retryAfterSeconds: number | null = null): void {
    this.#gaps.set(part, { part, code, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) });
  }

  #noteError(part: string, error: unknown): void {
    this.note(part, codeOf(error), retryAfterOf(error));
    if (error instanceof ZoneFailure) this.note(`Names below ${error.zone}`, codeOf(error));
  }

  has(part: string): boolean {
    return this.#gaps.has(part);
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

function retryAfterOf(error: unknown): number | null {
  return error instanceof ToolError ? error.retryAfterSeconds : null;
}
