import * as z from 'zod/mini';
import { type FailureCode, failures } from './failure.ts';

/** Parameters and answers of the calls under `/api/account`, shared by the server and the page. */

/** How long lookups are kept. */
export const HISTORY_DAYS = 90;
/** Each account keeps only its newest lookups: at most this many, with targets of at most this length. */
export const MAX_HISTORY = 5_000;
export const MAX_HISTORY_BYTES = 1_000_000;
export const MAX_SAVED_TARGETS = 200;
export const MAX_NOTE_LENGTH = 500;
/** Longer than any name, address or `host:port`. */
export const MAX_TARGET_LENGTH = 300;
/** More than a browser remembers, which is eight per tool. */
export const MAX_MOVED_LOOKUPS = 100;

const failureCodes = Object.keys(failures) as [FailureCode, ...FailureCode[]];

/** The visitor who is signed in. */
export const AccountUser = z.object({ email: z.nullable(z.string()) });
export type AccountUser = z.infer<typeof AccountUser>;

/** One lookup of a signed-in visitor. */
export const HistoryEntry = z.object({
  id: z.string(),
  /** A tool's id. */
  tool: z.string(),
  target: z.string(),
  /** ISO 8601 UTC; null for a lookup imported from a browser, which stores no times. */
  lookedUpAt: z.nullable(z.string()),
  /** ISO 8601 UTC: the start of the 90 days. */
  keptAt: z.string(),
  /** How the lookup failed; null for an answer, and for a lookup imported from a browser. */
  failure: z.nullable(z.enum(failureCodes)),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** Newest first. */
export const HistoryPage = z.object({
  entries: z.array(HistoryEntry),
  /** The value of `before` for the next page; null if there is none. */
  next: z.nullable(z.string()),
  /** Number of all entries that match the search. */
  total: z.number(),
});
export type HistoryPage = z.infer<typeof HistoryPage>;

/** A target that a member wants to find again, with a note. */
export const SavedTarget = z.object({ id: z.string(), target: z.string(), note: z.string(), savedAt: z.string() });
export type SavedTarget = z.infer<typeof SavedTarget>;

export const SavedTargets = z.object({ targets: z.array(SavedTarget) });
export type SavedTargets = z.infer<typeof SavedTargets>;

/** Everything that is stored about one member. */
export const AccountExport = z.object({
  email: z.nullable(z.string()),
  history: z.array(HistoryEntry),
  targets: z.array(SavedTarget),
});
export type AccountExport = z.infer<typeof AccountExport>;

/** The answer of a call that changes something. */
export const Changed = z.object({ changed: z.number() });
export type Changed = z.infer<typeof Changed>;

/** The answer to a request for a password reset: the same for every address, whether it has an account or not. */
export const ResetStarted = z.object({
  /** `operator`: this server sends no mail, and the link is in its log. Absent in the answers of older servers. */
  delivery: z.optional(z.enum(['mail', 'operator'])),
});
export type ResetStarted = z.infer<typeof ResetStarted>;
