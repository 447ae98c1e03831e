import type { TargetKind } from './target-kinds.ts';

/**
 * In a separate file, because every page loads the readers. The examples are reserved for documentation (RFC 2606, 5398,
 * 5737, 7042).
 */
const words: Readonly<Record<TargetKind, { readonly name: string; readonly example: string }>> = {
  'as-number': { name: 'an AS number', example: 'AS64496' },
  ipv4: { name: 'an IP address', example: '192.0.2.1' },
  domain: { name: 'a domain name', example: 'example.com' },
  'mac-address': { name: 'a MAC address', example: '00:00:5e:00:53:01' },
  ipv6: { name: 'an IP address', example: '2001:db8::1' },
  'dns-name': { name: 'a domain name', example: '_dmarc.example.com' },
  url: { name: 'a URL', example: 'https://example.com/' },
};

/** An example target of this kind, in canonical form. */
export function exampleOf(kind: TargetKind): string {
  return words[kind].example;
}

/** The kinds in words, for use within a sentence: `a domain name, an IP address or an AS number`. */
export function kindsInWords(kinds: readonly TargetKind[]): string {
  const names = [...new Set(kinds.map((kind) => words[kind].name))];
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`;
}
