import type { SlashDates } from '../registration/dates.ts';

/** What a registry is asked about. */
export type Subject =
  | { readonly kind: 'domain'; readonly name: string }
  | { readonly kind: 'network'; readonly address: string }
  | { readonly kind: 'autnum'; readonly number: number };

interface Manner {
  /** The question without its line end; default: the plain name, address or AS number. */
  readonly ask?: (plain: string, subject: Subject) => string;
  /** The character set of an answer that is no UTF-8. */
  readonly charset?: string;
  /** Whether the day comes first in dates such as `03/10/1991`. */
  readonly slashDates?: 'day-first';
}

const utf8Option = (plain: string) => `-C UTF-8 ${plain}`;
const latin1: Manner = { charset: 'iso-8859-1' };

/** Of each server by its name: how it wants to be asked, and how it writes. The plain form is RFC 3912. */
const manners: Readonly<Record<string, Manner>> = {
  // Without the word it searches hosts too, and asks back when both match.
  'whois.verisign-grs.com': { ask: (plain) => `domain ${plain}` },
  // Without `dn` it tells the state only; `ace`: the name comes as A-labels.
  'whois.denic.de': { ask: (plain) => `-T dn,ace ${plain}` },
  'whois.jprs.jp': { ask: (plain) => `${plain}/e` },
  'whois.nic.ad.jp': { ask: (plain) => `${plain}/e`, charset: 'iso-2022-jp' },
  'whois.punktum.dk': { ask: (plain) => `--charset=utf-8 --show-handles ${plain}` },
  'whois.corenic.net': { ask: utf8Option },
  'whois.nic.cat': { ask: utf8Option },
  'whois.nic.museum': { ask: utf8Option },
  // `n` and `a` say what kind of number it is, `+` asks for the whole record.
  'whois.arin.net': { ask: askArin },
  // `-r`: the people behind a network are counted against us, and are in RDAP.
  'whois.ripe.net': { ask: (plain) => `--charset UTF-8 -r ${plain}` },
  'whois.registro.br': latin1,
  'whois.fi': latin1,
  'whois.nic.hu': latin1,
  'whois.isnic.is': latin1,
  'whois.dns.lu': latin1,
  'whois.norid.no': latin1,
  'whois.apnic.net': latin1,
  'whois.kg': { charset: 'windows-1251' },
  'whois.dns.pt': { slashDates: 'day-first' },
};

function askArin(plain: string, subject: Subject): string {
  if (subject.kind === 'network') return `n + ${plain}`;
  return subject.kind === 'autnum' ? `a + ${subject.number}` : plain;
}

function mannerOf(server: string): Manner {
  return (Object.hasOwn(manners, server) ? manners[server] : undefined) ?? {};
}

/** The question for a server (lower case) as RFC 3912 sends it, line end included. */
export function whoisQuestion(server: string, subject: Subject): string {
  const plain = plainQuestion(subject);
  return `${mannerOf(server).ask?.(plain, subject) ?? plain}\r\n`;
}

/** The character set of a server's answers, where they are known not to be UTF-8. */
export function whoisCharset(server: string): string | null {
  return mannerOf(server).charset ?? null;
}

/** What is the day in a server's dates with slashes and the year last. */
export function whoisSlashDates(server: string): SlashDates {
  return mannerOf(server.toLowerCase()).slashDates ?? 'unknown';
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
