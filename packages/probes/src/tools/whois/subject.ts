import { toAsNumber } from '@sonde/contract/target/as-number';
import { isIpv4 } from '@sonde/contract/target/ipv4';
import { isIpv6 } from '@sonde/contract/target/ipv6';
import { getDomain } from 'tldts';
import type { Subject } from '../../protocols/whois-text/questions.ts';

/**
 * What registries are asked about for a checked query. Of a name it is the registered domain, the label below the public
 * suffix; a public suffix itself is asked for as it is.
 */
export function subjectOf(query: string): Subject {
  if (isIpv4(query) || isIpv6(query)) return { kind: 'network', address: query };
  if (!query.includes('.') && toAsNumber(query) === query) return { kind: 'autnum', number: Number(query.slice(2)) };
  // Suffixes that companies let others register below (github.io) are domains of their own to the registry.
  return { kind: 'domain', name: getDomain(query, { allowPrivateDomains: false }) ?? query };
}
