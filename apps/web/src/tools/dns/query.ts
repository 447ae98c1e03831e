import { dns, type Reading } from '@sonde/contract';
import { ask } from '../../ask.ts';
import type { LookupOptions } from '../lookup-options.ts';

/** An answer without `domain` is about what was asked for. */
export type DnsAnswer = Reading<typeof dns.answer> & { readonly domain: string };

/** Asks once more after a second, whatever went wrong (section 4; the server keeps a failure for 10 s). */
export function dnsLookup(domain: string): LookupOptions<DnsAnswer> {
  return {
    queryKey: ['dns', domain],
    queryFn: async ({ signal, fresh }) => {
      const data = await ask(dns, { domain, ...fresh }, signal);
      return { ...data, domain: data.domain ?? domain };
    },
    retry: 1,
    retryDelay: 1000,
  };
}
