import { knownWord } from '@sonde/contract/text/known-word';
import { AskError } from '../../browser/api/ask-error.ts';
import { gapMeaning } from '../lookup/gap-meaning.ts';
import type { GeoAnswer } from './query.ts';

/** The server's message if it sent one, otherwise the client's text with its two prefixes. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return 'An unexpected error occurred';
  const said = error instanceof AskError ? error.serverMessage : null;
  return said || error.message;
}

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
