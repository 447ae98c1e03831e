import { toAsNumber } from './as-number.ts';
import { toDnsName, toHostName, toSpelledName, withPlainDots } from './domain.ts';
import { toIpv4 } from './ipv4.ts';
import { toIpv6 } from './ipv6.ts';
import { toMacAddress } from './mac-address.ts';
import { unwrap } from './pasted-wrapping.ts';
import type { TargetKind } from './target-kinds.ts';

/** The kind of a target found in pasted text; for a URL, that of its host. */
export type PastedKind = Exclude<TargetKind, 'url'>;

/** The target in a pasted text. */
export interface Pasted {
  /** For display in a field: an IDN as written, everything else in canonical form. */
  readonly text: string;
  /** For a query: the target in canonical form, a name as lower-case A-labels (RFC 5890). */
  readonly host: string;
  /** 1 to 65535; null if the text contains no port. */
  readonly port: number | null;
  readonly kind: PastedKind;
  /** The whole URL as written, for tools that take URLs; null if the text was not an http or https URL. */
  readonly url: string | null;
  /** The form of the text: a bare target, one with a port, a URL, or a mail address. */
  readonly was: 'target' | 'host-port' | 'url' | 'mail';
}

/** The result without the surrounding URL. */
type Located = Omit<Pasted, 'url'>;

/** URLs with tracking parameters have a few thousand characters; anything longer is a document. */
const MAX_LENGTH = 8192;

/** `https://`, `jdbc:postgresql://`, `view-source:https://`, and a bare `//`. */
const SCHEME = /^(?:[a-z][a-z\d+.-]*:){0,2}\/\//i;
/** The authority ends before the path, the query or the fragment (RFC 3986 section 3.2). */
const AUTHORITY_AND_REST = /^([^/?#\s]*)(?:([/?#])(.*))?$/s;
/** One address preceded by a display name (RFC 5322 section 3.4). */
const NAMED_MAILBOX = /^[^<>@]*<([^<>\s]+)>$/;
/** A common local part, or a quoted one (RFC 5321 section 4.1.2). */
const LOCAL_PART = /^(?:"[^"]*"|[^\s"(),:;<>@[\]\\]+)$/;
/** RFC 5321 section 4.1.3. */
const ADDRESS_LITERAL = /^\[(?:ipv6:)?([^[\]]+)\]$/i;
const BRACKETED = /^\[([^[\]]+)\](?::(\d{0,5}))?$/;
const NAMED = /^([^:[\]]+)(?::(\d{0,5}))?$/;

/**
 * Extracts the target from pasted text: URLs (with user, port, path, IPv6 in brackets), mail addresses (with `mailto:` or a
 * display name), `host:port`, and each of these defanged (`hxxp://shop[.]test`), in quotes or angle brackets, with
 * invisible characters, a final dot or full-width letters.
 *
 * Never guesses: null for a text with no target, more than one, or one that programs interpret differently (`127.1`,
 * `010.0.0.1`, `%73hop.test`, a backslash in the authority).
 */
export function readPasted(text: string): Pasted | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = unwrap(text);
  const asNumber = toAsNumber(plain);
  if (asNumber !== null) return targetAlone(asNumber, 'as-number');
  const read = readMail(plain) ?? readUrl(plain);
  const mac = readMac(plain, read);
  if (mac !== null) return targetAlone(mac, 'mac-address');
  return read && { ...read, url: read.was === 'url' && /^https?:/i.test(plain) ? plain : null };
}

function targetAlone(target: string, kind: PastedKind): Pasted {
  return { text: target, host: target, port: null, kind, url: null, was: 'target' };
}

/** Null for bare digits, which could be anything, and for `aaaa.bbbb.cafe`, which is a domain name. */
function readMac(text: string, read: Located | null): string | null {
  return (read === null || read.kind === 'ipv6') && /[:.-]/.test(text) ? toMacAddress(text) : null;
}

function readMail(text: string): Located | null {
  const recipients = /^mailto:([^?]*)/i.exec(text)?.[1] ?? text;
  const mailbox = NAMED_MAILBOX.exec(recipients)?.[1] ?? recipients;
  const at = mailbox.lastIndexOf('@');
  if (at === -1 || !LOCAL_PART.test(mailbox.slice(0, at))) return null;
  const domain = mailbox.slice(at + 1);
  const literal = ADDRESS_LITERAL.exec(domain)?.[1];
  const read = literal === undefined ? readHost(domain) : readAddress(literal);
  return read && { ...read, port: null, was: 'mail' };
}

function readUrl(text: string): Located | null {
  const scheme = SCHEME.exec(text)?.[0] ?? '';
  const [, authority, separator, rest = ''] = AUTHORITY_AND_REST.exec(text.slice(scheme.length)) ?? [];
  // Browsers treat a backslash as a slash, other programs as part of the name. A second URL is a second target.
  if (authority === undefined || authority.includes('\\') || /\s\S*:\/\//.test(rest)) return null;
  if (scheme === '' && (/\s/.test(rest) || isNetwork(authority, separator, rest))) return null;
  const [host, user, ...more] = authority.split('@').reverse();
  if (host === undefined || user === '' || more.length > 0) return null;
  const mayLackDigits = scheme !== '' || user !== undefined;
  const read = readHostPort(host, { mayLackDigits }) ?? (user === undefined ? null : readScpHost(host));
  if (read === null) return null;
  const isBare = scheme === '' && separator === undefined && user === undefined;
  return { ...read, was: isBare ? (read.port === null ? 'target' : 'host-port') : 'url' };
}

/** `192.0.2.0/24` is a network, not an address with a path. */
function isNetwork(authority: string, separator: string | undefined, rest: string): boolean {
  return separator === '/' && /^\d{1,3}$/.test(rest) && readAddress(authority.replace(/^\[|\]$/g, '')) !== null;
}

/** `git@shop.test:team/project.git`, as used by scp and git: a path, not a port, follows the colon. */
function readScpHost(text: string): Omit<Located, 'was'> | null {
  const [, host, path] = /^([^:[\]]+):([^:]+)$/.exec(text) ?? [];
  return host === undefined || path === undefined || /^\d/.test(path) ? null : readHost(host);
}

function readHostPort(text: string, { mayLackDigits }: { mayLackDigits: boolean }): Omit<Located, 'was'> | null {
  const address = readAddress(text);
  if (address !== null) return address;
  const [, inside, portAfterBracket] = BRACKETED.exec(text) ?? [];
  const [, name, portAfterName] = NAMED.exec(text) ?? [];
  const read = inside !== undefined ? readIpv6(inside) : name === undefined ? null : readHost(name);
  const digits = portAfterBracket ?? portAfterName;
  if (read === null || digits === undefined) return read;
  if (digits === '') return mayLackDigits ? read : null;
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? { ...read, port } : null;
}

function readHost(text: string): Omit<Located, 'was'> | null {
  const address = readAddress(text.replace(/\.$/, '')) ?? readFullWidthAddress(text);
  if (address !== null) return address;
  const host = toDnsName(text);
  if (host === null) return null;
  const kind = toHostName(host) === null ? 'dns-name' : 'domain';
  return { text: toSpelledName(text) ?? host, host, port: null, kind };
}

/** An address in full-width characters, as typed on East Asian keyboards; UTS 46 maps these digits and dots one to one. */
function readFullWidthAddress(text: string): Omit<Located, 'was'> | null {
  return /^[\d\uff10-\uff19.\uff0e\u3002\uff61]+$/.test(text) ? readAddress(withPlainDots(text)) : null;
}

function readAddress(text: string): Omit<Located, 'was'> | null {
  const host = toIpv4(text);
  // Programs disagree on leading zeros: some read them as octal.
  return host === text ? { text: host, host, port: null, kind: 'ipv4' } : readIpv6(text);
}

function readIpv6(text: string): Omit<Located, 'was'> | null {
  const host = toIpv6(text);
  return host === null ? null : { text: host, host, port: null, kind: 'ipv6' };
}
