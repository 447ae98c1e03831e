import type { DelegationDetails } from '@sonde/contract';
import { isIpv4 } from '@sonde/contract/targets/ipv4';
import { aliasQuestion, type Examination, examinationTypes, ownAddressesOf } from '../../engines/walk/examine.ts';
import { NS } from '../../engines/walk/name-servers.ts';
import { isAuthoritativeFor, replyTo, type ServerView, SOA, wholeReplyTo } from '../../engines/walk/server-view.ts';
import type { WalkedZone } from '../../engines/walk/walk.ts';
import type { ResourceRecord } from '../../protocols/dns-message/message.ts';
import { nameKey } from '../../protocols/dns-message/name.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import { isWithin } from '../../protocols/dnssec/names.ts';
import { keyTagOf } from '../../protocols/dnssec/records.ts';

const CNAME = typeNumber('CNAME');

/** What is reported about the zone that was looked up. */
export function detailsOf(zone: WalkedZone, examination: Examination): DelegationDetails {
  const { name } = zone;
  const { views, primary } = examination;
  const ttlOf = (type: number) => firstOf(views, name, type)?.ttlSeconds ?? null;
  return {
    soa: soaOf(views, name),
    primary: primary && { ...primary, addresses: [...primary.addresses] },
    nsHosts: hostsOf(zone, examination),
    isApexAlias: aliasOf(views, name),
    nsTtlSeconds: ttlOf(NS),
    dsTtlSeconds: zone.trust.kind === 'ds' ? zone.trust.ttlSeconds : null,
    nsec3: nsec3Of(views, name),
    cds: recordsOf(views, name, examinationTypes.CDS)
      .map(({ fields }) => fields.join(' '))
      .filter(unique),
    cdnskeyTags: recordsOf(views, name, examinationTypes.CDNSKEY)
      .flatMap(({ rdata }) => (rdata === undefined ? [] : keyTagOf(rdata)))
      .filter(unique),
  };
}

/** The parameters of NSEC3 in a zone; null without them. */
export function nsec3Of(views: readonly ServerView[], zone: string): DelegationDetails['nsec3'] {
  const param = firstOf(views, zone, examinationTypes.NSEC3PARAM)?.fields;
  return param === undefined ? null : { iterations: Number(param[2]), saltOctets: saltOctets(param[3]) };
}

function saltOctets(text = '-'): number {
  return text === '-' ? 0 : text.length / 2;
}

function unique<Value>(value: Value, index: number, all: readonly Value[]): boolean {
  return all.indexOf(value) === index;
}

/** The answers of the authoritative servers for a type at the apex. */
function recordsOf(views: readonly ServerView[], zone: string, type: number): ResourceRecord[] {
  return views
    .filter((view) => isAuthoritativeFor(view, zone))
    .flatMap((view) => wholeReplyTo(view, { name: zone, type })?.message.answers ?? [])
    .filter((record) => record.type === type && nameKey(record.name) === nameKey(zone));
}

function firstOf(views: readonly ServerView[], zone: string, type: number): ResourceRecord | undefined {
  return recordsOf(views, zone, type)[0];
}

function soaOf(views: readonly ServerView[], zone: string): DelegationDetails['soa'] {
  const soa = firstOf(views, zone, SOA);
  if (soa === undefined) return null;
  const [mname = '', , , refresh, retry, expire, minimum] = soa.fields;
  return {
    mname,
    refresh: Number(refresh),
    retry: Number(retry),
    expire: Number(expire),
    minimum: Number(minimum),
  };
}

function hostsOf(zone: WalkedZone, { unlisted, views }: Examination): DelegationDetails['nsHosts'] {
  if (zone.name === '.') return [];
  const isOwn = (name: string) => isWithin(name, zone.name);
  return [...zone.servers, ...unlisted].map((server) => ({
    name: server.name,
    isListed: !unlisted.includes(server),
    addresses: [...server.addresses],
    glue: [...server.glue],
    ownAddresses: isOwn(server.name) ? ownAddressesOf(views, server.name) : null,
    problem: isIpv4(server.name) ? 'is-address' : server.problem,
  }));
}

function aliasOf(views: readonly ServerView[], zone: string): boolean | null {
  const questions = [{ name: zone, type: SOA }, aliasQuestion(zone)];
  const replies = views.flatMap((view) => questions.flatMap((question) => replyTo(view, question)?.message ?? []));
  const own = replies.filter(({ isAuthoritative }) => isAuthoritative);
  if (own.length === 0) return null;
  return own.some(({ answers }) => answers.some((one) => one.type === CNAME && nameKey(one.name) === nameKey(zone)));
}
