import type { NumericDates } from '../registration/dates.ts';
import type { CharsetHints } from './decode-text.ts';

/** What a registry is queried for. */
export type Subject =
  | { readonly kind: 'domain'; readonly name: string }
  | { readonly kind: 'network'; readonly address: string }
  | { readonly kind: 'autnum'; readonly number: number };

interface ServerDialect {
  /** The query without its line end; default: the plain name, address or AS number. */
  readonly ask?: (plain: string, subject: Subject) => string;
  /** The character set of a reply that is not UTF-8. */
  readonly charset?: string;
  /** Whether the day comes first in dates such as `03/10/1991` and `03-10-1991`. */
  readonly dates?: 'day-first';
}

const utf8Option = (plain: string) => `-C UTF-8 ${plain}`;
const dayFirst: ServerDialect = { dates: 'day-first' };
const latin1: ServerDialect = { charset: 'iso-8859-1' };

/** The servers that need another query than the plain one of RFC 3912, or that reply in another format. */
const dialects: Readonly<Record<string, ServerDialect>> = {
  // Without `domain` it searches hosts too, and returns a list when both match.
  'whois.verisign-grs.com': { ask: (plain) => `domain ${plain}` },
  // Without `dn` it returns the status only; `ace`: the name is sent as A-labels.
  'whois.denic.de': { ask: (plain) => `-T dn,ace ${plain}` },
  'whois.jprs.jp': { ask: (plain) => `${plain}/e` },
  'whois.nic.ad.jp': { ask: (plain) => `${plain}/e`, charset: 'iso-2022-jp' },
  'whois.punktum.dk': { ask: (plain) => `--charset=utf-8 --show-handles ${plain}` },
  'whois.corenic.net': { ask: utf8Option },
  'whois.nic.cat': { ask: utf8Option },
  'whois.nic.museum': { ask: utf8Option },
  // `n` and `a` select networks or AS numbers, `+` requests the whole record.
  'whois.arin.net': { ask: askArin },
  // `-r` leaves out personal data, which counts against a daily limit and is available by RDAP.
  'whois.ripe.net': { ask: (plain) => `--charset UTF-8 -r ${plain}` },
  'whois.registro.br': latin1,
  'whois.fi': latin1,
  'whois.nic.hu': latin1,
  'whois.isnic.is': latin1,
  'whois.dns.lu': latin1,
  'whois.norid.no': latin1,
  'whois.apnic.net': latin1,
  'whois.kg': { charset: 'windows-1251' },
  'whois.dns.pt': dayFirst,
  'whois.nic.im': dayFirst,
  'whois.isoc.org.il': dayFirst,
  'whois.hkirc.hk': dayFirst,
  'whois.ati.tn': dayFirst,
};

function askArin(plain: string, subject: Subject): string {
  if (subject.kind === 'network') return `n + ${plain}`;
  return subject.kind === 'autnum' ? `a + ${subject.number}` : plain;
}

function dialectOf(server: string): ServerDialect {
  return (Object.hasOwn(dialects, server) ? dialects[server] : undefined) ?? {};
}

/** The query for a server (lower case) in the form of RFC 3912, line end included. */
export function whoisQuestion(server: string, subject: Subject): string {
  const plain = plainQuestion(subject);
  return `${dialectOf(server).ask?.(plain, subject) ?? plain}\r\n`;
}

/**
 * Character sets that were usual before UTF-8, by the ending of a server or of a name. Japanese and Cyrillic ones are
 * recognised by their bytes, since each country used several.
 */
const endingCharsets: Readonly<Record<string, string>> = {
  cn: 'gb18030',
  sg: 'gb18030',
  kr: 'euc-kr',
  tw: 'big5',
  hk: 'big5',
  mo: 'big5',
  ...Object.fromEntries(['pl', 'cz', 'sk', 'hu', 'si', 'hr', 'ro', 'ba', 'rs'].map((ending) => [ending, 'iso-8859-2'])),
  tr: 'iso-8859-9',
  gr: 'windows-1253',
  il: 'windows-1255',
  th: 'windows-874',
};

/** What is known about the character set of a server's replies that are not UTF-8. */
export function whoisCharset(server: string, name = ''): CharsetHints {
  const endings = [server, name].map((text) => text.slice(text.lastIndexOf('.') + 1).toLowerCase());
  const known = endings.find((ending) => Object.hasOwn(endingCharsets, ending)) ?? '';
  return { server: dialectOf(server).charset ?? null, ending: endingCharsets[known] ?? null };
}

/** The order of day and month in a server's dates such as `03/10/1991`. */
export function whoisDateOrder(server: string): NumericDates {
  return dialectOf(server.toLowerCase()).dates ?? 'unknown';
}

export function plainQuestion(subject: Subject): string {
  switch (subject.kind) {
    case 'domain':
      return subject.name;
    case 'network':
      return subject.address;
    case 'autnum':
      return `AS${subject.number}`;
  }
}
