import { type Frame, readFrame, readQuestions } from './decode.ts';
import { HEADER_OCTETS, peekHeader } from './header.ts';
import { readerOf } from './reader.ts';

/** Owner name, type and class of a record (IANA DNS parameters). */
export type AnswerOwner = Pick<Frame, 'name' | 'type' | 'class'>;

/**
 * The records of the answer section one by one, without their data: a caller that needs only names may stop, or yield to
 * the event loop, between any two. A message may contain up to 5,460 records.
 * @throws DnsFormatError at the first malformed record.
 */
export function* answerOwners(bytes: Uint8Array): Generator<AnswerOwner> {
  const { questionCount, answerCount } = peekHeader(bytes);
  const reader = readerOf(bytes);
  reader.offset = HEADER_OCTETS;
  readQuestions(reader, questionCount);
  for (let index = 0; index < answerCount; index += 1) yield readFrame(reader);
}
