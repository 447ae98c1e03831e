import { isDomain } from './domain.ts';
import { isIpv4 } from './ipv4.ts';
import { isIpv6 } from './ipv6.ts';

/** How the specification classifies the text of a field. For all kinds of target, see `target-kinds.ts`. */
export type Classification = 'ipv4' | 'ipv6' | 'domain' | 'invalid';

/** Classifies the text of a field; surrounding space is ignored. */
export function classify(text: string): Classification {
  const trimmed = text.trim();
  if (isIpv4(trimmed)) return 'ipv4';
  if (isIpv6(trimmed)) return 'ipv6';
  return isDomain(trimmed) ? 'domain' : 'invalid';
}
