import { Fragment, type ReactNode } from 'react';
import { breakable } from './breakable-text.tsx';
import { visibleText } from './visible-text.ts';

/**
 * A web or mail address in a text from outside. Only printable ASCII without quotes, brackets and backslashes, so that
 * a link ends before an invisible character, which `visibleText` writes with a backslash.
 */
const ADDRESS = /https?:\/\/[\w.~:/?#@!$&*+,;=%-]+|[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,63}/gi;
/** Punctuation that ends a sentence rather than an address. */
const PUNCTUATION = '.,;:!?';

/** A text from outside in which only web and mail addresses become links. */
export function LinkedText({ text }: { readonly text: string }) {
  return linked(visibleText(text));
}

/** The same for the output of `visibleText`. */
export function linked(visible: string): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of visible.matchAll(ADDRESS)) {
    const address = withoutPunctuation(match[0]);
    const href = hrefOf(address);
    if (href === null) continue;
    parts.push(visible.slice(end, match.index), <StrangersLink href={href} text={address} />);
    end = match.index + address.length;
  }
  parts.push(visible.slice(end));
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}

/** Not a pattern: one anchored at the end would take quadratic time for a million dots. */
function withoutPunctuation(address: string): string {
  let end = address.length;
  while (PUNCTUATION.includes(address.charAt(end - 1)) && end > 0) end -= 1;
  return address.slice(0, end);
}

function hrefOf(address: string): string | null {
  if (!/^https?:/i.test(address)) return `mailto:${address}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, username, password, href } = new URL(address);
  // User information before the host makes an address look like another one (RFC 3986 section 7.6).
  const isPlain = username === '' && password === '' && hostname.includes('.');
  return isPlain && (protocol === 'https:' || protocol === 'http:') ? href : null;
}

function StrangersLink({ href, text }: { readonly href: string; readonly text: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {breakable(text)}
    </a>
  );
}
