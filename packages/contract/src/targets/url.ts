import { toHostName } from './domain.ts';
import { toIpv4 } from './ipv4.ts';
import { toIpv6 } from './ipv6.ts';
import { readTarget, type Target, type TargetKind, targetKinds } from './target-kinds.ts';

/** The WHATWG global, which browsers and Node share; this package loads no runtime's ambient types. */
declare const URL: new (text: string) => { readonly href: string };

/** RFC 9110 section 4.1 asks for at least so much. */
const MAX_LENGTH = 8000;
/** Without user names, which are there to mislead, and without backslashes, which programs read differently. */
const HTTP_URL = /^(https?:\/\/(?:\[([\da-f:.]+)\]|([^/?#@\\\s:[\]]+))(?::[1-9]\d{0,4})?(?:[/?][^#\s\\]*)?)(?:#\S*)?$/i;

/**
 * The canonical form of an http or https URL, or null: scheme and host in lower case, an IDN as A-labels, no default
 * port, no fragment. Surrounding space is forgiven.
 */
export function toUrl(text: string): string | null {
  const [, url = '', ipv6, name = ''] = text.length > MAX_LENGTH ? [] : (HTTP_URL.exec(text.trim()) ?? []);
  // A leading zero means octal to some programs: such an address is two.
  const isAddress = ipv6 === undefined ? toIpv4(name) === name : toIpv6(ipv6) !== null;
  const host = isAddress ? name : toHostName(name);
  if (host === null) return null;
  try {
    // It encodes what a request line may not hold, and leaves the default port out.
    return new URL(url.replace(name, host)).href;
  } catch {
    return null;
  }
}

/** As `readTarget`, for URLs as well. */
export function readTargetOrUrl(text: string, kinds: readonly TargetKind[] = targetKinds): Target | null {
  const url = kinds.includes('url') ? toUrl(text) : null;
  return url === null ? readTarget(text, kinds) : { kind: 'url', target: url };
}
