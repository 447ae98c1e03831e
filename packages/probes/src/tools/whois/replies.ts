import { type FailureCode, type FailureReason, reasons, ToolError } from '@sonde/contract';
import { NetFailure } from '../../net/net.ts';
import type { SourcedFacts } from '../../protocols/registration/merge.ts';

export type Protocol = 'rdap' | 'whois';
export type ReplyKind = 'answered' | 'reserved' | 'unrecognised' | 'not-found' | 'limited' | 'failed';

/** One server that was queried, and the kind of its reply. */
export interface AskedRegistry {
  readonly protocol: Protocol;
  readonly server: string;
  readonly outcome: ReplyKind;
  readonly durationMs: number;
  /** Why there is no answer; null when there is one. */
  readonly failure: Failure | null;
}

export interface Failure {
  readonly code: FailureCode;
  /** A sentence that does not name the server. */
  readonly meaning: string;
  readonly reason?: FailureReason;
}

/** A text for `whoIsInfo`, shown under the name of its server. */
export interface ServerText {
  readonly server: string;
  readonly text: string;
  readonly isCut: boolean;
  /** A registration, the record of a reserved name or the statement that it is one, or neither. */
  readonly kind: 'record' | 'reserved' | 'unrecognised';
}

/** The replies of one protocol so far; collected during the walk, so that stopping early loses nothing. */
export interface Replies {
  readonly asked: AskedRegistry[];
  readonly facts: SourcedFacts[];
  readonly texts: ServerText[];
  /** The first RDAP object, unchanged. */
  json: Record<string, unknown> | null;
  /** True when a registry has answered that it has no record. */
  isNotFound: boolean;
  /** Why no server could be queried by this protocol, as a sentence; null if one was. */
  noService: string | null;
}

export function noReplies(): Replies {
  return { asked: [], facts: [], texts: [], json: null, isNotFound: false, noService: null };
}

/** Converts an error thrown while querying a server. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ToolError) return { code: error.code, meaning: error.message };
  if (!(error instanceof NetFailure)) throw error;
  const { code, meaning } = reasons[error.reason];
  // The host name of the source was not found, which says nothing about the target.
  return { code: code === 'not-found' ? 'source-failed' : code, meaning, reason: error.reason };
}

export const LIMITED: Failure = { code: 'source-failed', meaning: reasons['source-limited'].meaning };
/** The server states an error of its own. */
export const SERVER_ERROR: Failure = { code: 'source-failed', meaning: 'It reports an error instead of a record.' };
export const UNREADABLE: Failure = { code: 'protocol', meaning: reasons['invalid-response'].meaning };
