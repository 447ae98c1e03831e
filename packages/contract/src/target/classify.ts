import { isDomain } from './domain.ts';
import { isIpv4 } from './ipv4.ts';
import { isIpv6 } from './ipv6.ts';

export type TargetKind = 'ipv4' | 'ipv6' | 'domain' | 'invalid';

/** What a visitor's text is, surrounding space forgiven. */
export function classify(text: string): TargetKind {
  const trimmed = text.trim();
  if (isIpv4(trimmed)) return 'ipv4';
  if (isIpv6(trimmed)) return 'ipv6';
  return isDomain(trimmed) ? 'domain' : 'invalid';
}
