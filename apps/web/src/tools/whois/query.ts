import { type AnswerOf, whois } from '@sonde/contract';
import { ask } from '../../ask.ts';
import type { LookupOptions } from '../use-lookup.ts';

export type WhoisAnswer = AnswerOf<typeof whois>;
export type Registration = WhoisAnswer['registration'];

/** Asks once, whatever goes wrong: a registry that limits us is not asked again by itself (section 4). */
export function whoisLookup(domain: string): LookupOptions<WhoisAnswer> {
  return {
    queryKey: ['whois', domain],
    queryFn: ({ signal }) => ask(whois, { ipOrDomain: domain }, signal),
    retry: false,
  };
}
