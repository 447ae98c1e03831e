import { isIPv6 } from 'node:net';
import { findAddresses } from './dns/addresses.ts';
import type { Translators } from './dns/nat64-discovery.ts';
import type { Guard } from './guard/guard.ts';
import { formatAddress, parseAddress } from './guard/ip-address.ts';
import { type GuardedAddress, type Net, NetFailure } from './net.ts';

/** RFC 6761 section 6.3: never sent to a resolver. */
const localhost = ['127.0.0.1', '::1'];

/** `Net.resolve`, which also tells how long the resolver took. */
export type Resolve = (
  host: string,
  signal: AbortSignal,
  /** Called with the milliseconds from the first datagram to the last reply; not called for a literal address. */
  onLookup?: (waitedMs: number) => void,
) => Promise<readonly GuardedAddress[]>;

/** Resolves hosts and applies the guard. */
export function guardedResolve(guard: Guard, ask: Net['ask'], translators: Translators): Resolve {
  return async (text, signal, onLookup) => {
    signal.throwIfAborted();
    if (isIPv6(text.trim())) await translators.learn(signal);
    const host = guard.readHost(text);
    if (host.kind === 'address') return [host.address];
    const { addresses, aliases, waitedMs } = await findAddresses(ask, host.name, signal);
    if (waitedMs !== null) onLookup?.(waitedMs);
    for (const alias of aliases) guard.checkAlias(alias);
    if (addresses.some(isIPv6)) await translators.learn(signal);
    return guard.keepAllowed(host.name, addresses);
  };
}

/** Resolves hosts from the operator's configuration, without the guard. */
export function operatorsResolve(ask: Net['ask']): Net['resolve'] {
  return async (host, signal) => {
    signal.throwIfAborted();
    const literals = toAddresses(host.toLowerCase() === 'localhost' ? localhost : [host]);
    if (literals.length > 0) return literals;
    const { addresses } = await findAddresses(ask, host, signal);
    if (addresses.length === 0) throw new NetFailure('no-address', `${host} has no address`);
    return toAddresses(addresses);
  };
}

function toAddresses(texts: readonly string[]): GuardedAddress[] {
  return texts
    .flatMap((text) => parseAddress(text) ?? [])
    .map((address) => ({ address: formatAddress(address), family: address.family }));
}
