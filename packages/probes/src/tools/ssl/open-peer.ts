import { type StartTls, startTlsPorts } from '@sonde/contract';
import { parseHostPort } from '@sonde/contract/target/host-port';
import { toIpv4 } from '@sonde/contract/target/ipv4';
import { toIpv6 } from '@sonde/contract/target/ipv6';
import { linkSignals } from '../../async/signals.ts';
import type { Connection, Net } from '../../net/net.ts';
import type { AddressAllowance } from './address-allowance.ts';
import type { Budget } from './budget.ts';
import type { Peer, Scan } from './dial.ts';
import { meteredBudget } from './metered-budget.ts';
import { startTlsOf } from './start-tls/switch-to-tls.ts';

const HTTPS_PORT = 443;
const CONNECT_TIMEOUT_MS = 5000;
/** Of one connection: a flight has at most 400 kB, see `tls-records`. */
const MAX_BYTES = 420_000;

/** The target as it was asked for. */
export interface SslTarget {
  readonly host: string;
  readonly port: number;
  /** What to speak before TLS begins. */
  readonly startTls: StartTls | null;
  /** The port of a protocol that was named may be asked in it, also where it is none of a TLS server. */
  readonly service: 'tls' | 'starttls';
}

/**
 * Reads the checked query, which has the port only where it is not 443. A protocol that was asked for brings its own port
 * along where none is given; one that was not follows from the port.
 */
export function targetOf(domain: string, asked: StartTls | null): SslTarget {
  const { host, port: given } = parseHostPort(domain) ?? { host: domain, port: null };
  const port = given ?? (asked === null ? HTTPS_PORT : startTlsPorts[asked]);
  const isItsPort = asked !== null && startTlsPorts[asked] === port;
  return { host, port, startTls: asked ?? startTlsOf(port), service: isItsPort ? 'starttls' : 'tls' };
}

/**
 * Connects to the first address of the target that answers. All further connections go to this one, so that the answer
 * is about one server. Every one of them counts against what may be opened to the address.
 * @throws NetFailure, ToolError `rate-limited` when too much was opened to the address already, or the reason of the
 * budget's signal
 */
export async function openPeer(
  net: Net,
  { host, port, startTls, service }: SslTarget,
  budget: Budget,
  allowance: AddressAllowance,
): Promise<Scan> {
  const startedAt = performance.now();
  const ending = linkSignals([budget.signal]);
  const limits = { connectTimeoutMs: CONNECT_TIMEOUT_MS, maxBytes: MAX_BYTES };
  const admitted = { ...limits, admit: allowance.admit };
  const first = await net.connect({ host, port, service }, admitted, ending.signal);
  const { address } = first.address;
  const isLiteral = toIpv4(host) !== null || toIpv6(host) !== null;
  const peer: Peer = { address, port, serverName: isLiteral ? null : host, startTls };
  let opened: Connection | null = first;
  return {
    peer,
    budget: meteredBudget(budget, address, allowance),
    without: [],
    roundTripMs: performance.now() - startedAt,
    connect(signal) {
      if (opened === null) return net.connect({ host: address, port, service }, limits, signal);
      const connection = opened;
      opened = null;
      signal.addEventListener('abort', () => ending.abort(signal.reason), { once: true });
      return Promise.resolve(connection);
    },
  };
}
