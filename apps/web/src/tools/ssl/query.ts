import { type AnswerOf, type ProgressOf, ssl } from '@sonde/contract';
import { ask } from '../../ask.ts';
import type { LookupPartsOptions } from '../lookup-parts.ts';

export type SslAnswer = AnswerOf<typeof ssl>;
type SslPart = ProgressOf<typeof ssl>;

/** What is known of an answer: a field that is not there is still on the way, a null one was not measured. */
export type SslKnown = Partial<SslAnswer>;

/**
 * Asks when the button is pressed, never by itself, and never twice (section 4); `isAsked` once it was pressed, `isDeep`
 * for the test for ROBOT as well.
 */
export function sslLookup(
  domain: string,
  isAsked: boolean,
  isDeep = false,
): LookupPartsOptions<SslAnswer, SslPart, SslKnown> {
  return {
    queryKey: isDeep ? ['ssl', domain, 'deep'] : ['ssl', domain],
    queryFn: ({ signal, onPart }) => ask(ssl, { domain, ...(isDeep && { deep: 'true' }) }, signal, onPart),
    enabled: isAsked,
    retry: false,
    addParts: (known, parts) => {
      const fields = parts.map(({ stage: _, ...rest }): SslKnown => rest);
      return Object.assign({}, known, ...fields);
    },
  };
}
