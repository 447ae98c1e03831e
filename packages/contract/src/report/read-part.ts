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
      readonly code: string | null;
      readonly reason: string | null;
      readonly message: string;
    };

/**
 * Reads each part once: an answer is large, and several places of a page show something of it.
 * @returns the failure `unreadable` for a tool that only newer servers have, and for an answer that does not match its
 *   contract.
 */
export function readPart(part: ReadReportPart): ReadPart {
  const read = known.get(part) ?? readAnew(part);
  known.set(part, read);
  return read;
}

const known = new WeakMap<ReadReportPart, ReadPart>();

function readAnew({ tool: id, outcome }: ReadReportPart): ReadPart {
  if (!outcome.success) {
    const { code, reason = null, message } = outcome;
    return { kind: 'failure', code, reason, message: message ?? '' };
  }
  const tool: AnyTool | undefined = Object.hasOwn(tools, id) ? tools[id as ToolId] : undefined;
  const read = tool && readerOf(tool.answer).safeParse(outcome._data);
  if (tool === undefined || !read?.success) return unreadable;
  return { kind: 'answer', tool, id: id as ToolId, answer: read.data as PartAnswer };
}

const unreadable: ReadPart = { kind: 'failure', code: null, reason: null, message: 'This answer cannot be read here.' };

/** How a failure is told: what kept the tool from measuring comes after these words. */
export const NOT_MEASURED = 'Not measured.';

/** That the target does not exist is an answer; a name without an address exists, and only keeps a tool from measuring. */
const isAnswer = (code: string | null, reason: string | null) => code === 'not-found' && reason !== 'no-address';

/** Whether a tool has said something about the target, if only that it does not exist. */
export const hasAnswered = ({ outcome }: ReadReportPart): boolean =>
  outcome.success || isAnswer(outcome.code, outcome.reason ?? null);

/**
 * The sentences of a failure. That the target does not exist is told in the words of the tool alone; everything else kept
 * the tool from measuring, and the narrower cause is added if the message does not say it.
 */
export function failureWords({ code, reason, message }: Extract<ReadPart, { readonly kind: 'failure' }>) {
  if (isAnswer(code, reason)) return { lead: null, text: message };
  const known = reason !== null && Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : null;
  const cause = known === null || message.includes(known.meaning) ? [] : [known.meaning];
  return { lead: NOT_MEASURED, text: [message, ...cause].join(' ') };
}

/** The same in a few words: `Not measured: the name has no address`. */
export function failureSummary(code: string, reason: string | null): string {
  if (isAnswer(code, reason)) {
    if (reason === 'not-registered') return 'Not registered';
    return reason === 'nxdomain' ? 'The name does not exist' : 'Nothing found';
  }
  if (code === 'timeout' || code === 'unreachable') return 'No answer';
  return reason === 'no-address' ? 'Not measured: the name has no address' : 'Not measured';
}
