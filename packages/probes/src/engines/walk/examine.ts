import { randomBytes } from 'node:crypto';
import type { AuthorityQuestion } from '../../net/net.ts';
import { rcodes } from '../../protocols/dns-message/header.ts';
import { nameKey } from '../../protocols/dns-message/name.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import { denialOf } from '../../protocols/dnssec/denial.ts';
import type { Denial } from '../../protocols/dnssec/denied-question.ts';
import { isWithin, lastLabels } from '../../protocols/dnssec/names.ts';
import { nsecCovers } from '../../protocols/dnssec/nsec.ts';
import { nsec3Covers } from '../../protocols/dnssec/nsec3.ts';
import { types } from '../../protocols/dnssec/records.ts';
import { checkSignatures, recordSet, signaturesOver } from '../../protocols/dnssec/signatures.ts';
import { type ChildChecks, provenDenialRecords } from './judge-child.ts';
import { judgeZone } from './judge-zone.ts';
import { A, AAAA, addressesIn, MAX_NAMES, type NameServer, NS, nsNames } from './name-servers.ts';
import {
  askAll,
  hasAnswered,
  isAuthoritativeFor,
  isCutShort,
  replyTo,
  type ServerView,
  SOA,
  viewsOf,
  wholeReplyTo,
} from './server-view.ts';
import type { JudgedZone } from './trust.ts';
import { askLostKeys, NSEC3PARAM, type WalkedZone, type WalkTools } from './walk.ts';

/** What is asked about one zone beyond the walk: all of its servers, and how they behave. */
export interface Examination {
  /** The views of the walk, and those of servers that only the zone itself lists. */
  readonly views: readonly ServerView[];
  /** Servers that only the zone itself lists. */
  readonly unlisted: readonly NameServer[];
  /** Judged again, with the NS records and the replies of those servers. */
  readonly judged: JudgedZone;
  /** A name that nobody has entered; the replies for it show how the servers prove denial. */
  readonly nonsense: string;
  /** By address; null if the zone is not secure or the server did not answer. */
  readonly denials: ReadonlyMap<string, Denial['result'] | null>;
  /** The primary server in the SOA record, if it is not among the zone's servers. */
  readonly primary: PrimaryServer | null;
}

export interface PrimaryServer {
  readonly name: string;
  readonly addresses: readonly string[];
  /** Null if it has no address at which to ask it. */
  readonly answered: boolean | null;
}

const CDS = typeNumber('CDS');
const CDNSKEY = typeNumber('CDNSKEY');
const CNAME = typeNumber('CNAME');
const AXFR = typeNumber('AXFR');
/** How many servers are asked for data that is not compared between servers. */
const TELLERS = 2;

export const examinationTypes = { CDS, CDNSKEY, NSEC3PARAM, AXFR };
/** A name that an open resolver can resolve, and an authoritative server cannot. */
export const recursionQuestion: AuthorityQuestion = { name: '.', type: NS, recursionDesired: true };
export const tcpQuestion = (zone: string): AuthorityQuestion => ({ name: zone, type: SOA, transport: 'tcp' });
export const plainQuestion = (zone: string): AuthorityQuestion => ({ name: zone, type: SOA, withoutEdns: true });
const optionlessQuestion = (zone: string): AuthorityQuestion => ({ name: zone, type: SOA, options: [] });
/** A server that also answers for SOA may hold an alias beside it, which it shows only on request. */
export const aliasQuestion = (zone: string): AuthorityQuestion => ({ name: zone, type: CNAME });
export const transferQuestion = (zone: string): AuthorityQuestion => ({ name: zone, type: AXFR, transport: 'tcp' });

/**
 * Asks what a walk does not need: transports, recursion, transfers, denials, servers that the parent does not list.
 * @param domain the name that is looked up, in this zone
 */
export async function examine(zone: WalkedZone, domain: string, tools: WalkTools): Promise<Examination> {
  const { asker, checks, zoneServers } = tools;
  const { unlisted, views } = await withUnlisted(zone, tools);
  const live = views.filter(hasAnswered);
  const serving = live.filter((view) => isAuthoritativeFor(view, zone.name));
  const nonsense = nonsenseBelow(zone.name);
  const names = [...new Set([...zone.referred.ns, ...ownNames(views, zone.name)])];
  const hosts = zone.name === '.' ? [] : names.filter((name) => isWithin(name, zone.name)).slice(0, MAX_NAMES);
  // Types that an unsigned zone does not have.
  const ofSigned = zone.judged.keys.length > 0 ? [CDS, CDNSKEY, NSEC3PARAM] : [];
  const ofDomain = [A, AAAA].map((type) => ({ name: domain, type }));
  const atApex = ofSigned.map((type) => ({ name: zone.name, type }));
  const silent = views.filter((view) => view.isAsked && !hasAnswered(view));
  const cutShort = live.filter((view) => isCutShort(view, zone.name));
  const recursive = live.filter((view) => offersRecursion(view, zone.name));
  const [primary] = await Promise.all([
    findPrimary(zone.name, views, tools),
    askAll(asker, serving, [{ name: nonsense, type: A }]),
    askByTcp(serving, zone.name, tools),
    // Any server may have signatures of its own, as over its SOA record.
    askAll(asker, ofSigned.length > 0 ? serving : [], ofDomain),
    askAll(asker, oneOfEach(serving).slice(0, TELLERS), atApex),
    ...hosts.map((name, index) => {
      const teller = serving[index % serving.length];
      return askAll(
        asker,
        teller === undefined ? [] : [teller],
        [A, AAAA].map((type) => ({ name, type })),
      );
    }),
    // Silent by UDP with EDNS(0): asked again by TCP, without options, and without EDNS(0).
    askAll(asker, silent, [tcpQuestion(zone.name), optionlessQuestion(zone.name), plainQuestion(zone.name)]),
    askAll(asker, oneOfEach(serving).slice(0, TELLERS), [aliasQuestion(zone.name)]),
    askLostKeys(asker, views, zone.name),
    askAll(asker, cutShort, [tcpQuestion(zone.name)]),
    askAll(asker, recursive, [recursionQuestion]),
  ]);
  const judged = judgeZone(zone.name, zone.trust, views, checks, domain);
  const denials = new Map(views.map((view) => [view.address, denialBy(view, zone.name, nonsense, judged, checks)]));
  zoneServers.learn(
    zone.name,
    live.map(({ address }) => address),
  );
  return { views, unlisted, judged, nonsense, denials, primary };
}

/** A server that responds to a request for a transfer, in whatever way, responds by TCP. */
async function askByTcp(views: readonly ServerView[], zone: string, { asker }: WalkTools): Promise<void> {
  const transfer = transferQuestion(zone);
  await askAll(asker, views, [transfer]);
  await askAll(
    asker,
    views.filter((view) => replyTo(view, transfer) === null),
    [tcpQuestion(zone)],
  );
}

/** One address of each name. */
function oneOfEach(views: readonly ServerView[]): ServerView[] {
  return [...new Map(views.map((view) => [view.name, view])).values()];
}

async function withUnlisted(zone: WalkedZone, { asker, zoneServers, mayUseIpv6 }: WalkTools) {
  const isRoot = zone.name === '.';
  await askAll(
    asker,
    zone.views,
    [NS, types.dnskey].map((type) => ({ name: zone.name, type })),
  );
  const listed = new Set(zone.referred.ns.map((name) => nameKey(name)));
  // The hints are not a delegation: the root has no parent whose list could differ.
  const names = isRoot ? [] : ownNames(zone.views, zone.name).filter((name) => !listed.has(name));
  const unlisted = await zoneServers.of({ ns: names, glue: [], ttlSeconds: null });
  const known = new Set(zone.views.map(({ address }) => address));
  const more = viewsOf(zone.name, unlisted, mayUseIpv6()).filter(({ address }) => !known.has(address));
  await askAll(
    asker,
    more,
    [SOA, NS, types.dnskey].map((type) => ({ name: zone.name, type })),
  );
  return { unlisted, views: [...zone.views, ...more] };
}

/** The name servers that the zone's own servers list. */
function ownNames(views: readonly ServerView[], zone: string): string[] {
  const answers = views.flatMap((view) => replyTo(view, { name: zone, type: NS })?.message ?? []);
  return [...new Set(answers.filter((one) => one.isAuthoritative).flatMap((one) => nsNames(one.answers, zone)))];
}

/** The RA flag suggests recursion; a second question, with the RD flag, confirms it. */
function offersRecursion(view: ServerView, zone: string): boolean {
  return replyTo(view, { name: zone, type: SOA })?.message.isRecursionAvailable ?? false;
}

/** Twelve random letters and digits: a name that nobody has entered, so that only a wildcard answers. */
function nonsenseBelow(zone: string): string {
  const label = `sonde-${randomBytes(6).toString('hex')}`;
  return zone === '.' ? label : `${label}.${zone}`;
}

async function findPrimary(
  zone: string,
  views: readonly ServerView[],
  { asker, zoneServers, mayUseIpv6 }: WalkTools,
): Promise<PrimaryServer | null> {
  const soa = views.flatMap((view) => {
    const answers = replyTo(view, { name: zone, type: SOA })?.message.answers ?? [];
    return isAuthoritativeFor(view, zone) ? answers.filter(({ type }) => type === SOA) : [];
  })[0];
  const name = soa?.fields[0];
  if (name === undefined || name === '.' || views.some((view) => nameKey(view.name) === nameKey(name))) return null;
  const server = await zoneServers.byName(nameKey(name));
  const own = viewsOf(zone, [server], mayUseIpv6());
  await askAll(asker, own, [{ name: zone, type: SOA }]);
  const asked = own.filter(({ isAsked }) => isAsked);
  return {
    name: nameKey(name),
    addresses: server.addresses,
    answered: asked.length === 0 ? null : asked.some(hasAnswered),
  };
}

/** Whether a server proves that the random name does not exist, or that a wildcard may answer for it. */
function denialBy(
  view: ServerView,
  zone: string,
  nonsense: string,
  judged: JudgedZone,
  checks: ChildChecks,
): Denial['result'] | null {
  const message = wholeReplyTo(view, { name: nonsense, type: A })?.message;
  if (judged.status !== 'secure' || message === undefined || !message.isAuthoritative) return null;
  if (message.rcode !== rcodes.nxDomain && message.rcode !== 0) return null;
  const records = provenDenialRecords(message.authorities, zone, nonsense, judged.trustedKeys, checks);
  const set = recordSet(message.answers, nonsense, A);
  if (set === null) {
    // An alias leads to a name that another zone may hold.
    if (message.answers.length > 0) return null;
    const what = message.rcode === rcodes.nxDomain ? 'name' : 'data';
    return denialOf(records, zone, { name: nonsense, type: 'A', what }, checks.sha1).result;
  }
  const signatures = signaturesOver(message.answers, nonsense, A);
  const checked = checkSignatures(set, signatures, judged.trustedKeys, zone, checks);
  const wildcard = checked.find(({ state, isFromWildcard }) => state === 'valid' && isFromWildcard);
  if (wildcard === undefined) return 'not-proven';
  const nextCloser = lastLabels(nonsense, wildcard.signature.labels + 1);
  const isCovered = nsecCovers(records, zone, nonsense) || nsec3Covers(records, zone, nextCloser, checks.sha1);
  return isCovered ? 'proven' : 'not-proven';
}

/** The addresses that the zone's own servers give for a name in it; null if none of them answered. */
export function ownAddressesOf(views: readonly ServerView[], name: string): string[] | null {
  const replies = views.flatMap((view) =>
    [A, AAAA].flatMap((type) => wholeReplyTo(view, { name, type })?.message ?? []),
  );
  const own = replies.filter(
    ({ isAuthoritative, rcode }) => isAuthoritative && (rcode === 0 || rcode === rcodes.nxDomain),
  );
  if (own.length === 0) return null;
  return [...new Set(own.flatMap(({ answers }) => addressesIn(answers, name)))];
}
