import type { EvidencePurpose } from '@sonde/contract/evidence/evidence';
import { createAddressAllowance } from '../engines/tls/connection/address-allowance.ts';
import { type Budget, type BudgetLimits, budgetLimits, createBudget } from '../engines/tls/connection/budget.ts';
import type { Peer, Scan } from '../engines/tls/connection/dial.ts';
import { openPeer } from '../engines/tls/connection/open-peer.ts';
import { type CurrentSession, handshakeAsCurrentClient } from '../engines/tls/handshake/current-client.ts';
import { type FirstHandshake, sendFirstHello } from '../engines/tls/handshake/first-hello.ts';
import { defaultLimitsOf } from '../limits/target-limits.ts';
import type { Connection } from '../net/net.ts';
import { createNodeNet } from '../net/node-net.ts';
import { readNetSettings } from '../net/settings.ts';
import { nothingObserved, type Observed } from '../tools/ssl/observed.ts';
import { runStages } from '../tools/ssl/run-stages.ts';

/** What the engine finds out about a server, before it is judged. */
export interface MeasuredServer {
  readonly first: FirstHandshake;
  readonly session: CurrentSession | null;
  readonly observed: Observed;
  readonly budget: Budget;
  /** Connections on which something was sent, excluding those opened ahead in vain. */
  readonly usedConnections: number;
  /** Of them, those that served one part of the answer. */
  readonly uses: ReadonlyMap<EvidencePurpose, number>;
}

/** A network layer that permits connections to this machine at any port. */
function netOfLab() {
  const { settings, problems } = readNetSettings({
    SONDE_RESOLVERS: '127.0.0.1',
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1-65535',
  });
  if (settings === null) throw new Error(problems.join(' '));
  return createNodeNet(settings);
}

/** Longer than the time of a check, which a busy machine needs for a server that handles one client after the other. */
const PATIENT_MS = 50_000;
const patientLimits: BudgetLimits = { ...budgetLimits, timeMs: PATIENT_MS };

/** Passes a scan of a server on 127.0.0.1 to the callback. */
async function withScan<T>(
  { port, host = null, startTls = null, limits = patientLimits }: MeasureOptions,
  work: (scan: Scan) => Promise<T>,
): Promise<T> {
  const net = netOfLab();
  const budget = createBudget(limits, AbortSignal.timeout(PATIENT_MS + 10_000));
  const allowance = createAddressAllowance(defaultLimitsOf(net).tlsConnections);
  try {
    const target = { host: '127.0.0.1', port, startTls, service: 'tls', chosen: null } as const;
    const { scan } = await openPeer(net, target, budget, allowance);
    return await work({ ...scan, peer: { ...scan.peer, serverName: host } });
  } finally {
    budget.close();
    allowance.end();
    net.close();
  }
}

interface MeasureOptions {
  readonly port: number;
  /** The name to request; default: none, as for an address. */
  readonly host?: string | null;
  readonly startTls?: Peer['startTls'];
  readonly limits?: BudgetLimits;
  /** Tests for ROBOT in every version. */
  readonly isDeep?: boolean;
}

/** Measures a server on 127.0.0.1 completely. @throws when it accepts no hello */
export function measureServer(options: MeasureOptions): Promise<MeasuredServer> {
  return withScan(options, async (scan) => {
    const used = new Set<Connection>();
    const uses = new Map<EvidencePurpose, number>();
    const watched: Scan = { ...scan, connect: async (signal) => noteWrites(await scan.connect(signal), used, uses) };
    const [first, session] = await Promise.all([sendFirstHello(watched), handshakeAsCurrentClient(watched)]);
    if ('refusal' in first) throw new Error(`it refuses every hello: ${JSON.stringify(first.refusal)}`);
    const observed = nothingObserved();
    await runStages(watched, first, observed, () => {}, { session, isDeep: options.isDeep ?? false });
    return { first, session, observed, budget: scan.budget, usedConnections: used.size, uses };
  });
}

function noteWrites(connection: Connection, used: Set<Connection>, uses: Map<EvidencePurpose, number>): Connection {
  return {
    address: connection.address,
    write: (bytes) => {
      used.add(connection);
      return connection.write(bytes);
    },
    usedFor: (purpose) => void uses.set(purpose, (uses.get(purpose) ?? 0) + 1),
    read: () => connection.read(),
    close: () => connection.close(),
  };
}
