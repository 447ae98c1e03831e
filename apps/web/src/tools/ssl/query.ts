import { type Reading, type StartTls, ssl } from '@sonde/contract';
import { ask } from '../../ask.ts';
import type { LookupPartsOptions } from '../lookup-parts.ts';

export type SslAnswer = Reading<typeof ssl.answer>;
type SslPart = Reading<typeof ssl.progress>;

/** What is known of an answer: a field that is not there is still on the way, a null one was not measured. */
export type SslKnown = Partial<SslAnswer>;

export interface SslQuestion {
  readonly domain: string;
  readonly startTls: StartTls | null;
  readonly isRevocationAsked: boolean;
  /** The address of the name that is to be measured; null: the usual one. */
  readonly address: string | null;
}

/**
 * Asks when the button is pressed, never by itself, and never twice (section 4); `isAsked` once it was pressed, `isDeep`
 * for the test for ROBOT as well, `startTls` for a protocol to begin in.
 */
export function sslLookup(
  { domain, startTls, isRevocationAsked, address }: SslQuestion,
  isAsked: boolean,
  isDeep = false,
): LookupPartsOptions<SslAnswer, SslPart, SslKnown> {
  const query = {
    domain,
    ...(isDeep && { deep: 'true' as const }),
    ...(startTls && { starttls: startTls }),
    ...(!isRevocationAsked && { revocation: 'false' as const }),
    ...(address !== null && { address }),
  };
  return {
    queryKey: [
      'ssl',
      domain,
      ...(startTls === null ? [] : [startTls]),
      ...(isDeep ? ['deep'] : []),
      ...(isRevocationAsked ? [] : ['unasked']),
      ...(address === null ? [] : ['at', address]),
    ],
    queryFn: ({ signal, onPart, fresh }) => ask(ssl, { ...query, ...fresh }, signal, onPart),
    enabled: isAsked,
    retry: false,
    addParts: (known, parts) => {
      const fields = parts.map(({ stage: _, ...rest }): SslKnown => rest);
      return Object.assign({}, known, ...fields);
    },
  };
}
