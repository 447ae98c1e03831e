import { reasons } from '../failure.ts';
import type { Finding } from '../finding/finding.ts';
import { type Reading, readerOf } from '../reading.ts';
import type { AnyTool } from '../tool.ts';
import { type ToolId, tools } from '../tools/index.ts';
import type { report } from './report.ts';

/** A report as a client reads it. The server may be older or newer than the client. */
export type ReadReport = Reading<typeof report.answer>;
export type ReadReportPart = ReadReport['parts'][number];

/** The fields of an answer that are common to all tools. */
export type PartAnswer = Readonly<Record<string, unknown>> & {
  readonly gaps: readonly { readonly part: string; readonly code: string | null }[];
  readonly findings?: readonly Reading<typeof Finding>[] | undefined;
  readonly checkedAt?: string | undefined;
};

/** How one part of a report ended, read with the contract of its tool. */
export type ReadPart =
  | { readonly kind: 'answer'; readonly tool: AnyTool; readonly id: ToolId; readonly answer: PartAnswer }
  | {
      readonly kind: 'failure';
      /** The tool that failed. */
      readonly id: string;
      readonly code: string | null;
      readonly reason: string | null;
      readonly message: string;
    };

/**
 * @returns the failure `unreadable` for a tool that only newer servers have, and for an answer that does not match its
 *   contract.
 */
export function readPart({ tool: id, outcome }: ReadReportPart): ReadPart {
  if (!outcome.success) {
    const { code, reason = null, message } = outcome;
    return { kind: 'failure', id, code, reason, message: message ?? '' };
  }
  const tool: AnyTool | undefined = Object.hasOwn(tools, id) ? tools[id as ToolId] : undefined;
  const read = tool && readerOf(tool.answer).safeParse(outcome._data);
  if (tool === undefined || !read?.success) return { ...unreadable, id };
  return { kind: 'answer', tool, id: id as ToolId, answer: read.data as PartAnswer };
}

const unreadable = { kind: 'failure', code: null, reason: null, message: 'This answer cannot be read here.' } as const;

/** How a failure is told: what kept the tool from measuring comes after these words. */
export const NOT_MEASURED = 'Not measured.';

/** Tools that read records: only for these it is an answer that there is nothing. All others then have nothing to measure. */
const readsRecords = (id: string) => id === 'whois' || id === 'dns';

/**
 * The sentences of a failure. That there is no record is an answer, which is told in the words of the tool alone;
 * everything else kept the tool from measuring, and the narrower cause is added if the message does not say it.
 */
export function failureWords({ id, code, reason, message }: Extract<ReadPart, { readonly kind: 'failure' }>) {
  if (code === 'not-found' && readsRecords(id)) return { lead: null, text: message };
  const known = reason !== null && Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : null;
  const cause = known === null || message.includes(known.meaning) ? [] : [known.meaning];
  return { lead: NOT_MEASURED, text: [message, ...cause].join(' ') };
}

/** Why there is nothing, in a few words. */
const nothing: Readonly<Record<string, string>> = {
  nxdomain: 'the name does not exist',
  'no-address': 'the name has no address',
};

/** The same in a few words: `Not measured: the name has no address`. */
export function failureSummary(id: string, code: string, reason: string | undefined): string {
  if (code === 'not-found' && readsRecords(id)) return 'Nothing found';
  if (code === 'timeout' || code === 'unreachable') return 'No answer';
  const why = reason === undefined || !Object.hasOwn(nothing, reason) ? undefined : nothing[reason];
  return why === undefined ? 'Not measured' : `Not measured: ${why}`;
}
