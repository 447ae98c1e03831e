import { withDeadline } from '../async/deadline.ts';
import { findAddresses } from './addresses.ts';
import { type BulkOptions, createBulkResolver } from './bulk/bulk-resolver.ts';
import { guardedBulk } from './bulk/guarded-bulk.ts';
import { createWorldLimits } from './closed-world.ts';
import { connectToFirst, openSocket } from './connection.ts';
import { fetchThrough, hostOf, portOf, type WebDoor } from './fetch.ts';
import { createGuard, type Guard, type GuardOptions } from './guard.ts';
import type { PingMethod } from './icmp/engines.ts';
import { createPingDoor, type PingWays } from './icmp/ping-door.ts';
import { formatAddress, parseAddress } from './ip-address.ts';
import {
  type ConnectLimits,
  type ConnectTarget,
  type GuardedAddress,
  type Net,
  NetFailure,
  type OperatorEndpoint,
} from './net.ts';
import { createPortCheck } from './ports.ts';
import { createResolver, type ResolverTiming } from './resolver.ts';
import { createSecureSocket } from './secure-socket.ts';
import type { NetSettings } from './settings.ts';
import { createTrustAnchors } from './trust-anchors.ts';

/** The real network door; `close` frees everything it holds. */
export type NodeNet = Net & {
  /** Finds out, when it is not known yet, how this machine can ping. */
  pingWays(): Promise<PingWays>;
  close(): void;
};

/** Seams for tests; production leaves them alone. */
export interface NodeNetSeams {
  readonly timing?: Partial<ResolverTiming>;
  readonly bulk?: BulkOptions;
  readonly ownAddresses?: NonNullable<GuardOptions['ownAddresses']>;
  /** Which ways to ping are tried. */
  readonly pingMethods?: readonly PingMethod[];
}

/** Of a web server; the caller's own limit comes on top. */
const CONNECT_TIMEOUT_MS = 5000;
/** What this name means on every machine (RFC 6761 section 6.3); no resolver is asked for it. */
const localhost = ['127.0.0.1', '::1'];

/**
 * Opens the door. Nothing is contacted before the first question.
 * @throws RangeError when `settings` holds a network or name that is none; `readNetSettings` has checked that.
 */
export function createNodeNet(
  settings: NetSettings,
  { timing = {}, bulk = {}, ownAddresses, pingMethods }: NodeNetSeams = {},
): NodeNet {
  const guardFor = (allowNetworks: readonly string[]) =>
    createGuard({
      allowNetworks,
      denyTargets: settings.denyTargets,
      ...(ownAddresses === undefined ? {} : { ownAddresses }),
    });
  const guard = guardFor(settings.allowNetworks);
  const checkPort = createPortCheck(settings.allowPorts);
  const world = createWorldLimits(settings.closedWorld ?? null);
  const resolver = createResolver(settings.resolvers, timing);
  const bulkResolver = createBulkResolver(settings.resolvers, bulk);
  const closing = new AbortController();

  const ask: Net['ask'] = async (question, signal) => {
    signal.throwIfAborted();
    guard.checkQuestion(question.name);
    return resolver.ask(question, signal);
  };

  const resolve = guardedResolve(guard, ask);
  const resolvePublic = guardedResolve(guardFor([]), ask);

  /** A company's own servers, and those of a lab, may listen anywhere: in the networks that the operator lets in. */
  const resolveForService = async ({ host, port, service, namedBy }: ConnectTarget, signal: AbortSignal) => {
    if (namedBy !== undefined && !guard.isLetIn(namedBy)) {
      checkPort(service, port);
      return resolvePublic(host, signal);
    }
    const isForTls = service === 'tls' || service === 'starttls';
    const mayListenAnywhere = !isForTls && settings.allowNetworks.length > 0;
    if (!mayListenAnywhere) checkPort(service, port);
    const addresses = await resolve(host, signal);
    const inside = mayListenAnywhere ? addresses.filter(({ address }) => guard.isLetIn(address)) : [];
    if (inside.length > 0) return inside;
    checkPort(service, port);
    return addresses;
  };

  const resolveOperators = operatorsResolve(resolver.ask);

  const find: Find = async (target, signal) => {
    const addresses =
      'service' in target ? await resolveForService(target, signal) : await resolveOperators(target.host, signal);
    return world.keepEndpoints(addresses, target.port);
  };

  const web = webDoor(settings, find);
  const resolveForPing: Net['resolve'] = async (host, signal) => world.keepPings(await resolve(host, signal));
  const pings = createPingDoor(resolveForPing, { methods: pingMethods, handshakePort: world.handshakePort });

  return {
    ask,
    askMany: guardedBulk(guard, bulkResolver),
    keepAllowed: guard.keepAllowedOf,
    checkHost: guard.checkHost,
    resolve,
    ping: pings.ping,
    pingWays: pings.ways,
    connect: async (target, limits, signal) => {
      const found = await find(target, signal);
      return connectToFirst(chosenOf(found, limits), target.port, limits, [signal, closing.signal]);
    },
    ...createTrustAnchors(settings.trustAnchors ?? []),
    fetch: (target, limits, signal) =>
      withDeadline({ timeoutMs: limits.timeoutMs, what: 'a web page' }, [signal, closing.signal], (until) =>
        fetchThrough(web, target, limits, until),
      ),
    close: () => {
      closing.abort(new NetFailure('unreachable', 'the network door is closed'));
      pings.close();
      resolver.close();
      bulkResolver.close();
    },
  };
}

/** A choice is among those that the guard has let pass, whatever is made of them. */
function chosenOf(found: readonly GuardedAddress[], { choose }: ConnectLimits): readonly GuardedAddress[] {
  return choose?.(found).filter((address) => found.includes(address)) ?? found;
}

/** Hosts become addresses by the rules of a guard. */
function guardedResolve(guard: Guard, ask: Net['ask']): Net['resolve'] {
  return async (text, signal) => {
    signal.throwIfAborted();
    const host = guard.readHost(text);
    if (host.kind === 'address') return [host.address];
    const { addresses, aliases } = await findAddresses(ask, host.name, signal);
    for (const alias of aliases) guard.checkAlias(alias);
    return guard.keepAllowed(host.name, addresses);
  };
}

/** Hosts that the operator has named become addresses without rules. */
function operatorsResolve(ask: Net['ask']): Net['resolve'] {
  return async (host, signal) => {
    signal.throwIfAborted();
    const literals = toAddresses(host.toLowerCase() === 'localhost' ? localhost : [host]);
    if (literals.length > 0) return literals;
    const { addresses } = await findAddresses(ask, host, signal);
    if (addresses.length === 0) throw new NetFailure('no_address', `${host} has no address`);
    return toAddresses(addresses);
  };
}

type Find = (target: ConnectTarget | OperatorEndpoint, signal: AbortSignal) => Promise<readonly GuardedAddress[]>;

function webDoor(settings: NetSettings, find: Find): WebDoor {
  return {
    secure: createSecureSocket(settings.trustAnchors ?? []),
    open: async (url, { isOperators, namedBy }, signal) => {
      const place = { host: hostOf(url), port: portOf(url) };
      const untrusted = { ...place, service: 'web', ...(namedBy === undefined ? {} : { namedBy }) } as const;
      const addresses = await find(isOperators ? { ...place, isOperators } : untrusted, signal);
      return (await openSocket(addresses, place.port, { connectTimeoutMs: CONNECT_TIMEOUT_MS }, [signal])).socket;
    },
  };
}

function toAddresses(texts: readonly string[]): GuardedAddress[] {
  return texts
    .flatMap((text) => parseAddress(text) ?? [])
    .map((address) => ({ address: formatAddress(address), family: address.family }));
}
