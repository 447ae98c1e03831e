import { clientFirewall, coreFirewall } from './firewall.ts';
import { isIPv6, routedRanges } from './refused-ranges.ts';
import {
  clientSubnet,
  coreSubnet,
  deadEnds,
  hostSites,
  ipv4,
  ipv4Network,
  ipv6,
  ipv6Network,
  linkedSites,
  type NamespaceName,
  namespaceNames,
  sites,
} from './topology.ts';

/** One ICMP error per packet: by default Linux sends at most one per second to the same destination (icmp(7)). */
const routerSettings = [
  'ipv4/ip_forward=1',
  'ipv6/conf/all/forwarding=1',
  'ipv4/conf/all/rp_filter=0',
  'ipv4/icmp_ratelimit=0',
  'ipv6/icmp/ratelimit=0',
];

/** The paths of the lab's own programs and files. */
export interface ScriptPaths {
  /** The program that forwards packets over links with delay and loss. */
  readonly links: string;
  readonly resolvConf: string;
}

/**
 * The shell script that the first process of the private namespaces runs: it builds the network and then executes the
 * program for the links. `ip netns` keeps its names in /run, which is private to these processes.
 */
export function networkScript({ links, resolvConf }: ScriptPaths): string {
  return `set -e
PATH="$PATH:/usr/sbin:/sbin"
system_resolv_conf=$(readlink -f /etc/resolv.conf)
mount -t tmpfs -o mode=0755 tmpfs /run
mkdir /run/netns
mkdir -p "$(dirname "$system_resolv_conf")"
[ -e "$system_resolv_conf" ] || : > "$system_resolv_conf"
mount --bind '${resolvConf}' "$system_resolv_conf"
${namespaceNames.map((name) => `ip netns add ${name}`).join('\n')}
${batch('ip', cables())}
for router in gateway core; do nsenter --net=/run/netns/$router sh -ec '
  for setting in ${routerSettings.join(' ')}; do echo "\${setting#*=}" > "/proc/sys/net/\${setting%=*}"; done'
done
${namespaceNames.map((name) => batch(`ip -n ${name}`, namespaceSetup(name))).join('\n')}
${rules('client', clientFirewall())}
${rules('core', coreFirewall())}
# Orphans are buried by the kernel then.
trap '' CHLD
exec '${links}' ${linkArguments().join(' ')}
`;
}

function batch(command: string, lines: readonly string[]): string {
  return `${command} -batch - <<'END'\n${lines.join('\n')}\nEND`;
}

function rules(name: NamespaceName, text: string): string {
  return `nsenter --net=/run/netns/${name} nft -f - <<'END'\n${text}\nEND`;
}

function cables(): string[] {
  const cable = (near: NamespaceName, device: string, far: NamespaceName, farDevice = 'eth0') =>
    `link add ${farDevice} netns ${far} type veth peer name ${device} netns ${near}`;
  const tun = (namespace: NamespaceName, device: string) => [
    `tuntap add dev ${device} mode tun`,
    `link set dev ${device} netns ${namespace}`,
  ];
  return [
    cable('gateway', 'lan', 'client'),
    cable('core', 'transit', 'gateway', 'wan'),
    ...sites.flatMap(([name, { link }]) =>
      link ? [...tun('core', name), ...tun(name, 'eth0')] : [cable('core', name, name)],
    ),
  ];
}

function linkArguments(): string[] {
  return linkedSites.map(
    ({ name, link }) =>
      `core:${name}:${name}:eth0:${link.delayMs * 1000}:${link.jitterMs * 1000}:${link.lossPercent * 10}`,
  );
}

/** Addresses and routes, as lines of `ip -batch`. */
function namespaceSetup(name: NamespaceName): string[] {
  if (name === 'client') return ['link set dev lo up', ...edge(clientSubnet)];
  if (name === 'gateway') {
    return [
      'link set dev lo up',
      ...device('lan', clientSubnet, 1),
      ...device('wan', coreSubnet, 1),
      ...defaultRoutes(coreSubnet, 2),
    ];
  }
  if (name === 'core') return core();
  const { subnet, hasIPv4 } = hostSites[name];
  const everybody = name === 'forbidden' ? routedRanges.map(({ prefix }) => `route add local ${prefix} dev lo`) : [];
  return ['link set dev lo up', ...edge(subnet, hasIPv4), ...everybody];
}

function core(): string[] {
  const forbidden = hostSites.forbidden.subnet;
  return [
    'link set dev lo up',
    ...device('transit', coreSubnet, 2),
    `route add ${ipv4Network(clientSubnet)} via ${ipv4(coreSubnet, 1)}`,
    `route add ${ipv6Network(clientSubnet)} via ${ipv6(coreSubnet, 1)}`,
    ...sites.flatMap(([name, { subnet, hasIPv4 }]) => device(name, subnet, 1, hasIPv4)),
    // The firewall drops these packets, but it sees only packets that have a route.
    ...Object.values(deadEnds).flatMap(({ subnet }) => [
      `route add ${ipv4Network(subnet)} via ${ipv4(forbidden, 2)}`,
      `route add ${ipv6Network(subnet)} via ${ipv6(forbidden, 2)}`,
    ]),
    ...routedRanges.map(
      ({ prefix }) => `route add ${prefix} via ${isIPv6(prefix) ? ipv6(forbidden, 2) : ipv4(forbidden, 2)}`,
    ),
  ];
}

/** The setup of a host with one neighbour, the router of its subnet. */
function edge(subnet: number, hasIPv4 = true): string[] {
  return [...device('eth0', subnet, 2, hasIPv4), ...defaultRoutes(subnet, 1, hasIPv4)];
}

/** All addresses are set explicitly, since automatic configuration takes time. Routers need a link-local address. */
function device(name: string, subnet: number, host: 1 | 2, hasIPv4 = true): string[] {
  return [
    `link set dev ${name} addrgenmode none`,
    `link set dev ${name} up`,
    ...(hasIPv4 ? [`addr add ${ipv4(subnet, host)}/24 dev ${name}`] : []),
    `addr add ${ipv6(subnet, host)}/64 dev ${name} nodad`,
    `addr add fe80::${host}/64 dev ${name} nodad`,
  ];
}

function defaultRoutes(subnet: number, router: 1 | 2, hasIPv4 = true): string[] {
  return [
    ...(hasIPv4 ? [`route add default via ${ipv4(subnet, router)}`] : []),
    `route add default via ${ipv6(subnet, router)}`,
  ];
}
