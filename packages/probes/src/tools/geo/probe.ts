import { type DataOf, type FailureReason, type Gap, reasons, ToolError, type Tools } from '@sonde/contract';
import type { GeoSource } from '../../data/data.ts';
import { formatAddress, type IpAddress, parseAddress } from '../../net/guard/ip-address.ts';
import { specialUseOf } from '../../net/guard/special-use.ts';
import { type Net, NetFailure } from '../../net/net.ts';
import type { Measured, Probe, ProbeContext } from '../../probe.ts';
import { findHostname } from './hostname.ts';
import { askService } from './query.ts';
import { specialUseRecords, toRecords } from './records.ts';

type Data = DataOf<Tools['geo']>;
/** What one source knows about one address. */
type Location = Omit<Data, 'target' | 'addresses' | 'specialUse'>;

/**
 * The location of an address. The sources are asked in the operator's order until one knows it, and the answer comes from
 * that one alone. A name is located by the first of its addresses.
 * @throws ToolError `source-failed`; NetFailure for denied targets, and for names without an address that may be shown
 */
export const probeGeo: Probe<Tools['geo']> = async ({ ipOrDomain: target }, context) => {
  const literal = parseAddress(target);
  if (literal !== null) refuseDenied(target, context.net);
  const addresses = literal === null ? await addressesOf(target, context) : [target];
  const address = literal ?? firstOf(addresses);
  // Of names, only those that the operator allows.
  const specialUse = specialUseOf(address);
  if (specialUse !== null) {
    const records = specialUseRecords(literal === null ? formatAddress(address) : target, specialUse.name);
    const nothing = { databaseDate: null, attribution: [] };
    const location: Location = { resultSource: 'records', geoIp: { records }, ...nothing };
    return { data: { target, addresses, specialUse: { ...specialUse }, ...location }, gaps: [] };
  }
  const { data, gaps } = await locate(address, context);
  return { data: { target, addresses, specialUse: null, ...data }, gaps };
};

type Context = ProbeContext<never>;

/** This tool contacts no address, so special-use ones are allowed; those that the operator denies are not. */
function refuseDenied(address: string, net: Net): void {
  try {
    net.checkHost(address);
  } catch (error) {
    if (error instanceof NetFailure && error.reason === 'denied') throw error;
  }
}

/** Failures that concern the name itself; all others concern the resolver. */
const OF_THE_NAME: ReadonlySet<FailureReason> = new Set([
  'nxdomain',
  'no-address',
  'cname-loop',
  'special-use',
  'denied',
]);

async function addressesOf(name: string, { net, signal }: Context): Promise<string[]> {
  try {
    return (await net.resolve(name, signal)).map(({ address }) => address);
  } catch (cause) {
    if (!(cause instanceof NetFailure) || OF_THE_NAME.has(cause.reason)) throw cause;
    const { reason } = cause;
    throw new ToolError(reasons[reason].code, 'The addresses of this name could not be looked up. Please try again.', {
      reason,
      cause,
    });
  }
}

function firstOf(addresses: readonly string[]): IpAddress {
  const address = parseAddress(addresses[0] ?? '');
  if (address === null) throw new NetFailure('no-address', 'resolved to nothing');
  return address;
}

/** A source that fails is a gap once another has answered; if all fail, the failure of the preferred one is reported. */
async function locate(address: IpAddress, context: Context): Promise<Measured<Location>> {
  const failures: { source: GeoSource; error: unknown }[] = [];
  let best: Measured<Location> | null = null;
  for (const source of context.data.geo.sources) {
    try {
      const found = await ask[source](address, context);
      best ??= found;
      if (!knowsPlace(found.data)) continue;
      best = found;
      break;
    } catch (error) {
      context.signal.throwIfAborted();
      failures.push({ source, error });
    }
  }
  if (best === null) throw failures[0]?.error ?? new Error('no source is configured');
  const gaps = failures.map(({ source, error }): Gap => ({ part: source, code: codeOf(error) }));
  return { data: best.data, gaps: [...gaps, ...best.gaps] };
}

const ask: Readonly<Record<GeoSource, (address: IpAddress, context: Context) => Promise<Measured<Location>>>> = {
  records: fromRecords,
  query: fromQuery,
};

async function fromRecords(address: IpAddress, { net, data, signal }: Context): Promise<Measured<Location>> {
  const text = formatAddress(address);
  const [found, { hostname, gaps }] = await Promise.all([
    data.geo.databases.find(text),
    findHostname(net, address, signal),
  ]);
  if (found.missing.includes('city')) {
    const { meaning } = reasons['no-database'];
    throw new ToolError('source-failed', meaning, { reason: 'no-database' });
  }
  return {
    data: {
      resultSource: 'records',
      geoIp: { records: toRecords(text, hostname, found.city, found.network, new Date()) },
      databaseDate: found.date,
      attribution: [...found.credits],
    },
    gaps: [...gaps, ...found.missing.map((part): Gap => ({ part, code: 'source-failed' }))],
  };
}

async function fromQuery(address: IpAddress, { net, data, signal }: Context): Promise<Measured<Location>> {
  const geoIp = await askService(net, data, formatAddress(address), signal);
  return { data: { resultSource: 'query', geoIp, databaseDate: null, attribution: [] }, gaps: [] };
}

function knowsPlace({ geoIp }: Location): boolean {
  return ('records' in geoIp ? geoIp.records.countryCode : geoIp.countryCode) !== null;
}

function codeOf(error: unknown): Gap['code'] {
  if (error instanceof ToolError) return error.code;
  return error instanceof NetFailure ? reasons[error.reason].code : 'internal';
}
