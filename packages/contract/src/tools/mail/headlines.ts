import { type HeadFact, headFact } from '../../fact/head-fact.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { mail } from './contract.ts';
import { sentencesOf } from './sentences.ts';

/** What a reader looks for first. */
export function mailHeadlines(answer: ReadAnswerOf<typeof mail>): HeadFact[] {
  return sentencesOf(answer).map(({ question, text }) => headFact(question, text));
}
