import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type NetworkLab, startNetworkLab } from '../../network/network-lab.ts';
import { hostSites, ipv4, ipv6 } from '../../network/topology.ts';
import { programArguments } from '../../processes/program-arguments.ts';
import { hostileAddress, type WorldHost, worldNetworks, worldServers } from './addresses.ts';
import { brokenChains } from './broken-chains.ts';
import { brokenServers } from './broken-servers.ts';
import { floodZone } from './flood.ts';
import { healthyZones, upperZones } from './healthy-zones.ts';
import { hostileServers, hostileZones } from './hostile-zones.ts';
import { oddZones, undelegatedZones } from './odd-zones.ts';
import { type Start, startPrograms, startValidator } from './programs.ts';
import { publishZones, zoneFile } from './publish.ts';
import { publicKeys } from './signing.ts';
import { type Validated, validatedOf } from './validated.ts';
import type { WorldZone } from './zone-spec.ts';

export interface WorldOptions {
  /** The host of all servers; default: `fast`, without delay. */
  readonly on?: WorldHost;
  /** Zones besides the root and the top-level domains; default: all. */
  readonly zones?: readonly WorldZone[];
}

/**
 * A complete DNS in the network lab: root, top-level domains, zones with one flaw each, and hostile servers, by BIND,
 * Knot and NSD on port 53, IPv4 and IPv6. Clients and resolvers start from the root hints.
 */
export interface DelegationWorld {
  readonly lab: NetworkLab;
  readonly zones: readonly WorldZone[];
  readonly hintsFile: string;
  readonly anchorsFile: string;
  /** The trusted DNSKEY of the root. */
  readonly rootKeyFile: string;
  /** The output of delv for the SOA records of names, by name. */
  delv(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The answers of Unbound for the same records. */
  unbound(names: readonly string[]): Promise<ReadonlyMap<string, Validated>>;
  /** Queries that the client has sent to port 53 so far: UDP datagrams and TCP connections. */
  questions(): Promise<{ readonly udp: number; readonly tcp: number }>;
  /** For programs that read root hints only from Debian's path. */
  replaceRootHints(): Promise<void>;
  /** From now on a resolver intercepts all queries and answers them. */
  intercept(): Promise<void>;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('./world-program.ts', import.meta.url));
/** Further addresses of the host of the lab's resolver. */
const validator = { ipv4: '45.90.2.3', ipv6: '2a0e:97c0:2::3' } as const;

/** The zones with one flaw each. */
export const flawedZones = [...brokenChains, ...brokenServers, ...oddZones];
export const allWorldZones = [...healthyZones, ...flawedZones, ...undelegatedZones, ...hostileZones];

export async function startDelegationWorld({
  on = 'fast',
  zones = allWorldZones,
}: WorldOptions = {}): Promise<DelegationWorld> {
  const lab = await startNetworkLab({ hostPorts: [80] });
  try {
    return await furnish(lab, on, [...upperZones, ...zones]);
  } catch (error) {
    await lab.stop();
    throw error;
  }
}

async function furnish(lab: NetworkLab, on: WorldHost, zones: readonly WorldZone[]): Promise<DelegationWorld> {
  const directory = join(lab.directory, 'delegation');
  await mkdir(directory);
  const start: Start = (command, args, options) => lab.start(command, args, { ...options, on });
  const hintsFile = join(directory, 'root.hints');
  await writeFile(hintsFile, hints());
  // Sequentially, so that after a failure nothing is still running that writes files.
  await lay(lab, on);
  await countQuestions(lab);
  const published = await publishZones(directory, zones);
  const anchorsFile = join(directory, 'root.anchors');
  await copyFile(join(directory, 'keys', '.-all', 'dsset-.'), anchorsFile);
  const rootKeyFile = join(directory, 'root.key');
  const rootKeys = await publicKeys(join(directory, 'keys', '.-all'));
  await writeFile(rootKeyFile, `${rootKeys.filter((line) => /\sDNSKEY\s+257\s/.test(line)).join('\n')}\n`);
  await writeFile(join(directory, 'delv.keys'), await delvKeys(anchorsFile));
  await Promise.all([
    startPrograms(directory, start, published, { openTransfers: ['open-transfer.test'] }),
    start(process.execPath, [...(await programArguments(program)), join(directory, 'knot', zoneFile(floodZone))], {
      isReady: /ready/,
    }),
    startValidator(
      directory,
      (...given) => lab.start(given[0], given[1], { ...given[2], on: 'resolver' }),
      [validator.ipv4, validator.ipv6],
      anchorsFile,
    ),
  ]);
  return {
    ...{ lab, zones, hintsFile, anchorsFile, rootKeyFile },
    delv: (names) => askDelv(lab, join(directory, 'delv.keys'), names),
    unbound: (names) => askUnbound(lab, names),
    questions: () => countedQuestions(lab),
    replaceRootHints: () => replaceRootHints(lab, hintsFile),
    intercept: () => interceptAll(lab),
    stop: () => lab.stop(),
  };
}

function hints(): string {
  const lines = (['rootA', 'rootB'] as const).flatMap((server, index) => {
    const name = `ns${index + 1}.`;
    const { ipv4: four, ipv6: six } = worldServers[server];
    return [`. 3600000 NS ${name}`, `${name} 3600000 A ${four}`, `${name} 3600000 AAAA ${six}`];
  });
  return `${lines.join('\n')}\n`;
}

async function succeed(lab: NetworkLab, on: Parameters<NetworkLab['run']>[2], script: string): Promise<string> {
  const { code, stdout, stderr } = await lab.run('sh', ['-c', `PATH="$PATH:/usr/sbin:/sbin"; set -e\n${script}`], on);
  if (code !== 0) throw new Error(`the delegation world could not be laid: ${stderr}${stdout}`);
  return stdout;
}

/** Sets up routes to the servers, their addresses, and the firewall in front of two of them. */
async function lay(lab: NetworkLab, on: WorldHost): Promise<void> {
  const { subnet } = hostSites[on];
  const hostile = Object.keys(hostileServers).map((_, index) => hostileAddress(index));
  const addresses = [...Object.values(worldServers).flatMap((one) => [one.ipv4, one.ipv6]), ...hostile];
  const add = addresses.map((address) =>
    address.includes(':') ? `ip addr add ${address}/128 dev lo nodad` : `ip addr add ${address}/32 dev lo`,
  );
  const { noTcp, noUdp, smallUdp } = worldServers;
  const rules = `table inet flaws {
chain arriving {
type filter hook input priority filter; policy accept;
ip daddr ${noTcp.ipv4} tcp dport 53 reject with tcp reset
ip6 daddr ${noTcp.ipv6} tcp dport 53 reject with tcp reset
ip daddr ${noUdp.ipv4} udp dport 53 drop
ip6 daddr ${noUdp.ipv6} udp dport 53 drop
}
chain leaving {
type filter hook output priority filter; policy accept;
ip saddr ${smallUdp.ipv4} udp sport 53 udp length > ${8 + 512} drop
ip6 saddr ${smallUdp.ipv6} udp sport 53 udp length > ${8 + 512} drop
}
}`;
  await Promise.all([
    succeed(lab, { on: 'core' }, routesTo(ipv4(subnet, 2), ipv6(subnet, 2))),
    succeed(lab, { on }, `${add.join('\n')}\nnft -f - <<'END'\n${rules}\nEND`),
    succeed(
      lab,
      { on: 'resolver' },
      `ip addr add ${validator.ipv4}/24 dev eth0\nip addr add ${validator.ipv6}/64 dev eth0 nodad`,
    ),
  ]);
}

function routesTo(four: string, six: string): string {
  return `ip route replace ${worldNetworks.ipv4} via ${four}\nip route replace ${worldNetworks.ipv6} via ${six}`;
}

async function countQuestions(lab: NetworkLab): Promise<void> {
  const rules = `table inet questions {
counter datagrams { }
counter connections { }
chain leaving {
type filter hook output priority filter; policy accept;
udp dport 53 counter name datagrams
tcp dport 53 tcp flags & (syn | ack) == syn counter name connections
}
}`;
  await succeed(lab, { on: 'client' }, `nft -f - <<'END'\n${rules}\nEND`);
}

async function countedQuestions(lab: NetworkLab) {
  const json = await succeed(lab, { on: 'client' }, 'nft --json list counters table inet questions');
  const { nftables }: { nftables: { counter?: { name: string; packets: number } }[] } = JSON.parse(json);
  const count = (name: string) =>
    nftables.find(({ counter }) => counter?.name === name)?.counter?.packets ?? Number.NaN;
  return { udp: count('datagrams'), tcp: count('connections') };
}

/** Converts trust anchors to the format of named.conf, which delv reads. */
async function delvKeys(anchorsFile: string): Promise<string> {
  const lines = (await readFile(anchorsFile, 'utf8')).split('\n').flatMap((line) => {
    const [, tag, algorithm, type, digest] = /DS\s+(\d+)\s+(\d+)\s+(\d+)\s+([\dA-F ]+)/i.exec(line) ?? [];
    return tag === undefined ? [] : [`. static-ds ${tag} ${algorithm} ${type} "${digest?.replace(/ /g, '')}";`];
  });
  return `trust-anchors { ${lines.join(' ')} };\n`;
}

/** Several at a time, because each waits for the resolver. */
async function askDelv(lab: NetworkLab, keys: string, names: readonly string[]): Promise<Map<string, string>> {
  const script = `printf '%s\\n' ${names.join(' ')} | xargs -P 4 -I NAME sh -c '
said=$(delv @${validator.ipv4} -a ${keys} +root=. +cd NAME SOA 2>&1 | tr "\\n" "~"); echo "NAME $said"'`;
  const { stdout } = await lab.run('sh', ['-c', script], { timeoutMs: 120_000 });
  return new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).replaceAll('~', '\n')]),
  );
}

async function askUnbound(lab: NetworkLab, names: readonly string[]): Promise<Map<string, Validated>> {
  // Repeats failed queries once, as clients do: on a busy machine Unbound gives up on servers next to silent ones.
  const script = `printf '%s\\n' ${names.join(' ')} | xargs -P 8 -I NAME sh -c '
ask() { dig @${validator.ipv4} +dnssec +time=30 +tries=1 NAME SOA 2>&1 | tr "\\n" "~"; }
said=$(ask); case "$said" in *NOERROR*) ;; *) said=$(ask);; esac; echo "NAME $said"'`;
  const { stdout } = await lab.run('sh', ['-c', script], { timeoutMs: 120_000 });
  return new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(' ')), validatedOf(line)]),
  );
}

/** The lab has a mount namespace of its own. */
async function replaceRootHints(lab: NetworkLab, hintsFile: string): Promise<void> {
  const files = ['/usr/share/dns/root.hints', '/usr/share/dnsviz/hints/named.root'];
  const script = files.map((file) => `[ ! -e ${file} ] || mount --bind ${hintsFile} ${file}`).join('\n');
  await succeed(lab, { on: 'client' }, script);
}

/** A router redirects all queries to Unbound, as some providers and guest networks do. */
async function interceptAll(lab: NetworkLab): Promise<void> {
  const chain = (family: 'ip' | 'ip6', to: string) => `table ${family} intercepting {
chain passing {
type nat hook prerouting priority dstnat; policy accept;
udp dport 53 dnat to ${to}
tcp dport 53 dnat to ${to}
}
}
`;
  const rules = chain('ip', validator.ipv4) + chain('ip6', validator.ipv6);
  await succeed(lab, { on: 'gateway' }, `nft -f - <<'END'\n${rules}END`);
}
