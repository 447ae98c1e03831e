import { knownWord } from '@sonde/contract/text/known-word';
import { clientTexts, failureTexts } from '../lookup/failure-texts.ts';
import { gapMeaning } from '../lookup/gap-meaning.ts';
import type { GeoAnswer } from './query.ts';

/** The server's message if it sent one, otherwise the client's text with its two prefixes. */
export const failureText = failureTexts({
  fallback: '',
  at: { ...clientTexts, envelope: null, 'no-data': null, unreadable: null },
  unexpected: 'An unexpected error occurred',
});

const parts: Readonly<Record<string, string>> = {
  hostname: 'The reverse name (PTR)',
  records: 'The embedded database',
  query: 'The geolocation service',
  asn: 'The database of networks',
};

/** A sentence for each part that could not be determined. */
export function gapSentences({ gaps }: Pick<GeoAnswer, 'gaps'>): string[] {
  return gaps.map(({ part, code }) => `${knownWord(parts, part, part)} could not be read. ${gapMeaning(code)}`);
}
