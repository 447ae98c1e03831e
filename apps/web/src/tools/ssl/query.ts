import { type Reading, type StartTls, ssl } from '@sonde/contract';
import { ask } from '../../browser/api/ask.ts';
import type { LookupPartsOptions } from '../lookup/lookup-parts.ts';

export type SslAnswer = Reading<typeof ssl.answer>;
type SslPart = Reading<typeof ssl.progress>;

/** The known part of an answer: an absent field is still loading, a null one was not measured. */
export type SslKnown = Partial<SslAnswer>;

export interface SslQuestion {
  readonly domain: string;
  readonly startTls: StartTls | null;
  readonly isRevocationAsked: boolean;
  /** The address to check; null: the default one. */
  readonly address: string | null;
}

/**
 * Runs only when the button is pressed, and never retries (section 4). `isAsked`: it was pressed; `startTls`: the
 * protocol to start with.
 */
export function sslLookup(
  { domain, startTls, isRevocationAsked, address }: SslQuestion,
  isAsked: boolean,
): LookupPartsOptions<SslAnswer, SslPart, SslKnown> {
  const query = {
    domain,
    ...(startTls && { starttls: startTls }),
    ...(!isRevocationAsked && { revocation: 'false' as const }),
    ...(address !== null && { address }),
  };
  return {
    queryKey: [
      'ssl',
      domain,
      ...(startTls === null ? [] : [startTls]),
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
