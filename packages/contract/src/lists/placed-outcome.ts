import { answerEnvelope, failureEnvelope } from '../envelope.ts';
import { type FailureCode, type FailureReason, ToolError } from '../failure.ts';
import { SELF } from '../own-place.ts';
import { failureText } from '../places/place-rows.ts';
import type { PlaceAnswer } from '../places/places.ts';
import type { ListAnswer, ListedOutcome } from './list-outcome.ts';

/** How a lookup of a list has ended at one place. */
export function placedOutcome(
  { target, tool }: { readonly target: string; readonly tool: string },
  { place, state, data, code, reason }: PlaceAnswer,
): ListedOutcome {
  const of = { target, tool, place };
  if (state === 'answer') return { ...of, outcome: answerEnvelope(data as ListAnswer) };
  if (state !== 'failure') return { ...of, state, outcome: null };
  const details = reason === null ? {} : { reason: reason as FailureReason };
  return { ...of, outcome: failureEnvelope(new ToolError(code as FailureCode, failureText(code, null), details)) };
}

/** What lookups of two lists have in common: one at this server is one of a list without places as well. */
export const keyOfLookup = ({ target, tool, place }: KeyOfLookup): string => `${tool} ${target} ${place ?? SELF}`;

interface KeyOfLookup {
  readonly target: string;
  readonly tool: string;
  readonly place?: string | null;
}
