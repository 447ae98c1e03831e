// Set-Cookie, as user agents process it (RFC 6265bis sections 5.1.1, 5.6 and 5.7).
import { trimSpace } from './header-fields.ts';

/** Why a browser does not store a cookie. */
export type CookieRejection =
  | 'control-character'
  | 'empty'
  | 'too-long'
  | 'secure-prefix'
  | 'host-prefix'
  | 'same-site-none-without-secure'
  | 'secure-over-http';

/** A cookie as the browser would keep it. Its value is left out: it may be a secret. */
export interface ReceivedCookie {
  readonly name: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** As set; null if it was not, or to something else: browsers then apply Lax. */
  readonly sameSite: 'Strict' | 'Lax' | 'None' | null;
  readonly partitioned: boolean;
  /** The Path attribute; null if it was not set, or does not begin with a slash: the folder of the URL then applies. */
  readonly path: string | null;
  /** The Domain attribute in lower case, without its leading dot; null: only the host that set it. */
  readonly domain: string | null;
  /** At most 400 days; zero or less deletes the cookie; null: until the browser is closed. */
  readonly lifetimeSeconds: number | null;
  /** The lifetime that was asked for, where it is longer than 400 days. */
  readonly askedSeconds: number | null;
  readonly rejection: CookieRejection | null;
}

/** The longest that browsers keep a cookie (section 5.5). */
const MAX_LIFETIME_SECONDS = 400 * 86_400;
const MAX_PAIR = 4096;
const MAX_ATTRIBUTE = 1024;
/** Also more attributes than these are read, but there are six. */
const MAX_ATTRIBUTES = 100;

/** Where and when a cookie is set. */
export interface CookieContext {
  readonly isHttps: boolean;
  /** Milliseconds since 1970; `Expires` is judged relative to it. */
  readonly nowMs: number;
}

/** Reads the value of one `Set-Cookie` field. */
export function parseSetCookie(text: string, { isHttps, nowMs }: CookieContext): ReceivedCookie {
  const pieces = text.split(';', MAX_ATTRIBUTES);
  const { name, value } = pairOf(pieces[0] ?? '');
  const attributes = attributesOf(pieces.slice(1));
  const asked = lifetimeOf(attributes, nowMs);
  const sameSite = sameSiteOf(attributes.get('samesite'));
  const path = attributes.get('path');
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  const cookie = {
    name,
    secure: attributes.has('secure'),
    httpOnly: attributes.has('httponly'),
    sameSite,
    partitioned: attributes.has('partitioned'),
    path: path?.startsWith('/') === true ? path : null,
    domain: domain === '' ? null : domain,
    lifetimeSeconds: asked === null ? null : Math.min(asked, MAX_LIFETIME_SECONDS),
    askedSeconds: asked !== null && asked > MAX_LIFETIME_SECONDS ? asked : null,
  };
  return { ...cookie, rejection: rejectionOf(text, value, cookie, isHttps) };
}

function pairOf(text: string): { readonly name: string; readonly value: string } {
  const equals = text.indexOf('=');
  return {
    name: equals === -1 ? '' : trimSpace(text.slice(0, equals)),
    value: trimSpace(equals === -1 ? text : text.slice(equals + 1)),
  };
}

/** By name in lower case; the last one of a name counts. */
function attributesOf(pieces: readonly string[]): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const piece of pieces) {
    const equals = piece.indexOf('=');
    const name = trimSpace(equals === -1 ? piece : piece.slice(0, equals)).toLowerCase();
    const value = equals === -1 ? '' : trimSpace(piece.slice(equals + 1));
    if (value.length <= MAX_ATTRIBUTE && !isIgnored(name, value)) attributes.set(name, value);
  }
  return attributes;
}

/** A date or an age that cannot be read does not replace an earlier one. */
function isIgnored(name: string, value: string): boolean {
  if (name === 'max-age') return !/^-?\d+$/.test(value);
  return name === 'expires' && parseCookieDate(value) === null;
}

function lifetimeOf(attributes: ReadonlyMap<string, string>, nowMs: number): number | null {
  const age = attributes.get('max-age');
  if (age !== undefined) return Math.max(-1, Math.min(Number(age), Number.MAX_SAFE_INTEGER));
  const expires = parseCookieDate(attributes.get('expires') ?? '');
  return expires === null ? null : Math.max(-1, Math.round((expires - nowMs) / 1000));
}

function sameSiteOf(value: string | undefined): ReceivedCookie['sameSite'] {
  return (['Strict', 'Lax', 'None'] as const).find((known) => known.toLowerCase() === value?.toLowerCase()) ?? null;
}

function rejectionOf(
  text: string,
  value: string,
  { name, secure, sameSite, domain, path }: Omit<ReceivedCookie, 'rejection'>,
  isHttps: boolean,
): CookieRejection | null {
  if (/[\u0000-\u0008\u000A-\u001F\u007F]/.test(text)) return 'control-character';
  if (name === '' && value === '') return 'empty';
  if (name.length + value.length > MAX_PAIR) return 'too-long';
  if (secure && !isHttps) return 'secure-over-http';
  const prefixed = (name === '' ? value : name).toLowerCase();
  const isHostBound = secure && domain === null && path === '/' && name !== '';
  if (prefixed.startsWith('__host-') && !isHostBound) return 'host-prefix';
  if (prefixed.startsWith('__secure-') && !(secure && name !== '')) return 'secure-prefix';
  return sameSite === 'None' && !secure ? 'same-site-none-without-secure' : null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** More words than these are no date. */
const MAX_WORDS = 32;

/** Reads a date in the many forms of cookies (section 5.1.1): milliseconds since 1970, or null. */
export function parseCookieDate(text: string): number | null {
  const found: { time?: number[]; day?: number; month?: number; year?: number } = {};
  for (const word of text.split(/[\t -/;-@[-`{-~]/, MAX_WORDS)) {
    const time = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D|$)/.exec(word);
    const day = /^(\d{1,2})(?:\D|$)/.exec(word);
    const month = MONTHS.indexOf(word.slice(0, 3).toLowerCase());
    const year = /^(\d{2,4})(?:\D|$)/.exec(word);
    if (found.time === undefined && time !== null) found.time = time.slice(1).map(Number);
    else if (found.day === undefined && day !== null) found.day = Number(day[1]);
    else if (found.month === undefined && month !== -1) found.month = month;
    else if (found.year === undefined && year !== null) found.year = fullYear(Number(year[1]));
  }
  const { time: [hour = 0, minute = 0, second = 0] = [], day, month, year } = found;
  if (found.time === undefined || day === undefined || month === undefined || year === undefined) return null;
  if (year < 1601 || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(Date.UTC(year, month, day, hour, minute, second));
  return date.getUTCMonth() === month && date.getUTCDate() === day ? date.getTime() : null;
}

function fullYear(year: number): number {
  if (year >= 70 && year <= 99) return year + 1900;
  return year <= 69 ? year + 2000 : year;
}
