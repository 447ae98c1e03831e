import { type AnswerOf, dns } from '@sonde/contract';
import { ask } from '../../ask.ts';
import type { LookupOptions } from '../use-lookup.ts';

export type DnsAnswer = AnswerOf<typeof dns>;

/** Asks once more after a second, whatever went wrong (section 4; the server keeps a failure for 10 s). */
export function dnsLookup(domain: string): LookupOptions<DnsAnswer> {
  return {
    queryKey: ['dns', domain],
    queryFn: ({ signal }) => ask(dns, { domain }, signal),
    retry: 1,
    retryDelay: 1000,
  };
}
