import { type Frame, readFrame, readQuestions } from './decode.ts';
import { HEADER_OCTETS, peekHeader } from './header.ts';
import { readerOf } from './reader.ts';

/** Whose record it is, and of which type (IANA DNS parameters). */
export type AnswerOwner = Pick<Frame, 'name' | 'type' | 'class'>;

/**
 * The records of the answer section one by one, their data passed over: a caller that only wants names may stop, or
 * give way to others, between any two. A message may hold 5,460 records.
 * @throws DnsFormatError at the first record that is not well formed.
 */
export function* answerOwners(bytes: Uint8Array): Generator<AnswerOwner> {
  const { questionCount, answerCount } = peekHeader(bytes);
  const reader = readerOf(bytes);
  reader.offset = HEADER_OCTETS;
  readQuestions(reader, questionCount);
  for (let index = 0; index < answerCount; index += 1) yield readFrame(reader);
}
