import { followAliases } from '../protocols/dns-message/chain.ts';
import { connectToFirst } from './connection.ts';
import { rcodes } from './dns-reply.ts';
import { createGuard, type GuardOptions } from './guard.ts';
import { type GuardedAddress, type Net, NetFailure } from './net.ts';
import { createResolver, type ResolverTiming } from './resolver.ts';
import type { NetSettings } from './settings.ts';

/** The real network door; `close` frees everything it holds. */
export type NodeNet = Net & { close(): void };

/** Seams for tests; production leaves them alone. */
export interface NodeNetSeams {
  readonly timing?: Partial<ResolverTiming>;
  readonly ownAddresses?: NonNullable<GuardOptions['ownAddresses']>;
}

const A = 1;
const AAAA = 28;

/**
 * Opens the door. Nothing is contacted before the first question.
 * @throws RangeError when `settings.allowNetworks` holds something that is no CIDR; `readNetSettings` has checked that.
 */
export function createNodeNet(settings: NetSettings, { timing = {}, ownAddresses }: NodeNetSeams = {}): NodeNet {
  const guard = createGuard({
    allowNetworks: settings.allowNetworks,
    ...(ownAddresses === undefined ? {} : { ownAddresses }),
  });
  const resolver = createResolver(settings.resolvers, timing);
  const closing = new AbortController();

  const ask: Net['ask'] = async (question, signal) => {
    signal.throwIfAborted();
    guard.checkQuestion(question.name);
    return resolver.ask(question, signal);
  };

  const addressesOfType = async (name: string, type: number, signal: AbortSignal): Promise<string[]> => {
    const { message } = await ask({ name, type }, signal);
    const { records, isLoop } = followAliases(message.answers, name, type);
    if (isLoop) throw new NetFailure('cname_loop', `${name}: the aliases lead back to themselves`);
    const addresses = records.flatMap((record) => (record.type === type ? (record.fields[0] ?? []) : []));
    if (addresses.length === 0 && message.rcode === rcodes.nxDomain) throw new NetFailure('nxdomain', name);
    return addresses;
  };

  const resolve: Net['resolve'] = async (text, signal): Promise<readonly GuardedAddress[]> => {
    signal.throwIfAborted();
    const host = guard.readHost(text);
    if (host.kind === 'address') return [host.address];
    const found = await Promise.allSettled([
      addressesOfType(host.name, A, signal),
      addressesOfType(host.name, AAAA, signal),
    ]);
    signal.throwIfAborted();
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    // One family may fail for itself, as long as the other gives something.
    const failed = found.find((one) => one.status === 'rejected');
    if (addresses.length === 0 && failed !== undefined) throw failed.reason;
    return guard.keepAllowed(host.name, addresses);
  };

  return {
    ask,
    resolve,
    connect: async ({ host, port }, limits, signal) => {
      const addresses = await resolve(host, signal);
      return connectToFirst(addresses, port, limits, [signal, closing.signal]);
    },
    close: () => {
      closing.abort(new NetFailure('unreachable', 'the network door is closed'));
      resolver.close();
    },
  };
}
