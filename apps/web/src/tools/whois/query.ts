import { type Reading, whois } from '@sonde/contract';
import { ask } from '../../browser/api/ask.ts';
import type { LookupOptions } from '../lookup/lookup-options.ts';

type Answer = Reading<typeof whois.answer>;
/** Older servers leave out the name: it is then the domain of the request. */
export type ReadRegistration = Answer['registration'] & { readonly name: string };
export type WhoisAnswer = Answer & { readonly registration: ReadRegistration };

/** Never retries: a registry that limits us must not be queried again automatically (section 4). */
export function whoisLookup(domain: string): LookupOptions<WhoisAnswer> {
  return {
    queryKey: ['whois', domain],
    queryFn: async ({ signal, fresh }) => {
      const data = await ask(whois, { ipOrDomain: domain, ...fresh }, signal);
      return { ...data, registration: { ...data.registration, name: data.registration.name ?? domain } };
    },
    retry: false,
  };
}
