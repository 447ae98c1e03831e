import { AskError } from '../../ask-error.ts';
import { gapMeaning, knownWord } from '../known-word.ts';
import type { GeoAnswer } from './query.ts';

/** The server's own message where it sent one, else the client's text in its two wrappings. */
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

/** What could not be read beside the answer. */
export function gapSentences({ gaps }: Pick<GeoAnswer, 'gaps'>): string[] {
  return gaps.map(({ part, code }) => `${knownWord(parts, part, part)} could not be read. ${gapMeaning(code)}`);
}
