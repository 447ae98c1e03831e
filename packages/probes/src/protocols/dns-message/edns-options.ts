import { toHex } from './base-encodings.ts';
import type { DnsMessage } from './message.ts';

/** IANA DNS parameters, "DNS EDNS0 Option Codes (OPT)". */
export const ednsOptionCodes = { nsid: 3, expire: 9, cookie: 10, extendedError: 15 } as const;

/** Maximum length of a text; real ones have one sentence. */
const MAX_TEXT = 400;
const CLIENT_COOKIE_OCTETS = 8;
/** RFC 7873 section 4: a server cookie has 8 to 32 octets. */
const MIN_COOKIE_OCTETS = 16;
const MAX_COOKIE_OCTETS = 40;

/** One extended error (RFC 8914 section 2). */
export interface SentError {
  readonly code: number;
  /** Null if the server sent only the code. */
  readonly text: string | null;
}

/** The extended errors of a reply that was decoded with its OPT record; malformed ones are left out. */
export function extendedErrorsOf({ edns }: Pick<DnsMessage, 'edns'>): SentError[] {
  return (edns?.options ?? []).flatMap(({ code, octets }) => {
    if (code !== ednsOptionCodes.extendedError || octets.length < 2) return [];
    return [{ code: uint16(octets), text: printableText(octets.subarray(2)) }];
  });
}

/** What the OPT record reveals about the server itself; null for what it does not contain. */
export interface ServerOptions {
  /** Name Server Identifier (RFC 5001), as text if it is text, otherwise in hex. */
  readonly nsid: string | null;
  /** The server's part of the DNS cookie (RFC 7873), in hex. */
  readonly serverCookie: string | null;
  /** Seconds until a secondary server drops the zone (RFC 7314). */
  readonly expireSeconds: number | null;
}

/** Reads NSID, cookie and EXPIRE; malformed options count as absent. */
export function serverOptionsOf({ edns }: Pick<DnsMessage, 'edns'>): ServerOptions {
  const octetsOf = (wanted: number) => edns?.options.find(({ code }) => code === wanted)?.octets;
  return {
    nsid: nsidOf(octetsOf(ednsOptionCodes.nsid)),
    serverCookie: cookieOf(octetsOf(ednsOptionCodes.cookie)),
    expireSeconds: expireOf(octetsOf(ednsOptionCodes.expire)),
  };
}

function nsidOf(octets: Uint8Array | undefined): string | null {
  if (octets === undefined || octets.length === 0) return null;
  const isText = octets.every((octet) => octet >= 0x20 && octet < 0x7f);
  return isText ? String.fromCharCode(...octets.subarray(0, MAX_TEXT)) : toHex(octets.subarray(0, MAX_TEXT));
}

function cookieOf(octets: Uint8Array | undefined): string | null {
  if (octets === undefined || octets.length < MIN_COOKIE_OCTETS || octets.length > MAX_COOKIE_OCTETS) return null;
  return toHex(octets.subarray(CLIENT_COOKIE_OCTETS));
}

function expireOf(octets: Uint8Array | undefined): number | null {
  return octets?.length === 4 ? new DataView(octets.buffer, octets.byteOffset, 4).getUint32(0) : null;
}

function uint16(octets: Uint8Array): number {
  return ((octets[0] ?? 0) << 8) | (octets[1] ?? 0);
}

/** UTF-8, which may end in a NUL (RFC 8914 section 2); control characters become spaces. Null for an empty text. */
function printableText(octets: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(octets);
  // Includes the characters that change the direction of text (Unicode Bidirectional Algorithm).
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return plain === '' ? null : plain.slice(0, MAX_TEXT);
}
