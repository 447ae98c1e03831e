import { type FailureCode, type FailureReason, reasons, ToolError } from '@sonde/contract';
import { NetFailure } from '../../net/net.ts';
import type { SourcedFacts } from '../../protocols/registration/merge.ts';

export type Protocol = 'rdap' | 'whois';
export type Outcome = 'answered' | 'not-found' | 'limited' | 'failed';

/** One server that was asked, and what came of it. */
export interface Asked {
  readonly protocol: Protocol;
  readonly server: string;
  readonly outcome: Outcome;
  readonly durationMs: number;
  /** Why, when it is no answer. */
  readonly failure: Failure | null;
}

export interface Failure {
  readonly code: FailureCode;
  /** A sentence without the name of the server. */
  readonly means: string;
  readonly reason?: FailureReason;
}

/** A text for `whoIsInfo`, under the name of its server. */
export interface Words {
  readonly server: string;
  readonly text: string;
  readonly isCut: boolean;
  /** Whether anything of a registration could be read from it. */
  readonly isTelling: boolean;
}

/** What one of the two ways has found; it grows while the way is walked, so that stopping early loses nothing. */
export interface Finding {
  readonly asked: Asked[];
  readonly facts: SourcedFacts[];
  readonly words: Words[];
  /** The registry's answer as it came. */
  json: Record<string, unknown> | null;
  /** A registry's word that there is no record. */
  isNotFound: boolean;
  /** Why nobody could be asked this way, in a sentence; null when somebody was. */
  noService: string | null;
}

export function newFinding(): Finding {
  return { asked: [], facts: [], words: [], json: null, isNotFound: false, noService: null };
}

/** What was thrown on the way to a server. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ToolError) return { code: error.code, means: error.message };
  if (!(error instanceof NetFailure)) throw error;
  const { code, means } = reasons[error.reason];
  // It is the source that cannot be found, never what the visitor asked for.
  return { code: code === 'not-found' ? 'source-failed' : code, means, reason: error.reason };
}

export const LIMITED: Failure = { code: 'source-failed', means: reasons.source_limited.means };
export const UNREADABLE: Failure = { code: 'protocol', means: reasons.invalid_response.means };
