import { findCommand } from '../../processes/commands.ts';
import { compileProgram } from '../compile-program.ts';
import { type LabProcess, type StartOptions, startBehind } from '../lab-process.ts';
import { openPrivateNetwork } from '../private-network.ts';
import { type RunResult, toTheEnd } from '../to-the-end.ts';
import { pathScript } from './script.ts';

export interface PathLabRunOptions extends StartOptions {
  /** The node in whose network it runs; default: `client`. */
  readonly on?: string;
  /** Killed after this time; default: 20 s. */
  readonly timeoutMs?: number;
}

/** A path with eight routers and the ways in which paths fail: `paths/topology.ts`. */
export interface PathLab {
  start(command: string, args?: readonly string[], options?: PathLabRunOptions): Promise<LabProcess>;
  /** Runs a command and waits until it exits. */
  run(command: string, args?: readonly string[], options?: PathLabRunOptions): Promise<RunResult>;
  /** Packets that the client has sent to targets so far. */
  sentPackets(): Promise<number>;
  /** Allows all processes of the client, or none, to open ICMP sockets. */
  allowPingSockets(allowed: boolean): Promise<void>;
  /** Whether the routers limit their ICMP errors like Linux by default: six at once, then one per second. */
  limitAnswers(limited: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Builds the path. Works without privileges if the kernel allows user namespaces. */
export async function startPathLab(): Promise<PathLab> {
  const nft = findCommand('nft');
  const [links, listeners, replier] = await Promise.all(
    (['links', 'listeners', 'paths/replier'] as const).map(compileProgram),
  );
  const network = await openPrivateNetwork(pathScript(links ?? ''));
  const start: PathLab['start'] = (command, args = [], { on = 'client', ...options } = {}) =>
    startBehind(network.entrance(on), [command, ...args], options);
  const run: PathLab['run'] = async (command, args = [], { timeoutMs = 20_000, ...options } = {}) =>
    toTheEnd(await start(command, args, options), timeoutMs);
  const shell = async (text: string, on = 'client'): Promise<string> => {
    const { code, stdout, stderr } = await run('sh', ['-ec', text], { on });
    if (code !== 0) throw new Error(`the path lab could not run "${text}": ${stderr}`);
    return stdout;
  };
  try {
    await Promise.all([
      start(listeners ?? '', ['target:80,443'], { on: 'target', isReady: /mark/ }),
      start(replier ?? '', ['r4'], { on: 'r5', isReady: /ready/ }),
    ]);
  } catch (error) {
    await network.close();
    throw error;
  }
  return {
    start,
    run,
    sentPackets: async () => Number(/packets (\d+)/.exec(await shell(`${nft} list counter inet lab sent`))?.[1]),
    async allowPingSockets(allowed) {
      const ranges = allowed ? ['0 2147483647', '0 0'] : ['1 0'];
      const tries = ranges.map((range) => `echo '${range}' > /proc/sys/net/ipv4/ping_group_range`).join(' || ');
      await shell(tries);
    },
    async limitAnswers(limited) {
      const value = limited ? 1000 : 0;
      const nodes = Array.from({ length: 8 }, (_, index) => `r${index + 1}`);
      const text = `cd /proc/sys/net; echo ${value} > ipv4/icmp_ratelimit; echo ${value} > ipv6/icmp/ratelimit`;
      await Promise.all(nodes.map((node) => shell(text, node)));
    },
    stop: () => network.close(),
  };
}
