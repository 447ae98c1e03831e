import { dns, type Reading } from '@sonde/contract';
import { ask } from '../../browser/api/ask.ts';
import type { LookupOptions } from '../lookup/lookup-options.ts';
import { type DnsOptions, noOptions, parametersOf } from './options/dns-options.ts';

/** Older servers leave out `domain`: it is then the domain of the request. */
export type DnsAnswer = Reading<typeof dns.answer> & { readonly domain: string };

/** Retries once after a second, whatever the failure (section 4; the server caches failures for 10 s). */
export function dnsLookup(domain: string, options: DnsOptions = noOptions): LookupOptions<DnsAnswer> {
  const parameters = parametersOf(options);
  return {
    queryKey: ['dns', domain, ...Object.entries(parameters).flat()],
    queryFn: async ({ signal, fresh }) => {
      const data = await ask(dns, { domain, ...parameters, ...fresh }, signal);
      return { ...data, domain: data.domain ?? domain };
    },
    retry: 1,
    retryDelay: 1000,
  };
}
