import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findCommand } from '../processes/commands.ts';
import { openWorkplace, type Workplace } from '../processes/workplace.ts';
import { compileProgram } from './compile-program.ts';
import { readCounters } from './firewall.ts';
import { type LabProcess, type StartOptions, startBehind } from './lab-process.ts';
import { followListeners, type Hit, listenerArguments } from './listeners.ts';
import { networkScript } from './network-script.ts';
import { openPrivateNetwork, type PrivateNetwork } from './private-network.ts';
import { startResolver } from './resolver.ts';
import { type RunResult, toTheEnd } from './to-the-end.ts';
import { type HostName, hostSites, type NamespaceName, networkTargets } from './topology.ts';

export interface NetworkLabOptions {
  /** The ports on which every public host listens, TCP and UDP; default: 80 and 443. */
  readonly hostPorts?: readonly number[];
}

export interface Placed {
  /** The host in whose network it runs; default: `client`. */
  readonly on?: NamespaceName;
}

export interface RunOptions extends Placed, Pick<StartOptions, 'env' | 'cwd'> {
  /** Killed after this time; default: 20 s. */
  readonly timeoutMs?: number;
}

/** A small private Internet in network namespaces of this machine; `topology.ts` lists its hosts. */
export interface NetworkLab {
  readonly directory: string;
  /** Process id, outside of the namespaces, of the lab's first process; when it ends, all others do. */
  readonly processId: number;
  /** Starts a process in the lab. It shares the file system, so its Unix sockets can be reached from outside. */
  start(command: string, args?: readonly string[], options?: StartOptions & Placed): Promise<LabProcess>;
  /** Runs a command and waits until it exits. */
  run(command: string, args?: readonly string[], options?: RunOptions): Promise<RunResult>;
  /** Packets sent by the client to refused ranges or its own addresses, by the most specific range. */
  forbiddenPackets(): Promise<Readonly<Record<string, number>>>;
  /** How many queries the client has sent to the resolver by UDP so far. */
  sentQueries(): Promise<number>;
  /** All connections and datagrams that reached a listener of the lab so far. */
  hits(): Promise<readonly Hit[]>;
  /** Allows all processes of the client to open ICMP sockets (ping_group_range); initially none may. */
  allowPingSockets(): Promise<void>;
  /** Ends all processes in the lab, and with them the namespaces and their interfaces. */
  stop(): Promise<void>;
}

/** Builds the network and starts the hosts. Works without privileges if the kernel allows user namespaces. */
export async function startNetworkLab({ hostPorts = [80, 443] }: NetworkLabOptions = {}): Promise<NetworkLab> {
  for (const command of ['ip', 'nft', 'unbound']) findCommand(command);
  const [links, listeners] = await Promise.all([compileProgram('links'), compileProgram('listeners')]);
  const workplace = await openWorkplace();
  try {
    const network = await openNetwork(workplace, links);
    const lab = furnish(workplace, network);
    try {
      const [hits] = await Promise.all([startListeners(lab, listeners, hostPorts), openResolver(lab)]);
      return { ...lab, hits };
    } catch (error) {
      await lab.stop();
      throw error;
    }
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

async function openNetwork({ directory }: Workplace, links: string): Promise<PrivateNetwork> {
  const resolvConf = join(directory, 'resolv.conf');
  await writeFile(resolvConf, `nameserver ${networkTargets.resolver.ipv4}\n`);
  return openPrivateNetwork(networkScript({ links, resolvConf }));
}

type EmptyLab = Omit<NetworkLab, 'hits'>;

function furnish(workplace: Workplace, network: PrivateNetwork): EmptyLab {
  const processes = new Set<LabProcess>();
  const start: NetworkLab['start'] = async (command, args = [], { on = 'client', ...options } = {}) => {
    const started = await startBehind(network.entrance(on), [command, ...args], options);
    processes.add(started);
    void started.ended.then(() => processes.delete(started));
    return started;
  };
  const run: NetworkLab['run'] = async (command, args = [], { timeoutMs = 20_000, ...options } = {}) =>
    toTheEnd(await start(command, args, options), timeoutMs);
  const succeed = async (command: string, args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(command, args);
    if (code !== 0) throw new Error(`${command} failed in the network lab: ${stderr}`);
    return stdout;
  };
  const counters = async () => readCounters(await succeed(findCommand('nft'), ['--json', 'list', 'counters']));
  return {
    directory: workplace.directory,
    processId: network.processId,
    start,
    run,
    forbiddenPackets: async () => (await counters()).forbidden,
    sentQueries: async () => (await counters()).queries,
    async allowPingSockets() {
      // A user namespace has only group 0.
      await succeed('sh', [
        '-c',
        'cd /proc/sys/net/ipv4; for last in 2147483647 0; do echo "0 $last" > ping_group_range && exit; done',
      ]);
    },
    async stop() {
      const ends = [...processes].map(({ ended }) => ended);
      await network.close();
      await Promise.all(ends);
      await workplace.close();
    },
  };
}

async function startListeners(
  lab: EmptyLab,
  program: string,
  hostPorts: readonly number[],
): Promise<NetworkLab['hits']> {
  const others: readonly HostName[] = ['resolver', 'forbidden'];
  const hosts = (Object.keys(hostSites) as HostName[]).filter((name) => !others.includes(name));
  return followListeners(await lab.start(program, listenerArguments(hosts, hostPorts), { isReady: /mark/ }));
}

function openResolver(lab: EmptyLab): Promise<void> {
  return startResolver(lab.directory, (command, args, options) =>
    lab.start(command, args, { ...options, on: 'resolver' }),
  );
}
