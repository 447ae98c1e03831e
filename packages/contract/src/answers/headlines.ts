import { daysBetween } from '../finding/ending/findings.ts';
import type { ReadAnswer } from '../read-answer.ts';
import type { Fact } from '../table/table.ts';
import { shortName } from '../text/distinguished-name.ts';
import { formatMs } from '../text/format-ms.ts';
import { formatUtc } from '../text/format-utc.ts';
import { knownWord } from '../text/known-word.ts';
import { zoneText } from '../tools/delegation/data/zone-text.ts';
import { factsOf } from '../tools/geo/tables.ts';
import type { ToolId } from '../tools/index.ts';
import { sentencesOf } from '../tools/mail/sentences.ts';
import { reasonNames } from '../tools/ssl/tables/words.ts';

type HeadlinesOf<Id extends ToolId> = (answer: ReadAnswer<Id>) => readonly Fact[];

const ownHeadlines = {
  geo: geoHeadlines,
  dns: dnsHeadlines,
  ssl: sslHeadlines,
  whois: whoisHeadlines,
  subdomain: subdomainHeadlines,
  ping: pingHeadlines,
  traceroute: tracerouteHeadlines,
  delegation: delegationHeadlines,
  mail: mailHeadlines,
} satisfies { readonly [Id in ToolId]?: HeadlinesOf<Id> };

/**
 * The facts that a reader looks for first in the answer of any tool; those without a value are omitted.
 * @param answer as defined by the tool's contract.
 */
export function headlinesOf(id: ToolId, answer: Readonly<Record<string, unknown>>): readonly Fact[] {
  const all: Readonly<Record<string, unknown>> = ownHeadlines;
  const own = all[id] as ((answer: unknown) => readonly Fact[]) | undefined;
  return own === undefined ? [] : own(answer).filter(({ value }) => value !== null);
}

const fact = (label: string, value: string | null): Fact => ({ label, value, mono: false });

function geoHeadlines(answer: ReadAnswer<'geo'>): Fact[] {
  const { label, asNumber, organization } = factsOf(answer);
  const network = [asNumber, organization].filter(Boolean).join(' ');
  return [fact('Place', label), fact('Network', network || null)];
}

/** Further values are only counted. */
const SHOWN_VALUES = 4;

function dnsHeadlines({ records }: ReadAnswer<'dns'>): Fact[] {
  const valuesOf = (...types: readonly string[]) =>
    records
      .filter(({ recordName }) => types.includes(recordName))
      // The first column is the name and the last one the TTL.
      .flatMap(({ data }) => data.map((cells) => cells.slice(1, -1).join(' ')));
  const listed = (values: readonly string[]) => {
    const more = values.length - SHOWN_VALUES;
    return [...values.slice(0, SHOWN_VALUES), ...(more > 0 ? [`${more} more`] : [])].join(', ') || null;
  };
  return [
    fact('Addresses', listed(valuesOf('A', 'AAAA'))),
    fact('Mail servers', listed(valuesOf('MX'))),
    fact('Name servers', listed(valuesOf('NS'))),
  ];
}

function sslHeadlines(answer: ReadAnswer<'ssl'>): Fact[] {
  const { valid, reasons, validUntil, issuer, protocol, cipherSuite, checkedAt } = answer;
  const why = reasons.map((reason) => knownWord(reasonNames, reason, reason).toLowerCase()).join(', ');
  return [
    fact('Certificate', valid ? 'trusted' : `not trusted${why === '' ? '' : `: ${why}`}`),
    fact('Valid until', endText(validUntil, checkedAt ?? null)),
    fact('Issuer', issuer && shortName(issuer)),
    fact('Current clients', protocol && [protocol, cipherSuite].filter(Boolean).join(', ')),
  ];
}

function whoisHeadlines({ registration, checkedAt }: ReadAnswer<'whois'>): Fact[] {
  const { registrar, created, expires, registrarExpires, range, label } = registration;
  return [
    fact('Registrar', registrar?.name ?? null),
    fact('Network', label),
    fact('Range', range),
    fact('Registered', created && formatUtc(created)),
    fact('Expires', endText(expires ?? registrarExpires, checkedAt ?? null)),
  ];
}

function subdomainHeadlines({ subdomains }: ReadAnswer<'subdomain'>): Fact[] {
  const resolving = subdomains.filter(({ resolves }) => resolves === true).length;
  return [fact('Names', `${subdomains.length} found, ${resolving} of them with addresses`)];
}

function mailHeadlines(answer: ReadAnswer<'mail'>): Fact[] {
  return sentencesOf(answer).map(({ question, text }) => fact(question, text));
}

function pingHeadlines({ address, statistics }: ReadAnswer<'ping'>): Fact[] {
  const { packetsTransmitted, packetsReceived, avgTime, minTime, maxTime } = statistics;
  const times = [minTime, avgTime, maxTime].map((ms) => (ms === null ? null : formatMs(ms)));
  return [
    fact('Address', address),
    fact('Replies', `${packetsReceived} of ${packetsTransmitted}`),
    fact('Round trip', times.includes(null) ? null : `${times.join(' / ')} (shortest / average / longest)`),
  ];
}

function tracerouteHeadlines({ address, reached, hops, asPath, pathMtu }: ReadAnswer<'traceroute'>): Fact[] {
  const networks = asPath.map(({ asn }) => asn ?? '?').join(' → ');
  const time = reached === 'target' ? hops.at(-1)?.avgMs : null;
  return [
    fact('Address', address),
    fact('Hops', String(hops.length)),
    fact('Round trip', time == null ? null : formatMs(time)),
    fact('Networks', networks || null),
    fact('Path MTU', pathMtu === null ? null : `${pathMtu.bytes} bytes`),
  ];
}

/** A time with the number of days until then, relative to the measurement. */
function endText(ends: string | null, checkedAt: string | null): string | null {
  if (ends === null) return null;
  const days = checkedAt === null ? null : daysBetween(checkedAt, ends);
  return days === null ? formatUtc(ends) : `${formatUtc(ends)} (${daysText(days)})`;
}

function daysText(days: number): string {
  // Days are rounded down, so that a moment ago is -1: less than a day has passed.
  const count = days < 0 ? -days - 1 : days;
  const words = count === 0 ? 'less than a day' : `${count} ${count === 1 ? 'day' : 'days'}`;
  return days < 0 ? `ended ${words} ago` : `${words} left`;
}

function delegationHeadlines({ zone, verdict, why, zones }: ReadAnswer<'delegation'>): Fact[] {
  const statuses = zones.map(({ name, status }) => `${zoneText(name)} ${status}`).join(', ');
  return [fact('Zone', zone), fact('Verdict', verdict), fact('Reason', why), fact('Zones', statuses || null)];
}
