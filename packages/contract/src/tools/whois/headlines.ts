import { endText } from '../../fact/end-text.ts';
import { type HeadFact, headFact } from '../../fact/head-fact.ts';
import { formatUtc } from '../../text/format-utc.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { whois } from './contract.ts';
import { stateText } from './tables.ts';

/** What a reader looks for first. */
export function whoisHeadlines({ registration, checkedAt }: ReadAnswerOf<typeof whois>): HeadFact[] {
  const { registrar, created, expires, registrarExpires, range, label, state } = registration;
  return [
    headFact('State', stateText(state)),
    headFact('Registrar', registrar?.name ?? null),
    headFact('Network', label),
    headFact('Range', range),
    headFact('Registered', created && formatUtc(created)),
    headFact('Expires', endText(expires ?? registrarExpires, checkedAt ?? null)),
  ];
}
