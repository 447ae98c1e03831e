import type { Net } from '../../net/net.ts';
import { nameKey } from '../../protocols/dns-message/name.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import { isSameName, labelCount, lastLabels } from '../../protocols/dnssec/names.ts';
import { type Ds, types } from '../../protocols/dnssec/records.ts';
import { createAsker, type WalkLimits } from './asker.ts';
import { digest, sha1, verify } from './cryptography.ts';
import { type Cut, readCut } from './cuts.ts';
import { createHostFinder } from './host-addresses.ts';
import { type ChildChecks, judgeChild } from './judge-child.ts';
import { judgeZone } from './judge-zone.ts';
import { type NameServer, NS, type Referred } from './name-servers.ts';
import { askAll, hasAnswered, keysReplyOf, type ServerView, SOA, viewsOf } from './server-view.ts';
import type { JudgedZone, Trust } from './trust.ts';
import { createZoneServers, type ZoneServers } from './zone-servers.ts';

/** Where a walk starts: the servers of the root and the digests of its keys. */
export interface WalkStart {
  readonly servers: readonly { readonly name: string; readonly addresses: readonly string[] }[];
  readonly ds: readonly Ds[];
}

/** What is tested before publication, in place of what the parent publishes. */
export interface PreFlight {
  readonly servers: readonly { readonly name: string; readonly addresses: readonly string[] }[];
  readonly ds: readonly Ds[];
}

export interface WalkContext {
  readonly net: Pick<Net, 'askAt'>;
  readonly signal: AbortSignal;
  readonly start: WalkStart;
  readonly preFlight: PreFlight;
  /** Seconds since 1970. */
  readonly nowSeconds: number;
  readonly limits?: WalkLimits;
  /** Called for each zone as soon as it is judged, from the root down. */
  onZone(zone: WalkedZone): void;
}

/** One zone on the way, with all replies of its servers. */
export interface WalkedZone {
  readonly name: string;
  readonly parent: string | null;
  /** The parent's referral; for the root, the hints. */
  readonly referred: Referred;
  readonly servers: readonly NameServer[];
  readonly views: readonly ServerView[];
  readonly trust: Trust;
  readonly judged: JudgedZone;
}

export interface Walk {
  /** From the root down; the last one is the zone that holds the name. */
  readonly zones: readonly WalkedZone[];
  /** Whether the name exists, as far as the walk went; null if no server answered below the last zone. */
  readonly nameExists: boolean | null;
  /** Whether this machine has IPv6; null if no IPv6 address was asked. */
  readonly hasIpv6: boolean | null;
}

/** For questions after the walk, within the same limits. */
export interface WalkTools {
  readonly asker: ReturnType<typeof createAsker>;
  readonly zoneServers: ZoneServers;
  readonly checks: ChildChecks;
  mayUseIpv6(): boolean;
}

export const NSEC3PARAM = typeNumber('NSEC3PARAM');
const SIGNATURE_CHECKS = 200;
/** How many servers of a zone on the way are asked for its keys; all of them, if these do not prove it. */
const KEY_TELLERS = 2;
/** Labels below the last zone that are asked one at a time; the rest at once. */
const MAX_LABELS_WITHOUT_CUT = 8;

export function createWalkTools({ net, signal, nowSeconds, limits }: WalkContext): WalkTools & { dropIpv6(): void } {
  const asker = createAsker(net, signal, limits);
  const finder = createHostFinder(asker);
  let mayUseIpv6 = true;
  return {
    asker,
    zoneServers: createZoneServers(finder),
    checks: { verify, digest, sha1, nowSeconds, budget: { left: SIGNATURE_CHECKS } },
    mayUseIpv6: () => mayUseIpv6,
    dropIpv6: () => {
      mayUseIpv6 = false;
      finder.dropIpv6();
    },
  };
}

/**
 * Walks from the root to the zone of a name. Every server of every zone is asked for its SOA and DNSKEY records and about the
 * next zone. Servers that are silent or refuse are part of the result.
 * @throws the signal's reason
 */
export async function walkTo(
  domain: string,
  context: WalkContext,
  tools: ReturnType<typeof createWalkTools>,
): Promise<Walk> {
  const { asker, zoneServers, checks } = tools;
  const zones: WalkedZone[] = [];
  let hasIpv6: boolean | null = null;

  const enter = async (name: string, referred: Referred, servers: readonly NameServer[], trust: Trust) => {
    const views = viewsOf(name, servers, tools.mayUseIpv6());
    const child = childOf(domain, name);
    const keys = { name, type: types.dnskey };
    // For a zone on the way, its own NS records are not judged, and a few of its servers are enough for its keys.
    const questions = [{ name, type: SOA }, ...(child === null ? [{ name, type: NS }, keys] : [nsQuestion(child)])];
    const tellers = keyTellers(views);
    await Promise.all([
      askAll(asker, views, questions),
      askAll(asker, child === null ? [] : tellers, [keys]),
      askAll(asker, tellers.slice(0, 1), [{ name, type: NSEC3PARAM }]),
    ]);
    zoneServers.learn(
      name,
      views.filter(hasAnswered).map(({ address }) => address),
    );
    let judged = judgeZone(name, trust, views, checks);
    if (judged.status !== 'secure' && trust.kind === 'ds') {
      await askAll(asker, views.filter(hasAnswered), [keys]);
      await askLostKeys(asker, views, name);
      judged = judgeZone(name, trust, views, checks);
    }
    const zone = { name, parent: zones.at(-1)?.name ?? null, referred, servers, views, trust, judged };
    zones.push(zone);
    context.onZone(zone);
    if (zones.length === 1) {
      hasIpv6 = ipv6Of(views);
      if (hasIpv6 === false) tools.dropIpv6();
    }
    return zone;
  };

  let zone = await enter('.', ...rootOf(context.start));
  let label = 1;
  let withoutCut = 0;
  const wanted = labelCount(domain);
  let nameExists: boolean | null = true;
  while (label <= wanted && zone.views.some(hasAnswered)) {
    const child = lastLabels(domain, label);
    await askAll(asker, zone.views, [nsQuestion(child)]);
    const isGiven = isSameName(child, domain) && context.preFlight.servers.length > 0;
    const cut = isGiven ? givenCut(context.preFlight) : readCut(zone.views, zone.name, child);
    if (cut.kind === 'nxdomain' && hasGiven(context.preFlight)) label = wanted;
    else if (cut.kind === 'none' && withoutCut < MAX_LABELS_WITHOUT_CUT) {
      withoutCut += 1;
      label += 1;
    } else if (cut.kind === 'zone') {
      const trust = await trustOf(context, zone, child, domain, tools);
      zone = await enter(nameKey(child), cut, await zoneServers.of(cut), trust);
      label += 1;
    } else {
      nameExists = cut.kind === 'nxdomain' ? false : null;
      break;
    }
  }
  return { zones, nameExists: zone.views.some(hasAnswered) ? nameExists : null, hasIpv6 };
}

/** The next name below a zone on the way to a domain; null when it is the zone itself. */
function childOf(domain: string, zone: string): string | null {
  return labelCount(zone) < labelCount(domain) ? lastLabels(domain, labelCount(zone) + 1) : null;
}

/** Keys that do not arrive by UDP, because of their size, may arrive by TCP. */
export async function askLostKeys(
  asker: WalkTools['asker'],
  views: readonly ServerView[],
  zone: string,
): Promise<void> {
  const lost = views.filter((view) => hasAnswered(view) && keysReplyOf(view, zone) === 'silent');
  await askAll(asker, lost, [{ name: zone, type: types.dnskey, transport: 'tcp' }]);
}

/** The reply includes the DS of the child, or its denial, if the server refers to the child. */
function nsQuestion(child: string) {
  return { name: child, type: NS };
}

/** One address of each of the first servers, alternating between address families. */
function keyTellers(views: readonly ServerView[]): ServerView[] {
  const names = [...new Set(views.filter(({ isAsked }) => isAsked).map(({ name }) => name))].slice(0, KEY_TELLERS);
  return names.flatMap((name, index) => {
    const own = views.filter((view) => view.name === name && view.isAsked);
    return own.find(({ family }) => family === (index % 2 === 0 ? 4 : 6)) ?? own[0] ?? [];
  });
}

function rootOf({ servers, ds }: WalkStart): [Referred, NameServer[], Trust] {
  const referred = {
    ns: servers.map(({ name }) => name),
    glue: servers.flatMap(({ name, addresses }) => addresses.map((address) => ({ name, address }))),
    ttlSeconds: null,
  };
  const named = servers.map(({ name, addresses }) => ({ name, addresses, glue: addresses, problem: null }));
  return [referred, named, { kind: 'ds', ds, ttlSeconds: null }];
}

function hasGiven({ servers }: PreFlight): boolean {
  return servers.length > 0;
}

function givenCut({ servers }: PreFlight): Cut {
  return {
    kind: 'zone',
    ns: servers.map(({ name }) => nameKey(name)),
    glue: servers.flatMap(({ name, addresses }) => addresses.map((address) => ({ name: nameKey(name), address }))),
    ttlSeconds: null,
  };
}

async function trustOf(
  { preFlight }: WalkContext,
  zone: WalkedZone,
  child: string,
  domain: string,
  { asker, checks }: WalkTools,
): Promise<Trust> {
  const isGiven = preFlight.ds.length > 0 && isSameName(child, domain);
  // A DS counts only if the parent itself is secure.
  if (isGiven && zone.judged.status === 'secure') return { kind: 'ds', ds: preFlight.ds, ttlSeconds: null };
  const byReferral = judgeChild(zone.name, zone.judged, child, zone.views, checks);
  const isAnswered = byReferral.kind === 'ds' || byReferral.kind === 'unsigned';
  // Below an unsigned zone, a DS proves nothing; that of the zone that is looked up is shown.
  const isShown = zone.judged.status === 'insecure' && isSameName(child, domain);
  if (!isShown && (zone.judged.status !== 'secure' || isAnswered)) return byReferral;
  // Servers that also serve the child answer without a referral, and others leave the DS out of it.
  await askAll(asker, zone.views, [{ name: child, type: types.ds }]);
  const trust = judgeChild(zone.name, zone.judged, child, zone.views, checks);
  const isExpected = hasGiven(preFlight) && isSameName(child, domain);
  return trust.kind === 'undelegated' ? { ...trust, isExpected } : trust;
}

/** Null if there was no IPv6 address to ask, or nothing answered at all. */
function ipv6Of(views: readonly ServerView[]): boolean | null {
  const ofFamily = (family: 4 | 6) => views.filter((view) => view.family === family && view.isAsked);
  const six = ofFamily(6);
  if (six.some(hasAnswered)) return true;
  return six.length > 0 && ofFamily(4).some(hasAnswered) ? false : null;
}
