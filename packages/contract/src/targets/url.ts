import { toHostName } from './domain.ts';
import { toIpv4 } from './ipv4.ts';
import { toIpv6 } from './ipv6.ts';
import { readTarget, type Target, type TargetKind, targetKinds } from './target-kinds.ts';

/** The WHATWG global of browsers and Node. This package loads the ambient types of neither. */
declare const URL: new (text: string) => { readonly href: string };

/** The minimum that RFC 9110 section 4.1 recommends to support. */
const MAX_LENGTH = 8000;
/** Without user names, whose purpose is to mislead, and without backslashes, which programs interpret differently. */
const HTTP_URL = /^(https?:\/\/(?:\[([\da-f:.]+)\]|([^/?#@\\\s:[\]]+))(?::[1-9]\d{0,4})?(?:[/?][^#\s\\]*)?)(?:#\S*)?$/i;

/**
 * The canonical form of an http or https URL, or null: scheme and host in lower case, an IDN as A-labels, no default port,
 * no fragment. Surrounding space is ignored.
 */
export function toUrl(text: string): string | null {
  const [, url = '', ipv6, name = ''] = text.length > MAX_LENGTH ? [] : (HTTP_URL.exec(text.trim()) ?? []);
  // Programs disagree on leading zeros: some read them as octal.
  const isAddress = ipv6 === undefined ? toIpv4(name) === name : toIpv6(ipv6) !== null;
  const host = isAddress ? name : toHostName(name);
  if (host === null) return null;
  try {
    // `URL` encodes characters that a request line must not contain, and removes the default port.
    return new URL(url.replace(name, host)).href;
  } catch {
    return null;
  }
}

/** Like `readTarget`, but accepts URLs, too. */
export function readTargetOrUrl(text: string, kinds: readonly TargetKind[] = targetKinds): Target | null {
  const url = kinds.includes('url') ? toUrl(text) : null;
  return url === null ? readTarget(text, kinds) : { kind: 'url', target: url };
}
