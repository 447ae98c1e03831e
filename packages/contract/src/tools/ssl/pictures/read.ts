import { counted } from '../../../text/counted.ts';
import type { ReadAnswerOf } from '../../../tool.ts';
import type { ssl } from '../contract.ts';

/** An answer, or what is known of it so far. */
export type SslRead = Partial<ReadAnswerOf<typeof ssl>>;

const DAY_MS = 86_400_000;
/** As in the finding `renewal-due`. */
const NEAR_DAYS = 14;
const NEAR_PART = 6;

export interface Validity {
  readonly from: number;
  readonly until: number;
  /** From when on a renewal is due. */
  readonly warnsFrom: number;
  readonly isOver: boolean;
  readonly isNear: boolean;
  readonly words: string;
}

/** Null if a date is missing or is no time. */
export function validityOf(
  validFrom: string | null | undefined,
  validUntil: string | null | undefined,
  now: number,
): Validity | null {
  const [from, until] = [Date.parse(validFrom ?? ''), Date.parse(validUntil ?? '')];
  if (Number.isNaN(from) || Number.isNaN(until)) return null;
  const warnsFrom = until - Math.min(NEAR_DAYS * DAY_MS, (until - from) / NEAR_PART);
  const isOver = now < from || now > until;
  return { from, until, warnsFrom, isOver, isNear: !isOver && now >= warnsFrom, words: wordsOf(from, until, now) };
}

function wordsOf(from: number, until: number, now: number): string {
  if (now < from) return 'Not valid yet';
  const days = Math.floor(Math.abs(until - now) / DAY_MS);
  const amount = days === 0 ? 'less than a day' : counted(days, 'day');
  return now > until ? `Expired ${amount} ago` : `${amount.charAt(0).toUpperCase()}${amount.slice(1)} left`;
}
