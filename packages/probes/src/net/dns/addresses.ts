import { followAliases } from '../../protocols/dns-message/chain.ts';
import { rcodes } from '../../protocols/dns-message/header.ts';
import { type Net, NetFailure } from '../net.ts';

/** What the resolvers returned for a name, not yet checked by the guard. */
export interface AddressRecords {
  readonly addresses: readonly string[];
  /** The names that its aliases lead to. */
  readonly aliases: readonly string[];
  /** Milliseconds from the first datagram to the last reply; null if the resolver did not measure them. */
  readonly waitedMs: number | null;
}

const A = 1;
const AAAA = 28;
const CNAME = 5;

/**
 * Asks for the addresses of both families. One family may fail if the other has an address.
 * @throws NetFailure `nxdomain`, `cname-loop` or what `ask` throws, or the signal's reason
 */
export async function findAddresses(ask: Net['ask'], name: string, signal: AbortSignal): Promise<AddressRecords> {
  const startedAtMs = performance.now();
  const families = await Promise.allSettled([A, AAAA].map((type) => findOfType(ask, name, type, signal)));
  signal.throwIfAborted();
  const found = families.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const addresses = found.flatMap((one) => one.addresses);
  const failed = families.find((one) => one.status === 'rejected');
  if (addresses.length === 0 && failed !== undefined) throw failed.reason;
  const aliases = found.flatMap((one) => one.aliases);
  // The resolver reports no time for a question that failed.
  if (failed !== undefined) return { addresses, aliases, waitedMs: performance.now() - startedAtMs };
  const waits = found.map((one) => one.waitedMs);
  return { addresses, aliases, waitedMs: waits.includes(null) ? null : Math.max(...waits.map(Number)) };
}

async function findOfType(ask: Net['ask'], name: string, type: number, signal: AbortSignal): Promise<AddressRecords> {
  const { message, waitedMs = null } = await ask({ name, type }, signal);
  const { records, isLoop } = followAliases(message.answers, name, type);
  if (isLoop) throw new NetFailure('cname-loop', `${name}: the aliases lead back to themselves`);
  const valuesOf = (wanted: number) =>
    records.flatMap((record) => (record.type === wanted ? (record.fields[0] ?? []) : []));
  const addresses = valuesOf(type);
  if (addresses.length === 0 && message.rcode === rcodes.nxDomain) throw new NetFailure('nxdomain', name);
  return { addresses, aliases: valuesOf(CNAME), waitedMs };
}
