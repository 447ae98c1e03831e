import { type StartTls, startTlsPorts } from '@sonde/contract';
import { parseHostPort } from '@sonde/contract/target/host-port';
import { toIpv4 } from '@sonde/contract/target/ipv4';
import { toIpv6 } from '@sonde/contract/target/ipv6';
import { linkSignals } from '../../async/signals.ts';
import type { Connection, ConnectLimits, GuardedAddress, Net } from '../../net/net.ts';
import type { AddressAllowance } from './address-allowance.ts';
import type { Budget } from './budget.ts';
import type { Peer, Scan } from './dial.ts';
import { meteredBudget } from './metered-budget.ts';
import { addressChoice } from './served/address-choice.ts';
import { startTlsOf } from './start-tls/switch-to-tls.ts';

const HTTPS_PORT = 443;
/** A flight has at most 400 kB, see `tls-records`. */
export const connectLimits: ConnectLimits = { connectTimeoutMs: 5000, maxBytes: 420_000 };

/** The target as it was asked for. */
export interface SslTarget {
  readonly host: string;
  readonly port: number;
  /** What to speak before TLS begins. */
  readonly startTls: StartTls | null;
  /** The port of a protocol that was named may be asked in it, also where it is none of a TLS server. */
  readonly service: 'tls' | 'starttls';
  /** The address of the host that is to be measured; null: any. */
  readonly chosen: string | null;
}

/** A server that was found, and where else its name leads. */
export interface OpenedPeer {
  readonly scan: Scan;
  /** Every address of the host that may be contacted, in numerical order. */
  readonly addresses: readonly GuardedAddress[];
}

/**
 * Reads the checked query, which has the port only where it is not 443. A protocol that was asked for brings its own port
 * along where none is given; one that was not follows from the port.
 */
export function targetOf(domain: string, asked: StartTls | null, chosen: string | null = null): SslTarget {
  const { host, port: given } = parseHostPort(domain) ?? { host: domain, port: null };
  const port = given ?? (asked === null ? HTTPS_PORT : startTlsPorts[asked]);
  const isItsPort = asked !== null && startTlsPorts[asked] === port;
  return { host, port, startTls: asked ?? startTlsOf(port), service: isItsPort ? 'starttls' : 'tls', chosen };
}

/**
 * Connects to the chosen address of the target, else to the first in numerical order that answers, so that it is the same one
 * in every check; `without` are those that were tried before. All further connections of the scan go to this one, so that it is about one server. Every one of them
 * counts against what may be opened to the address.
 * @throws NetFailure, ToolError `rate-limited` when too much was opened to the address already, `invalid-input` when the
 * chosen one is none of the target's, or the reason of the budget's signal
 */
export async function openPeer(
  net: Net,
  { host, port, startTls, service, chosen }: SslTarget,
  budget: Budget,
  allowance: AddressAllowance,
  without: readonly string[] = [],
): Promise<OpenedPeer> {
  const startedAt = performance.now();
  const ending = linkSignals([budget.signal]);
  const choice = addressChoice(host, chosen, without);
  const admitted = { ...connectLimits, admit: allowance.admit, choose: choice.choose };
  const first = await net.connect({ host, port, service }, admitted, ending.signal);
  const { address } = first.address;
  const isLiteral = toIpv4(host) !== null || toIpv6(host) !== null;
  const peer: Peer = { address, port, serverName: isLiteral ? null : host, startTls };
  let opened: Connection | null = first;
  const scan: Scan = {
    peer,
    budget: meteredBudget(budget, address, allowance),
    without: [],
    roundTripMs: performance.now() - startedAt,
    connect(signal) {
      if (opened === null) return net.connect({ host: address, port, service }, connectLimits, signal);
      const connection = opened;
      opened = null;
      signal.addEventListener('abort', () => ending.abort(signal.reason), { once: true });
      return Promise.resolve(connection);
    },
  };
  return { scan, addresses: choice.all() };
}
