import { isIPv6 } from 'node:net';
import type { DnsServerTarget } from '@sonde/contract/dns/server-target';
import { withDeadline } from '../async/deadline.ts';
import { countQuestion } from '../work/work.ts';
import { type BulkOptions, createBulkResolver } from './bulk/bulk-resolver.ts';
import { guardedBulk } from './bulk/guarded-bulk.ts';
import { type Authorities, type AuthoritySeams, createAuthorities } from './dns/authority.ts';
import { createTranslators, type TranslatorOptions, type Translators } from './dns/nat64-discovery.ts';
import { openServer } from './dns/open-server.ts';
import { createResolver, type Resolver, type ResolverTiming } from './dns/resolver.ts';
import { createWorldLimits, type WorldLimits } from './guard/closed-world.ts';
import { createGuard, type Guard, type GuardOptions } from './guard/guard.ts';
import { type CheckPort, createPortCheck, servicesOfVisitors } from './guard/ports.ts';
import { guardedResolve, operatorsResolve, type Resolve } from './guarded-resolve.ts';
import { fetchThrough, type WebConnector } from './http/fetch.ts';
import { postThrough } from './http/post.ts';
import { createSecureSocket } from './http/secure-socket.ts';
import { type FindAddresses, webConnector } from './http/web-connector.ts';
import type { PingMethod } from './icmp/engines.ts';
import { type BestPingMethods, createPinger } from './icmp/pinger.ts';
import {
  type ConnectLimits,
  type ConnectTarget,
  type DnsServer,
  type GuardedAddress,
  type Net,
  NetFailure,
  networkClosed,
} from './net.ts';
import type { NetSettings } from './settings.ts';
import { connectToFirst } from './sockets/connection.ts';
import { openDatagramChannel } from './sockets/datagrams.ts';
import { purposeOf } from './sockets/purpose.ts';
import { createTrustAnchors } from './sockets/trust-anchors.ts';
import { createTraces, type TracesOptions, usualPorts } from './trace/traces.ts';
import { visitThrough } from './visit/visit.ts';

/** The network layer on real sockets; `close` frees all its resources. */
export type NodeNet = Net & {
  /** The best ping method of this machine per address family; tested at the first call. */
  bestPingMethods(): Promise<BestPingMethods>;
  close(): void;
};

/** Settings for tests only. */
export interface NodeNetSeams {
  readonly timing?: Partial<ResolverTiming>;
  readonly bulk?: BulkOptions;
  readonly ownAddresses?: NonNullable<GuardOptions['ownAddresses']>;
  readonly hasIpv6?: NonNullable<TranslatorOptions['hasIpv6']>;
  readonly authorities?: AuthoritySeams;
  /** The ping methods that are tried. */
  readonly pingMethods?: readonly PingMethod[];
  /** The timing of traces. */
  readonly traceTiming?: Pick<TracesOptions, 'roundEveryMs' | 'perPacketMs'>;
}

/** RFC 9110 section 4.2.1 */
const WEB_PORT = 80;
/**
 * Creates the network layer. Nothing is contacted before the first call.
 * @throws RangeError when `settings` contains an invalid network or name; `readNetSettings` rejects those
 */
export function createNodeNet(settings: NetSettings, seams: NodeNetSeams = {}): NodeNet {
  const { timing = {}, bulk = {}, authorities: authoritySeams = {}, ownAddresses } = seams;
  const closing = new AbortController();
  const resolver = createResolver(settings.resolvers, timing);
  const translators = translatorsOf(settings, seams, resolver, closing.signal);
  const guardFor = (allowNetworks: readonly string[]) =>
    createGuard({
      allowNetworks,
      denyTargets: settings.denyTargets,
      translationPrefixes: translators.prefixes,
      ...(ownAddresses === undefined ? {} : { ownAddresses }),
    });
  const guard = guardFor(settings.allowNetworks);
  const checkPort = createPortCheck(settings.allowPorts);
  const world = createWorldLimits(settings.closedWorld ?? null);
  const bulkResolver = createBulkResolver(settings.resolvers, bulk);
  const authorities = createAuthorities({ port: world.nameServerPort, ...authoritySeams });

  const ask: Net['ask'] = async (question, signal) => {
    signal.throwIfAborted();
    guard.checkQuestion(question.name);
    await countQuestion(question.name, signal);
    return resolver.ask(question, signal);
  };

  const resolve = guardedResolve(guard, ask, translators);
  const resolvePublic = guardedResolve(guardFor([]), ask, translators);

  const resolveForService = serviceResolver(settings, { guard, checkPort, resolve, resolvePublic });
  const find: FindAddresses = async (target, signal, onLookup) => {
    const addresses =
      'service' in target
        ? await resolveForService(target, signal, onLookup)
        : await operatorsResolve(resolver.ask)(target.host, signal);
    return world.keepEndpoints(addresses, target.port);
  };

  const { pings, traces } = createPathTools({ settings, seams, guard, resolve, checkPort, world });

  return {
    ask,
    askAt: guardedAuthorities(guard, world, authorities, translators),
    openServer: guardedServers(guard, find, serverOpener(settings, authorities, closing.signal)),
    askMany: guardedBulk(guard, bulkResolver),
    keepAllowed: guard.keepAllowedOf,
    checkHost: guard.checkHost,
    resolve,
    ping: pings.ping,
    trace: traces.trace,
    bestPingMethods: pings.bestMethods,
    connect: async (target, limits, signal) => {
      const found = await find(target, signal);
      return connectToFirst(chosenOf(found, limits), target.port, { ...limits, purpose: purposeOf(target) }, [
        signal,
        closing.signal,
      ]);
    },
    openDatagrams: datagramsThrough(find, closing.signal),
    ...createTrustAnchors(settings.trustAnchors ?? []),
    ...webRequests(webConnector(settings, find), closing.signal),
    visit: (url, options, signal) => visitThrough(find, url, options, [signal, closing.signal]),
    close: () => {
      closing.abort(networkClosed);
      for (const part of [pings, traces, resolver, authorities, bulkResolver]) part.close();
    },
  };
}

function webRequests(web: WebConnector, closing: AbortSignal): Pick<Net, 'fetch' | 'post'> {
  return {
    fetch: (target, limits, signal) =>
      withDeadline({ timeoutMs: limits.timeoutMs, what: 'a web page' }, [signal, closing], (until) =>
        fetchThrough(web, target, limits, until),
      ),
    post: (message, { timeoutMs }, signal) =>
      withDeadline({ timeoutMs, what: 'a webhook' }, [signal, closing], (until) => postThrough(web, message, until)),
  };
}

interface ServiceResolverInput {
  readonly guard: Guard;
  readonly checkPort: CheckPort;
  readonly resolve: Resolve;
  /** Resolves without the exemption for the networks that the operator has allowed. */
  readonly resolvePublic: Resolve;
}

/** In networks that the operator has allowed, such as a company's own, servers may be contacted at any port. */
function serviceResolver(
  { allowNetworks }: NetSettings,
  { guard, checkPort, resolve, resolvePublic }: ServiceResolverInput,
) {
  return async (
    { host, port, service, namedBy }: ConnectTarget,
    signal: AbortSignal,
    onLookup?: (waitedMs: number) => void,
  ) => {
    if (namedBy !== undefined && !guard.isLetIn(namedBy)) {
      checkPort(service, port);
      return resolvePublic(host, signal, onLookup);
    }
    const mayListenAnywhere = !servicesOfVisitors.has(service) && allowNetworks.length > 0;
    if (!mayListenAnywhere) checkPort(service, port);
    const addresses = await resolve(host, signal, onLookup);
    const inside = mayListenAnywhere ? addresses.filter(({ address }) => guard.isLetIn(address)) : [];
    if (inside.length > 0) return inside;
    checkPort(service, port);
    return addresses;
  };
}

interface PathToolsInput {
  readonly settings: NetSettings;
  readonly seams: NodeNetSeams;
  readonly guard: Guard;
  readonly resolve: Net['resolve'];
  readonly checkPort: CheckPort;
  readonly world: WorldLimits;
}

/** Pings and traces, limited to what the guard and the closed world allow. */
function createPathTools({ settings, seams, guard, resolve, checkPort, world }: PathToolsInput) {
  const traces = createTraces({
    resolve: resolveForTrace(resolve, checkPort, world),
    check: (address) => void guard.readHost(address),
    showsOwn: settings.showsOwnHops ?? false,
    ...seams.traceTiming,
  });
  const resolveForPing: Net['resolve'] = async (host, signal) => world.keepPings(await resolve(host, signal));
  const pings = createPinger(resolveForPing, { methods: seams.pingMethods, handshakePort: world.handshakePort });
  return { pings, traces };
}

/** Echo requests may go wherever pings may; UDP and TCP only to the ports of the `trace` service. */
function resolveForTrace(resolve: Net['resolve'], checkPort: CheckPort, world: WorldLimits): TracesOptions['resolve'] {
  return async (host, { method, port }, signal) => {
    if (method === 'icmp') return world.keepPings(await resolve(host, signal));
    const wanted = port ?? usualPorts[method];
    checkPort(method === 'udp' ? 'trace' : wanted === WEB_PORT ? 'web' : 'tls', wanted);
    return world.keepEndpoints(await resolve(host, signal), wanted);
  };
}

/** Each exchange goes to one address: its answer is about that one. */
function datagramsThrough(find: FindAddresses, closing: AbortSignal): Net['openDatagrams'] {
  return async (target, limits, signal) => {
    const [address] = await find(target, signal);
    signal.throwIfAborted();
    if (address === undefined) throw new NetFailure('no-address', `${target.host} has no address`);
    return openDatagramChannel(address, target.port, { limits, purpose: purposeOf(target) }, [signal, closing]);
  };
}

/** Only addresses that the guard allowed are used, whatever `choose` returns. */
function chosenOf(found: readonly GuardedAddress[], { choose }: ConnectLimits): readonly GuardedAddress[] {
  return choose?.(found).filter((address) => found.includes(address)) ?? found;
}

/** A referral may name any address, so each one is checked before it is asked. */
function guardedAuthorities(
  guard: Guard,
  world: WorldLimits,
  authorities: Authorities,
  translators: Translators,
): Net['askAt'] {
  return async (address, question, signal) => {
    signal.throwIfAborted();
    if (isIPv6(address)) await translators.learn(signal);
    guard.checkQuestion(question.name);
    const host = guard.readHost(address);
    if (host.kind !== 'address') throw new NetFailure('no-address', 'an authoritative server is asked by its address');
    world.keepEndpoints([host.address], world.nameServerPort);
    await countQuestion(question.name, signal);
    return authorities.ask({ address: host.address.address }, question, signal);
  };
}

const dnsServices = { dns: 'dns', tls: 'dns-tls', https: 'dns-https' } as const;

type OpenServer = (
  target: DnsServerTarget & { readonly isOperators?: true },
  found: readonly GuardedAddress[],
  signal: AbortSignal,
) => Promise<DnsServer>;

function serverOpener({ trustAnchors = [] }: NetSettings, authorities: Authorities, closing: AbortSignal): OpenServer {
  const secure = createSecureSocket(trustAnchors);
  return (target, found, signal) => openServer(target, found, { authorities, secure, closing }, signal);
}

/** Checks the server's address and port, and the names that it is asked about, which could belong to our own network. */
function guardedServers(guard: Guard, find: FindAddresses, open: OpenServer): Net['openServer'] {
  return async (target, signal) => {
    signal.throwIfAborted();
    const { host, port, transport, isOperators } = target;
    const place = isOperators ? { host, port, isOperators } : { host, port, service: dnsServices[transport] };
    const server = await open(target, await find(place, signal), signal);
    return {
      ...server,
      ask: async (question, asking) => {
        asking.throwIfAborted();
        guard.checkQuestion(question.name);
        await countQuestion(question.name, asking);
        return server.ask(question, asking);
      },
    };
  };
}

/** In a closed world, and for resolvers that are not there, nothing is discovered. */
function translatorsOf(
  { translationPrefixes = null, closedWorld = null, resolvers }: NetSettings,
  { hasIpv6 }: NodeNetSeams,
  { ask }: Pick<Resolver, 'ask'>,
  closing: AbortSignal,
): Translators {
  const isKnown = closedWorld !== null || resolvers.length === 0;
  const named = isKnown ? (translationPrefixes ?? []) : translationPrefixes;
  return createTranslators({ named, ask, closing, ...(hasIpv6 === undefined ? {} : { hasIpv6 }) });
}
