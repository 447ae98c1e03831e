import { type Gap, reasons } from '@sonde/contract';
import { toReverseName } from '@sonde/contract/targets/reverse-name';
import { withDeadline } from '../../async/deadline.ts';
import { formatAddress, type IpAddress } from '../../net/guard/ip-address.ts';
import { type Net, NetFailure } from '../../net/net.ts';
import { followAliases } from '../../protocols/dns-message/chain.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';

const PTR = typeNumber('PTR');
/** Reverse zones are often neglected, and a host name is not worth a longer wait. */
const TIMEOUT_MS = 2_000;

export interface Hostname {
  /** Null when the address has no name, or when the query failed. */
  readonly hostname: string | null;
  readonly gaps: readonly Gap[];
}

/**
 * The reverse name of an address. A failed query is a gap; a missing name is not.
 * @throws the signal's reason.
 */
export async function findHostname(net: Net, address: IpAddress, signal: AbortSignal): Promise<Hostname> {
  const name = toReverseName(formatAddress(address)) ?? '';
  try {
    const { message } = await withDeadline({ timeoutMs: TIMEOUT_MS, what: name }, [signal], (within) =>
      net.ask({ name, type: PTR }, within),
    );
    const { records } = followAliases(message.answers, name, PTR);
    return { hostname: records.find(({ type }) => type === PTR)?.fields[0] ?? null, gaps: [] };
  } catch (error) {
    signal.throwIfAborted();
    const code = error instanceof NetFailure ? reasons[error.reason].code : 'timeout';
    return { hostname: null, gaps: [{ part: 'hostname', code }] };
  }
}
