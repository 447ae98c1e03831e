import { type AnswerOf, type ProgressOf, ssl } from '@sonde/contract';
import { ask } from '../../ask.ts';
import type { LookupPartsOptions } from '../lookup-parts.ts';

export type SslAnswer = AnswerOf<typeof ssl>;
type SslPart = ProgressOf<typeof ssl>;

/** What is known of an answer: a field that is not there is still on the way, a null one was not measured. */
export type SslKnown = Partial<SslAnswer>;

/** Asks when the button is pressed, never by itself, and never twice (section 4); `isAsked` once it was pressed. */
export function sslLookup(domain: string, isAsked: boolean): LookupPartsOptions<SslAnswer, SslPart, SslKnown> {
  return {
    queryKey: ['ssl', domain],
    queryFn: ({ signal, onPart }) => ask(ssl, { domain }, signal, onPart),
    enabled: isAsked,
    retry: false,
    addParts: (known, parts) => {
      const fields = parts.map(({ stage: _, ...rest }): SslKnown => rest);
      return Object.assign({}, known, ...fields);
    },
  };
}
