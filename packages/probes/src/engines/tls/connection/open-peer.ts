import { type StartTls, startTlsPorts } from '@sonde/contract';
import { parseHostPort } from '@sonde/contract/targets/host-port';
import { toIpv4 } from '@sonde/contract/targets/ipv4';
import { toIpv6 } from '@sonde/contract/targets/ipv6';
import { linkSignals, onAbort } from '../../../async/signals.ts';
import type { Connection, ConnectLimits, GuardedAddress, Net } from '../../../net/net.ts';
import { startTlsOf } from '../start-tls/switch-to-tls.ts';
import type { AddressAllowance } from './address-allowance.ts';
import { addressChoice } from './address-choice.ts';
import type { Budget } from './budget.ts';
import { type DialedConnection, dial, type Peer, type Scan } from './dial.ts';
import { meteredBudget } from './metered-budget.ts';

const HTTPS_PORT = 443;
/** A flight is at most 400 kB long, see `tls-records`. */
export const connectLimits: ConnectLimits = { connectTimeoutMs: 5000, maxBytes: 420_000 };

/** The target as requested. */
export interface SslTarget {
  readonly host: string;
  readonly port: number;
  /** The protocol to speak before TLS begins. */
  readonly startTls: StartTls | null;
  /** `starttls`: the registered port of the requested protocol, which is permitted although it is not a TLS port. */
  readonly service: 'tls' | 'starttls';
  /** The address of the host to be measured; null: any. */
  readonly chosen: string | null;
}

/** A server that accepted a connection, and all addresses of its name. */
export interface OpenedPeer {
  readonly scan: Scan;
  /** Every address of the host that may be contacted, in numerical order. */
  readonly addresses: readonly GuardedAddress[];
  /** A further connection that was opened at the same time; null without one. */
  readonly second: DialedConnection | null;
}

export interface OpenPeerOptions {
  /** Addresses that were already tried. */
  readonly without?: readonly string[];
  /** Two hellos are sent first: opens a connection for each, if TLS starts at once. */
  readonly hasTwoHellos?: boolean;
}

/**
 * Parses the target of the query, which contains a port only if it is not 443. Without a port, the requested protocol
 * determines it; without a protocol, the port does.
 */
export function parseTarget(domain: string, asked: StartTls | null, chosen: string | null = null): SslTarget {
  const { host, port: given } = parseHostPort(domain) ?? { host: domain, port: null };
  const port = given ?? (asked === null ? HTTPS_PORT : startTlsPorts[asked]);
  const isItsPort = asked !== null && startTlsPorts[asked] === port;
  return { host, port, startTls: asked ?? startTlsOf(port), service: isItsPort ? 'starttls' : 'tls', chosen };
}

/**
 * Connects to the chosen address of the target, otherwise to the first one in numerical order that accepts, so that every
 * check measures the same server. All further connections of the scan go to this address, and each counts against its allowance.
 * @throws NetFailure, ToolError `rate-limited` when the allowance of the address is used up, `invalid-input` when the chosen
 * address does not belong to the target, or the reason of the budget's signal
 */
export async function openPeer(
  net: Net,
  { host, port, startTls, service, chosen }: SslTarget,
  budget: Budget,
  allowance: AddressAllowance,
  { without = [], hasTwoHellos = false }: OpenPeerOptions = {},
): Promise<OpenedPeer> {
  const startedAt = performance.now();
  const ending = linkSignals([budget.signal]);
  const choice = addressChoice(host, chosen, without);
  const metered = (address: string) => meteredBudget(budget, address, allowance);
  const connectTo = (address: string) => (signal: AbortSignal) =>
    net.connect({ host: address, port, service }, connectLimits, signal);
  let further: { readonly address: string; readonly dialed: DialedConnection } | null = null;
  const openFurther = (address: string) => {
    const scan = { connect: connectTo(address), budget: metered(address) };
    const leave = scan.budget.tryEnter();
    if (leave !== null) further = { address, dialed: dial(scan, leave) };
  };
  const admit: ConnectLimits['admit'] = async (one, signal) => {
    await allowance.admit(one, signal);
    if (hasTwoHellos && startTls === null && further === null) openFurther(one.address);
  };
  const first = await net.connect(
    { host, port, service },
    { ...connectLimits, admit, choose: choice.choose },
    ending.signal,
  );
  const { address } = first.address;
  const isLiteral = toIpv4(host) !== null || toIpv6(host) !== null;
  const peer: Peer = { address, port, serverName: isLiteral ? null : host, startTls };
  let opened: Connection | null = first;
  const scan: Scan = {
    peer,
    budget: metered(address),
    without: [],
    roundTripMs: performance.now() - startedAt,
    connect(signal) {
      if (opened === null) return connectTo(address)(signal);
      const connection = opened;
      opened = null;
      onAbort(signal, () => ending.abort(signal.reason));
      return Promise.resolve(connection);
    },
  };
  return { scan, addresses: choice.all(), second: keptIfAt(address, further) };
}

/** The connection, unless its address did not win the race of the first connections. */
function keptIfAt(
  address: string,
  further: { readonly address: string; readonly dialed: DialedConnection } | null,
): DialedConnection | null {
  if (further === null || further.address === address) return further?.dialed ?? null;
  further.dialed.close();
  return null;
}
