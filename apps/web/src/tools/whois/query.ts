import { type Reading, whois } from '@sonde/contract';
import { ask } from '../../ask.ts';
import type { LookupOptions } from '../lookup-options.ts';

type Answer = Reading<typeof whois.answer>;
/** A registration without a name is that of the domain that was asked for. */
export type Registration = Answer['registration'] & { readonly name: string };
export type WhoisAnswer = Answer & { readonly registration: Registration };

/** Asks once, whatever goes wrong: a registry that limits us is not asked again by itself (section 4). */
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
