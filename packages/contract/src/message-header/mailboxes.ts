import { piecesOf, tokensOf } from './tokens.ts';

/** One mailbox of From, Reply-To or Return-Path (RFC 5322 section 3.4). */
export interface Mailbox {
  readonly address: string;
  /** In lower case. */
  readonly domain: string;
  /** The display name and the comments: text that a mail program may show instead of the address. */
  readonly shown: string;
}

const MAX_MAILBOXES = 20;

/** The mailboxes of a field. Comments are no part of an address, whatever they contain. */
export function mailboxesOf(value: string | undefined): Mailbox[] {
  if (value === undefined) return [];
  // Groups (`name: a@b, c@d;`) are rare in these fields; their separators work like commas.
  const pieces = piecesOf(tokensOf(value.replaceAll('<', ' <').replaceAll('>', '> '), ',;'));
  return pieces.slice(0, MAX_MAILBOXES).flatMap((tokens) => {
    const words = tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));
    const isAddress = (word: string) => /^<?[^<>]*@[^<>@]+>?$/.test(word) && !word.startsWith('"');
    const at = words.findLastIndex((word) => word.startsWith('<') && isAddress(word));
    const chosen = at === -1 ? words.findIndex(isAddress) : at;
    const address = (words[chosen] ?? '').replace(/^<|>$/g, '');
    const domain = /@([^@\s]{1,255})$/.exec(address)?.[1]?.toLowerCase().replace(/\.$/, '');
    if (domain === undefined) return [];
    const rest = tokens.filter(({ kind, text }) => kind === 'comment' || text !== words[chosen]);
    return [{ address, domain, shown: rest.map(({ text }) => text.replaceAll('"', '')).join(' ') }];
  });
}

/** Domains of addresses that a shown text contains, in lower case. */
export function domainsShown(text: string): string[] {
  return [...text.matchAll(/[^\s@<>()]{1,64}@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,10})/gi)].map(([, domain = '']) =>
    domain.toLowerCase(),
  );
}
