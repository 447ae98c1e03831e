import type { MacConvention } from '../contract.ts';

/** A range of addresses with a meaning of its own. */
export interface Block extends Omit<MacConvention, 'value'> {
  /** Matches twelve lower-case hex digits; its groups are decoded. */
  readonly pattern: RegExp;
  decode?(digits: string): string;
}

const decimal = (digits: string) => String(Number.parseInt(digits, 16));
const ipv4 = (digits: string) => (digits.match(/../g) ?? []).map(decimal).join('.');

/** The MAC address holds the low 23 bits of a group address. Five bits are lost, so that it stands for 32 groups. */
function ipv4Groups(digits: string): string {
  const [second = 0, third = 0, fourth = 0] = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  const groups = (first: number) => [second, second + 128].map((octet) => `${first}.${octet}.${third}.${fourth}`);
  return `32 groups share it: ${groups(224).join(', ')} to ${groups(239).join(', ')}`;
}

function ipv6Group(digits: string): string {
  return `Groups that end with ${digits.slice(0, 4)}:${digits.slice(4)}`;
}

const IANA = 'RFC 9542, section 2.1';
const IEEE_GROUPS = 'IEEE 802.1Q, table 8-1';
const CISCO = 'Cisco IOS First Hop Redundancy Protocols Configuration Guide';
const VMWARE = 'VMware vSphere Networking, MAC Address Assignment';

const standard = (pattern: RegExp, what: string, source: string, decode?: Block['decode']): Block => ({
  pattern,
  what,
  source,
  certainty: 'standard',
  ...(decode && { decode }),
});
const convention = (pattern: RegExp, what: string, source: string, decode?: Block['decode']): Block => ({
  ...standard(pattern, what, source, decode),
  certainty: 'convention',
});

/** Among overlapping blocks, the narrowest comes first. */
export const blocks: readonly Block[] = [
  standard(/^ffffffffffff$/, 'Broadcast: every station of the network', 'IEEE 802, section 8.2'),
  standard(/^0180c2000000$/, 'Spanning tree (STP, RSTP, MSTP) to the nearest bridges', IEEE_GROUPS),
  standard(/^0180c2000001$/, 'PAUSE frames, flow control', 'IEEE 802.3, annex 31B'),
  standard(/^0180c2000002$/, 'Slow protocols: LACP, link OAM', 'IEEE 802.3, annex 57A'),
  standard(/^0180c2000003$/, 'Port access control (802.1X), nearest bridge', IEEE_GROUPS),
  standard(/^0180c200000e$/, 'Nearest bridge: LLDP, PTP peer delay', IEEE_GROUPS),
  standard(/^0180c2000014$/, 'IS-IS, level 1 routers', 'ISO/IEC 10589'),
  standard(/^0180c2000015$/, 'IS-IS, level 2 routers', 'ISO/IEC 10589'),
  standard(/^0180c200000(.)$/, 'Reserved for bridges: never forwarded', IEEE_GROUPS),
  standard(/^0180c200002[01]$/, 'Registration of groups and VLANs: MMRP, MVRP (GMRP, GVRP)', 'IEEE 802.1Q, table 10-1'),
  standard(/^01005e([0-7].{5})$/, 'IPv4 multicast', 'RFC 1112, section 6.4', ipv4Groups),
  standard(
    /^3333ff(.{6})$/,
    'IPv6 solicited-node multicast',
    'RFC 4291, section 2.7.1',
    (digits) => `Neighbours whose address ends with ${digits.slice(0, 2)}:${digits.slice(2)}`,
  ),
  standard(/^33330001000[23]$/, 'DHCPv6 relay agents and servers', 'RFC 8415, section 7.1'),
  standard(/^3333(.{8})$/, 'IPv6 multicast', 'RFC 2464, section 7', ipv6Group),
  convention(/^01000ccccccc$/, 'CDP, VTP, UDLD of Cisco', CISCO),
  convention(/^01000ccccccd$/, 'Per-VLAN spanning tree of Cisco (PVST+)', CISCO),
  standard(/^011b19000000$/, 'Precision Time Protocol', 'IEEE 1588, annex E'),
  standard(
    /^00005e0001(..)$/,
    'VRRP for IPv4 (also CARP), virtual router',
    'RFC 9568, section 7.3',
    (digits) => `Virtual router ${decimal(digits)}`,
  ),
  standard(
    /^00005e0002(..)$/,
    'VRRP for IPv6, virtual router',
    'RFC 9568, section 7.3',
    (digits) => `Virtual router ${decimal(digits)}`,
  ),
  standard(/^00005e0053(..)$/, 'For documentation, unicast', IANA),
  standard(/^01005e9010(..)$/, 'For documentation, multicast', IANA),
  standard(/^00005e0052(..)$/, 'For small assignments by IANA', IANA),
  standard(/^00000c07ac(..)$/, 'HSRP version 1, virtual router', 'RFC 2281', (digits) => `Group ${decimal(digits)}`),
  convention(/^00000c9ff(...)$/, 'HSRP version 2, virtual router', CISCO, (digits) => `Group ${decimal(digits)}`),
  convention(/^000573a00(...)$/, 'HSRP for IPv6, virtual router', CISCO, (digits) => `Group ${decimal(digits)}`),
  convention(
    /^0007b400(....)$/,
    'GLBP, virtual router',
    CISCO,
    (digits) => `Group ${decimal(digits.slice(0, 2))}, forwarder ${decimal(digits.slice(2))}`,
  ),
  convention(/^005056[0-3].{5}$/, 'Virtual machine of VMware, address set by hand', VMWARE),
  convention(
    /^005056([89ab].)....$/,
    'Virtual machine of VMware, address given by vCenter',
    VMWARE,
    (digits) => `vCenter Server ${Number.parseInt(digits, 16) - 0x80}`,
  ),
  convention(/^000c29(.{6})$/, 'Virtual machine of VMware, address made by the host', VMWARE),
  convention(/^00155d(.{6})$/, 'Virtual machine of Hyper-V', 'Microsoft Learn, Hyper-V: dynamic MAC addresses'),
  convention(/^080027(.{6})$/, 'Virtual machine of VirtualBox', 'Oracle VM VirtualBox User Manual'),
  convention(/^00163e(.{6})$/, 'Virtual machine of Xen', 'Xen Project Wiki, Xen Networking'),
  convention(/^bc2411(.{6})$/, 'Virtual machine of Proxmox VE', 'Proxmox VE Administration Guide'),
  convention(/^525400(.{6})$/, 'Virtual machine of QEMU or KVM', 'QEMU documentation, network devices'),
  convention(
    /^4201(.{8})$/,
    'Virtual machine of Google Cloud, made from its address',
    'Google Cloud, VPC network: network interfaces',
    ipv4,
  ),
  convention(
    /^0242(.{8})$/,
    'Container of Docker before version 28, made from its address',
    'docker/cli issue 5861',
    ipv4,
  ),
];

/**
 * What standards and common practice say about an address, narrowest block first.
 * @param digits 12 lower-case hex digits; for any other length the result is empty.
 */
export function conventionsOf(digits: string): MacConvention[] {
  return blocks.flatMap(({ pattern, decode, what, certainty, source }) => {
    const [whole, variable] = pattern.exec(digits) ?? [];
    if (whole === undefined) return [];
    return [
      { what, value: decode === undefined || variable === undefined ? null : decode(variable), certainty, source },
    ];
  });
}
