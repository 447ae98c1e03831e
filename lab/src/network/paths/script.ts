import { longCables, longSetup } from './long-way.ts';
import {
  addressOf,
  branches,
  cables,
  longNetwork,
  mainPath,
  type PathTargetName,
  pathNamespaces,
  pathTargets,
  sideOf,
  slowNetwork,
  slowPath,
  slowTarget,
  targetAddress,
  targetNetwork,
} from './topology.ts';

const clientIndex = 0;
const clientNetworks = [`45.91.${100 + clientIndex}.0/24`, `2a0e:97c1:${100 + clientIndex}::/64`];

/** One ICMP error per packet; flows are distinguished by their ports. */
const routerSettings = [
  'ipv4/ip_forward=1',
  'ipv6/conf/all/forwarding=1',
  'ipv4/conf/all/rp_filter=0',
  'ipv4/conf/default/rp_filter=0',
  'ipv4/icmp_ratelimit=0',
  'ipv4/icmp_msgs_per_sec=100000',
  'ipv4/icmp_msgs_burst=10000',
  'ipv6/icmp/ratelimit=0',
  'ipv4/fib_multipath_hash_policy=1',
  'ipv6/fib_multipath_hash_policy=1',
];

/** The shell script that the first process of the lab's namespaces runs; see `network-script.ts`. */
export function pathScript(links: string): string {
  return `set -e
PATH="$PATH:/usr/sbin:/sbin"
mount -t tmpfs -o mode=0755 tmpfs /run
mkdir /run/netns
${pathNamespaces.map((name) => `ip netns add ${name}`).join('\n')}
${batch('ip', [...cables.flatMap(devices), ...longCables(), 'tuntap add dev lan mode tap', 'link set dev lan netns r8'])}
for node in ${pathNamespaces.join(' ')}; do nsenter --net=/run/netns/$node sh -ec '
  for setting in ${routerSettings.join(' ')}; do echo "\${setting#*=}" > "/proc/sys/net/\${setting%=*}"; done'
done
for node in w1 w2; do nsenter --net=/run/netns/$node sh -ec 'echo 1 > /proc/sys/net/ipv4/icmp_errors_use_inbound_ifaddr'; done
${pathNamespaces.map((name) => batch(`ip -n ${name}`, setupOf(name))).join('\n')}
${Object.entries(firewalls())
  .map(([name, rules]) => `nsenter --net=/run/netns/${name} nft -f - <<'END'\n${rules}\nEND`)
  .join('\n')}
trap '' CHLD
exec '${links}' ${cables.map(({ near, far, delayMs }) => `${near}:${far}:${far}:${near}:${delayMs * 1000}:0:0`).join(' ')}
`;
}

function batch(command: string, lines: readonly string[]): string {
  return `${command} -batch - <<'END'\n${lines.join('\n')}\nEND`;
}

/** A device is named after the node at its other end. */
function devices({ near, far }: (typeof cables)[number]): string[] {
  return [
    `tuntap add dev ${far} mode tun`,
    `link set dev ${far} netns ${near}`,
    `tuntap add dev ${near} mode tun`,
    `link set dev ${near} netns ${far}`,
  ];
}

function setupOf(name: string): string[] {
  const lines = ['link set dev lo up'];
  for (const [index, { near, far }] of cables.entries()) {
    if (near !== name && far !== name) continue;
    const [peer, side] = near === name ? [far, 1 as const] : [near, 2 as const];
    const { ipv4, ipv6 } = sideOf(index, side);
    lines.push(
      `link set dev ${peer} addrgenmode none`,
      `link set dev ${peer} up`,
      `addr add ${ipv4}/24 dev ${peer}`,
      `addr add ${ipv6}/64 dev ${peer} nodad`,
    );
  }
  return [...lines, ...routesOf(name)];
}

/** The main path is the default in both directions. */
function routesOf(name: string): string[] {
  const both = (device: string) => ['0.0.0.0/0', '::/0'].map((all) => `route add ${all} dev ${device}`);
  const at = (mainPath as readonly string[]).indexOf(name);
  const back = (to: string) => (name === 'r1' ? [] : clientNetworks.map((network) => `route add ${network} dev ${to}`));
  const slow = (to: string) => Object.values(slowNetwork).map((network) => `route add ${network} dev ${to}`);
  // Its own addresses as sources, so that errors come from the address that was probed.
  const local = (addresses: readonly { ipv4: string; ipv6: string }[]) =>
    addresses.flatMap(({ ipv4, ipv6 }) => [`addr add ${ipv4}/32 dev lo`, `addr add ${ipv6}/128 dev lo nodad`]);
  const targets = (Object.keys(pathTargets) as PathTargetName[])
    .filter((one) => one !== 'switchedOff')
    .map(targetAddress);
  if (name === 'w1' || name === 'w2' || name === 'w3') return longSetup(name, clientNetworks);
  if (name === 'client') return both('r1');
  if (name === 'target') return [...both('r8'), ...local(targets)];
  if (name === 'star') return [...both('s8'), ...local([slowTarget])];
  if ((branches as readonly string[]).includes(name)) return [...both('r5'), ...back('r3')];
  if (name === 's7' || name === 's8') {
    const index = (slowPath as readonly string[]).indexOf(name);
    return [...both(slowPath[index + 1] ?? ''), ...back(slowPath[index - 1] ?? '')];
  }
  const next = mainPath[at + 1];
  return [
    ...both(next ?? ''),
    ...back(mainPath[at - 1] ?? ''),
    ...(name === 'r6' ? [...slow('s7'), `route add ${longNetwork} dev w1`] : []),
    ...specialRoutes(name),
  ];
}

function specialRoutes(name: string): string[] {
  const to = (target: PathTargetName) => Object.values(targetAddress(target));
  if (name === 'r3') {
    // Linux accepts IPv6 multipath routes only with next-hop addresses.
    const shared = targetAddress('shared');
    return (['ipv4', 'ipv6'] as const).map((family) => {
      const hops = branches.map((branch) => `nexthop via ${addressOf(branch, 'r3')[family]}`);
      return `route add ${shared[family]} ${hops.join(' ')}`;
    });
  }
  if (name === 'r4') return to('narrow').map((address) => `route add ${address} dev r5 mtu lock 1400`);
  if (name === 'r8') {
    return [
      'link set dev lan addrgenmode none',
      'link set dev lan up',
      'addr add 2a0e:97c1:eeee::1/64 dev lan nodad',
    ].concat(to('switchedOff').map((address) => `route add ${address} dev lan`));
  }
  if (name === 'r5') return to('loop').map((address) => `route add ${address} dev r4`);
  return [];
}

/** The rules of the routers, by the packet's destination. */
function firewalls(): Record<string, string> {
  const toward = (target: PathTargetName, rest4: string, rest6 = rest4) => [
    `ip daddr ${targetAddress(target).ipv4} ${rest4}`,
    `ip6 daddr ${targetAddress(target).ipv6} ${rest6}`,
  ];
  const mute = (target: PathTargetName) => toward(target, 'ip ttl 1 drop', 'ip6 hoplimit 1 drop');
  const played = (Object.keys(pathTargets) as PathTargetName[]).filter((name) => pathTargets[name] >= 31);
  return {
    client: table('output', 'filter', [
      `ip daddr { ${targetNetwork.ipv4}, ${slowNetwork.ipv4} } counter name sent`,
      `ip6 daddr { ${targetNetwork.ipv6}, ${slowNetwork.ipv6} } counter name sent`,
    ]),
    r4: table('prerouting', 'raw', mute('hole')),
    r5: table('prerouting', 'raw', [
      ...toward('lossy', 'numgen random mod 100 < 20 drop'),
      ...toward('blackHole', 'meta length > 1400 drop'),
      ...played.flatMap(mute),
    ]),
    r6: table('prerouting', 'raw', [...mute('quietEnd'), ...mute('silent')]),
    r7: table('prerouting', 'raw', mute('quietEnd')),
    r8: `${table('prerouting', 'raw', mute('quietEnd'))}
table inet refusals { chain passing { type filter hook forward priority filter;
${[
  ...toward('prohibited', 'reject with icmp type admin-prohibited', 'reject with icmpv6 type admin-prohibited'),
  ...toward('unreachable', 'reject with icmp type host-unreachable', 'reject with icmpv6 type addr-unreachable'),
].join('\n')}
}
}`,
    target: table('input', 'filter', [
      ...toward('silent', 'drop'),
      ...toward('lossyTarget', 'numgen random mod 100 < 50 drop'),
      'tcp dport 9443 drop',
    ]),
  };
}

function table(hook: string, priority: string, rules: readonly string[]): string {
  return `table inet lab {
counter sent { }
chain rules { type filter hook ${hook} priority ${priority}; policy accept;
${rules.join('\n')}
}
}`;
}
