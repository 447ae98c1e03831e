import { toReverseName } from '@sonde/contract/targets/reverse-name';
import type { AnswerPart, ExchangeFilter } from '../checked/evidence/exchange-filter.ts';
import { askedForAddresses, askedForNames, askedResolver } from '../checked/evidence/resolver-filters.ts';
import type { MailAnswer } from './query.ts';

const part = (label: string | null, ...filters: ExchangeFilter[]): AnswerPart => ({ label, filters });
const texts = (name: string): AnswerPart => part(`${name} TXT`, askedResolver(name, 'TXT'));

export function exchangeParts(domain: string, mx: MailAnswer['mx']): AnswerPart[] {
  return [part(`${domain} MX`, askedResolver(domain, 'MX')), ...mx.map(({ exchange }) => addressesOf(exchange))];
}

const addressesOf = (name: string) => part(`Addresses of ${name}`, askedForAddresses(name));

/** What the terms of a record look up; macros are left out, since their names depend on the message. */
export function spfParts(domain: string, { terms }: Pick<NonNullable<MailAnswer['spf']>, 'terms'>): AnswerPart[] {
  const parts = terms.flatMap(({ kind, target }) => {
    if (target === null || target.includes('%')) return [];
    if (kind === 'include' || kind === 'redirect') return [texts(target)];
    if (kind === 'mx') return [part(`${target} MX`, askedResolver(target, 'MX'))];
    return kind === 'a' || kind === 'exists' ? [addressesOf(target)] : [];
  });
  return [...new Map([texts(domain), ...parts].map((one) => [one.label, one])).values()];
}

export function dkimParts(domain: string): AnswerPart[] {
  const question = { name: `_domainkey.${domain}`, types: ['TXT'], isBelow: true };
  return [part(null, { isOperators: true, question })];
}

type Dmarc = Pick<NonNullable<MailAnswer['dmarc']>, 'asked' | 'reports'>;

/** The names of the tree walk, and those by which others agree to receive reports (RFC 9990). */
export function dmarcParts(domain: string, { asked: names, reports }: Dmarc): AnswerPart[] {
  const others = reports.flatMap((report) =>
    report.domain === null || report.isExternal !== true ? [] : report.domain,
  );
  return [...names, ...[...new Set(others)].map((other) => `${domain}._report._dmarc.${other}`)].map(texts);
}

export function transportParts(domain: string): AnswerPart[] {
  const host = `mta-sts.${domain}`;
  const policy = part(`Policy of ${host}`, askedForAddresses(host), { services: ['http'], host });
  return [texts(`_mta-sts.${domain}`), policy, texts(`_smtp._tls.${domain}`)];
}

export function bimiParts(bimi: Pick<NonNullable<MailAnswer['bimi']>, 'domain' | 'logoUrl'>): AnswerPart[] {
  const record = bimi.domain === null ? [] : [texts(`default._bimi.${bimi.domain}`)];
  const host = hostOf(bimi.logoUrl);
  return host === null ? record : [...record, part('Logo', askedForAddresses(host), { services: ['http'], host })];
}

function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname : null;
}

/** The conversation with a mail server, and the names of its address. */
export function serverParts({ address }: Pick<MailAnswer['servers'][number], 'address'>): AnswerPart[] {
  return [part(null, { services: ['tls', 'starttls'], address }, ...askedForNames(address))];
}

/** The TLSA records, as name servers and the resolver have them. */
export function daneParts({
  name,
  base,
}: Pick<NonNullable<MailAnswer['dane']>[number], 'name' | 'base'>): AnswerPart[] {
  const owners = [...new Set([name, ...(base === null ? [] : [base])])].map((host) => `_25._tcp.${host}`);
  return [part(null, ...owners.map((owner) => ({ question: { name: owner, types: ['TLSA'] } })))];
}

export function listParts(lists: readonly Pick<MailAnswer['lists'][number], 'list' | 'subject'>[]): AnswerPart[] {
  return lists.flatMap(({ list, subject }) => {
    if (subject === null) return [];
    const labels = toReverseName(subject)?.replace(/\.(?:in-addr|ip6)\.arpa$/, '') ?? subject;
    return [part(`${subject} at ${list}`, askedResolver(`${labels}.${list}`, 'A', 'TXT'))];
  });
}
