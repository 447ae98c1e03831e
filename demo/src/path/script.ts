import { LIMITED_HOP, NEAR_ADDRESS, PATH_NETWORK, type PathHop, pathHops } from './route.ts';

/** What the script prints when the network is there. */
export const READY_LINE = 'the path is ready';

/** The node that sends. */
const NEAR = 'client';
const COMMANDS = ['ip', 'nft', 'nsenter'];
/** Fewer than a quick trace asks for, which sends three packets to each hop. */
const MOST_ANSWERS = '30/minute burst 1 packets';

/** Only the one limit of the demo shall hold. */
const settings = [
  'for filter in /proc/sys/net/ipv4/conf/*/rp_filter; do echo 0 > "$filter"; done',
  'echo 1 > /proc/sys/net/ipv4/ip_forward',
  'echo 0 > /proc/sys/net/ipv4/icmp_ratelimit',
  'echo 0 > /proc/sys/net/ipv4/icmp_errors_use_inbound_ifaddr',
];

/**
 * The script of the first process in new namespaces: it makes the routers, says that they are ready, and becomes the command in
 * its arguments. The first argument is an empty folder for the names of the namespaces. All ends with that process.
 */
export function pathScript(): string {
  return `set -e
PATH="$PATH:/usr/sbin:/sbin"
for command in ${COMMANDS.join(' ')}; do
  command -v "$command" > /dev/null || { echo "the command $command is not installed" >&2; exit 1; }
done
from="$PWD"
cd "$1"
shift
mount -t tmpfs -o mode=0700 tmpfs .
cd "$PWD"
${pathHops.map(({ name }) => `: > ${name}; unshare --net=./${name} true`).join('\n')}
echo '0 0' > /proc/sys/net/ipv4/ping_group_range
${batch('ip', [...pathHops.map(cable), ...nearSetup()])}
${pathHops.map(({ name }, index) => inside(name, [...settings, batch('ip', setupOf(index))])).join('\n')}
${inside(pathHops[LIMITED_HOP - 1]?.name ?? '', [limit()])}
cd "$from"
echo '${READY_LINE}'
exec "$@"
`;
}

/** Runs commands in the network of a hop. */
const inside = (name: string, commands: readonly string[]): string =>
  `nsenter --net=./${name} sh -es <<'HOP'\n${commands.join('\n')}\nHOP`;

const batch = (command: string, lines: readonly string[]): string =>
  `${command} -batch - <<'END'\n${lines.join('\n')}\nEND`;

/** A pair of devices between a hop and the one before it; each is named after the node at its other end. */
function cable({ name }: PathHop, index: number): string {
  const before = pathHops[index - 1]?.name;
  const near = before === undefined ? '' : `netns ./${before} `;
  return `link add ${name} ${near}type veth peer name ${before ?? NEAR} netns ./${name}`;
}

/** The route to the target and everything on the way to it. */
const onward = ({ address, name }: PathHop): string => `route add ${PATH_NETWORK} via ${address} dev ${name} onlink`;

function nearSetup(): string[] {
  const [first] = pathHops;
  if (first === undefined) return [];
  const device = `link set dev ${first.name} up`;
  return ['link set dev lo up', `addr add ${NEAR_ADDRESS}/32 dev lo`, device, `${onward(first)} src ${NEAR_ADDRESS}`];
}

function setupOf(index: number): string[] {
  const [hop, before, next] = [pathHops[index], pathHops[index - 1], pathHops[index + 1]];
  const back = before ?? { name: NEAR, address: NEAR_ADDRESS };
  return [
    'link set dev lo up',
    `addr add ${hop?.address}/32 dev ${back.name}`,
    `link set dev ${back.name} up`,
    `route add ${NEAR_ADDRESS}/32 via ${back.address} dev ${back.name} onlink`,
    ...(next === undefined ? [] : [`link set dev ${next.name} up`, onward(next)]),
  ];
}

/** What RFC 1812 section 4.3.2.8 asks of routers. */
const limit = (): string => `nft -f - <<'END'
table ip demo {
chain answers {
type filter hook output priority filter; policy accept;
icmp type time-exceeded limit rate over ${MOST_ANSWERS} drop
}
}
END`;
