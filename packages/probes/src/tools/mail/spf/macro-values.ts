import { withoutMapping } from '@sonde/contract/targets/ipv6';
import { expandedIpv6, familyOf } from './networks.ts';

/** The sender for whom SPF is evaluated. */
export interface Sender {
  /** In canonical form. */
  readonly ip: string;
  /** The name that is checked: the sender's domain. */
  readonly domain: string;
  /** `local@domain`; the local part is postmaster if none was given (RFC 7208 section 4.3). */
  readonly mailbox: string;
  /** The client's name in HELO; `unknown` if not known. */
  readonly helo: string;
}

/** Without a local part, SPF uses postmaster. */
export function senderOf(ip: string, text: string, helo = 'unknown'): Sender {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  const local = at <= 0 ? 'postmaster' : text.slice(0, at);
  return { ip: withoutMapping(ip), domain, mailbox: `${local}@${domain}`, helo };
}

/** Several labels, none of them empty or longer than 63 octets (RFC 7208 section 4.3). */
export function isMailDomain(domain: string): boolean {
  const name = domain.endsWith('.') ? domain.slice(0, -1) : domain;
  const labels = name.split('.');
  return labels.length > 1 && name.length <= 253 && labels.every((label) => label !== '' && label.length <= 63);
}

/** The values of the macro letters (RFC 7208 section 7.2). `names`: the validated names of the address. */
export function macroValues(sender: Sender, domain: string, names: readonly string[]): Record<string, string> {
  const { ip, mailbox, helo } = sender;
  const at = mailbox.lastIndexOf('@');
  const isIpv4 = familyOf(ip) === 4;
  const own = names.find((name) => name === domain.toLowerCase());
  const below = names.find((name) => name.endsWith(`.${domain.toLowerCase()}`));
  return {
    s: mailbox,
    l: mailbox.slice(0, at),
    o: mailbox.slice(at + 1),
    d: domain,
    i: isIpv4 ? ip : [...expandedIpv6(ip).replaceAll(':', '').toUpperCase()].join('.'),
    p: own ?? below ?? names[0] ?? 'unknown',
    v: isIpv4 ? 'in-addr' : 'ip6',
    h: helo,
    c: ip,
    // The receiver is this check, not a mail server with a name.
    r: 'unknown',
    t: String(Math.floor(Date.now() / 1000)),
  };
}
