import { readFields, valuesOf } from './fields.ts';

/** The server that a reply refers to: untrusted input. */
export interface Referral {
  readonly host: string;
  readonly port: number;
}

const WHOIS_PORT = 43;
/**
 * IANA writes `refer` or `whois`, regional registries `ReferralServer` (the last one is the most specific), gTLD
 * registries `Registrar WHOIS Server`.
 */
const KEYS = ['refer', 'whois', 'referralserver', 'registrar whois server', 'whois server'];
const HOST_AND_PORT = /^(?:r?whois:\/\/)?(?:\[([\da-f:.]+)\]|([a-z0-9_][a-z0-9._-]*))(?::(\d{1,5}))?\/?$/i;

/** The WHOIS server that a reply names, or null. Web addresses and RWhois (RFC 2167) servers do not count. */
export function readReferral(text: string): Referral | null {
  const value = valuesOf(readFields(text), KEYS).at(-1) ?? '';
  // `www.` is the name of a website, also without `http://` (.uz).
  if (/^(?:rwhois:|www\.)/i.test(value)) return null;
  const [, ipv6, name, portText] = HOST_AND_PORT.exec(value) ?? [];
  const host = (ipv6 ?? name ?? '').toLowerCase().replace(/\.$/, '');
  const port = portText === undefined ? WHOIS_PORT : Number(portText);
  // `None`, `N/A`: a name without a dot is no server on the Internet.
  const isHost = /[.:]/.test(host);
  return !isHost || port < 1 || port > 65_535 ? null : { host, port };
}
