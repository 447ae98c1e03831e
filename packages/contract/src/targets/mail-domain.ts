import { toHostName } from './domain.ts';

/** A mailbox (RFC 5321 section 4.1.2, without quoted local parts), also as a link (RFC 6068). */
const MAILBOX = /^(?:mailto:)?[^\s@:/\\]+@([^\s@/\\]+)$/i;
/** A mailbox preceded by its owner's name (RFC 5322 section 3.4). */
const NAMED = /^[^<>]*<([^<>]+)>$/;

/** The domain part of a mail address, or a domain name itself, as lower-case A-labels; null for anything else. */
export function toMailDomain(text: string): string | null {
  const trimmed = text.trim();
  const mailbox = NAMED.exec(trimmed)?.[1] ?? trimmed;
  return toHostName(text) ?? toHostName(MAILBOX.exec(mailbox)?.[1] ?? '');
}
