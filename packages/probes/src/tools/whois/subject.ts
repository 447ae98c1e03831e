import { toAsNumber } from '@sonde/contract/targets/as-number';
import { isIpv4 } from '@sonde/contract/targets/ipv4';
import { isIpv6 } from '@sonde/contract/targets/ipv6';
import { registrableDomain } from '../../protocols/public-suffix/registrable-domain.ts';
import type { Subject } from '../../protocols/whois-text/questions.ts';

/**
 * What registries are queried for. For a name this is the registered domain, one label below the public suffix; a public
 * suffix stands for itself.
 */
export function subjectOf(query: string): Subject {
  if (isIpv4(query) || isIpv6(query)) return { kind: 'network', address: query };
  if (!query.includes('.') && toAsNumber(query) === query) return { kind: 'autnum', number: Number(query.slice(2)) };
  // To a registry, a private suffix such as github.io is an ordinary registered domain.
  return { kind: 'domain', name: registrableDomain(query, { withCompanies: false }) ?? query };
}
