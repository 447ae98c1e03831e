import { isDomain } from './domain.ts';
import { isIpv4 } from './ipv4.ts';
import { isIpv6 } from './ipv6.ts';

/** What the specification's classification of a field tells apart. Every kind of target: `target-kinds.ts`. */
export type Classification = 'ipv4' | 'ipv6' | 'domain' | 'invalid';

/** Classifies the text of a field; surrounding space is forgiven. */
export function classify(text: string): Classification {
  const trimmed = text.trim();
  if (isIpv4(trimmed)) return 'ipv4';
  if (isIpv6(trimmed)) return 'ipv6';
  return isDomain(trimmed) ? 'domain' : 'invalid';
}
