import { endText } from '../../fact/end-text.ts';
import { type HeadFact, headFact } from '../../fact/head-fact.ts';
import { shortName } from '../../text/distinguished-name.ts';
import { knownWord } from '../../text/known-word.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { ssl } from './contract.ts';
import { reasonNames } from './tables/words.ts';

/** What a reader looks for first. */
export function sslHeadlines(answer: ReadAnswerOf<typeof ssl>): HeadFact[] {
  const { valid, reasons, validUntil, issuer, protocol, cipherSuite, checkedAt } = answer;
  const why = reasons.map((reason) => knownWord(reasonNames, reason, reason).toLowerCase()).join(', ');
  return [
    headFact('Certificate', valid ? 'trusted' : `not trusted${why === '' ? '' : `: ${why}`}`),
    headFact('Valid until', endText(validUntil, checkedAt ?? null)),
    headFact('Issuer', issuer && shortName(issuer)),
    headFact('Current clients', protocol && [protocol, cipherSuite].filter(Boolean).join(', ')),
  ];
}
