import { fileURLToPath } from 'node:url';
import type { NetworkLab } from './network-lab.ts';

const program = fileURLToPath(new URL('ipv6-client.mjs', import.meta.url));
const TIMEOUT_MS = 60_000;

/** Clients of an HTTP server in the network lab, in IPv6 networks behind its gateway. */
export interface Ipv6Clients {
  /** The status of one DNS lookup from each address, one after the other; 200 for a name that does not exist. */
  ask(addresses: readonly string[]): Promise<number[]>;
  /** The address of the client as the server reports it. */
  address(address: string): Promise<string>;
  /** How many of `each` connections from each network stay open. */
  connect(each: number, networks: readonly string[]): Promise<Readonly<Record<string, number>>>;
}

/** Lets clients use every address in `networks`, each given by the first four groups of a /64. */
export async function placeIpv6Clients(
  lab: NetworkLab,
  server: { readonly host: string; readonly port: number },
  networks: readonly string[],
): Promise<Ipv6Clients> {
  const routes = networks.map((one) => `ip -6 route add local ${one}::/64 dev lo`);
  // ip-sysctl, ip_nonlocal_bind: a local route alone is not enough to bind to its addresses.
  const script = ['set -e', 'echo 1 > /proc/sys/net/ipv6/ip_nonlocal_bind', ...routes].join('\n');
  await succeed(lab, 'sh', ['-c', script]);
  const call = async (what: string, args: readonly (string | number)[]): Promise<unknown> =>
    JSON.parse(
      await succeed(lab, process.execPath, [program, what, server.host, String(server.port), ...args.map(String)]),
    );
  return {
    ask: async (addresses) => (await call('ask', addresses)) as number[],
    address: async (address) => (await call('address', [address])) as string,
    connect: async (each, inNetworks) => (await call('connect', [each, ...inNetworks])) as Record<string, number>,
  };
}

async function succeed(lab: NetworkLab, command: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await lab.run(command, args, { on: 'gateway', timeoutMs: TIMEOUT_MS });
  if (code !== 0 || stderr !== '') throw new Error(`${command} failed beside the gateway: ${stderr}`);
  return stdout;
}
