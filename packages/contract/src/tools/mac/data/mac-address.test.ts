import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inPairs } from '../../../targets/mac-address.ts';
import { macOfIpv6, readVendor } from '../../../targets/mac-query.ts';
import { readBits } from './bits.ts';
import { blocks, conventionsOf } from './blocks.ts';
import { interfaceIdOf, linkLocalOf } from './interface-id.ts';

describe('the bits', () => {
  it.each([
    ['001b638445e6', 'unicast', 'universal', null],
    ['01005e000001', 'multicast', 'universal', null],
    ['ffffffffffff', 'broadcast', 'local', null],
    ['000000000000', 'none', 'universal', null],
    ['000000', 'unicast', 'universal', null],
    ['02aaaaaaaaaa', 'unicast', 'local', 'administratively-assigned'],
    ['0aaaaaaaaaaa', 'unicast', 'local', 'extended-local'],
    ['f6aaaaaaaaaa', 'unicast', 'local', 'reserved'],
    ['eeaaaaaaaaaa', 'unicast', 'local', 'standard-assigned'],
    ['333300000001', 'multicast', 'local', null],
  ])('%s is %s and %s', (digits, kind, scope, slap) => {
    expect(readBits(digits)).toEqual({ kind, scope, slap });
  });
});

const what = (mac: string) =>
  conventionsOf(mac.replaceAll(':', '')).map(({ what, value }) => (value ? `${what}: ${value}` : what));

describe('blocks with a meaning of their own', () => {
  it.each([
    ['ff:ff:ff:ff:ff:ff', ['Broadcast: every station of the network']],
    [
      '01:00:5e:00:00:fb',
      ['IPv4 multicast: 32 groups share it: 224.0.0.251, 224.128.0.251 to 239.0.0.251, 239.128.0.251'],
    ],
    [
      '01:00:5e:7f:ff:ff',
      ['IPv4 multicast: 32 groups share it: 224.127.255.255, 224.255.255.255 to 239.127.255.255, 239.255.255.255'],
    ],
    ['01:00:5e:80:00:00', []],
    ['01:80:c2:00:00:21', ['Registration of groups and VLANs: MMRP, MVRP (GMRP, GVRP)']],
    ['42:01:0a:80:00:02', ['Virtual machine of Google Cloud, made from its address: 10.128.0.2']],
    ['33:33:00:01:00:02', ['DHCPv6 relay agents and servers', 'IPv6 multicast: Groups that end with 0001:0002']],
    ['01:00:5d:ff:ff:ff', []],
    [
      '33:33:ff:84:45:e6',
      [
        'IPv6 solicited-node multicast: Neighbours whose address ends with 84:45e6',
        'IPv6 multicast: Groups that end with ff84:45e6',
      ],
    ],
    ['33:33:00:00:00:01', ['IPv6 multicast: Groups that end with 0000:0001']],
    ['33:32:ff:ff:ff:ff', []],
    ['33:34:00:00:00:00', []],
    ['01:80:c2:00:00:02', ['Slow protocols: LACP, link OAM', 'Reserved for bridges: never forwarded']],
    ['01:80:c2:00:00:10', []],
    ['00:00:5e:00:01:07', ['VRRP for IPv4 (also CARP), virtual router: Virtual router 7']],
    ['00:00:5e:00:02:ff', ['VRRP for IPv6, virtual router: Virtual router 255']],
    ['00:00:5e:00:03:00', []],
    ['00:00:5e:00:00:ff', []],
    ['00:00:5e:00:53:01', ['For documentation, unicast']],
    ['00:00:0c:07:ac:0a', ['HSRP version 1, virtual router: Group 10']],
    ['00:00:0c:9f:ff:ff', ['HSRP version 2, virtual router: Group 4095']],
    ['00:00:0c:9f:ef:ff', []],
    ['00:07:b4:00:0a:02', ['GLBP, virtual router: Group 10, forwarder 2']],
    ['00:50:56:3f:ff:ff', ['Virtual machine of VMware, address set by hand']],
    ['00:50:56:40:00:00', []],
    ['00:50:56:81:00:00', ['Virtual machine of VMware, address given by vCenter: vCenter Server 1']],
    ['00:50:56:c0:00:00', []],
    ['52:54:00:12:34:56', ['Virtual machine of QEMU or KVM']],
    ['02:42:ac:11:00:02', ['Container of Docker before version 28, made from its address: 172.17.0.2']],
  ])('%s', (mac, expected) => {
    expect(what(mac)).toEqual(expected);
  });

  it('have a source each, and do not apply to a prefix or an EUI-64', () => {
    for (const { source } of blocks) expect(source).not.toBe('');
    expect(conventionsOf('01005e')).toEqual([]);
    expect(conventionsOf('01005e0000fb0000')).toEqual([]);
  });
});

it('an interface identifier yields the address from which it was derived', () => {
  const octets = fc.uint8Array({ minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(octets, (bytes) => {
      const digits = Buffer.from(bytes).toString('hex');
      const ipv6 = linkLocalOf(interfaceIdOf(digits));
      expect(ipv6 && macOfIpv6(ipv6)).toBe(inPairs(digits));
    }),
    { numRuns: 10_000 },
  );
  expect(linkLocalOf(interfaceIdOf('001b638445e6'))).toBe('fe80::21b:63ff:fe84:45e6');
});

describe('every block', () => {
  /** Its description, its first and its last address. */
  const ranges: readonly (readonly [string, string, string])[] = [
    ['Broadcast', 'ffffffffffff', 'ffffffffffff'],
    ['Spanning tree (STP', '0180c2000000', '0180c2000000'],
    ['PAUSE', '0180c2000001', '0180c2000001'],
    ['Slow protocols', '0180c2000002', '0180c2000002'],
    ['Port access control', '0180c2000003', '0180c2000003'],
    ['Nearest bridge: LLDP', '0180c200000e', '0180c200000e'],
    ['Reserved for bridges', '0180c2000000', '0180c200000f'],
    ['IS-IS, level 1', '0180c2000014', '0180c2000014'],
    ['IS-IS, level 2', '0180c2000015', '0180c2000015'],
    ['Registration of groups', '0180c2000020', '0180c2000021'],
    ['IPv4 multicast', '01005e000000', '01005e7fffff'],
    ['IPv6 solicited-node', '3333ff000000', '3333ffffffff'],
    ['DHCPv6', '333300010002', '333300010003'],
    ['IPv6 multicast', '333300000000', '3333ffffffff'],
    ['CDP', '01000ccccccc', '01000ccccccc'],
    ['Per-VLAN', '01000ccccccd', '01000ccccccd'],
    ['Precision Time', '011b19000000', '011b19000000'],
    ['VRRP for IPv4', '00005e000100', '00005e0001ff'],
    ['VRRP for IPv6', '00005e000200', '00005e0002ff'],
    ['For documentation, unicast', '00005e005300', '00005e0053ff'],
    ['For documentation, multicast', '01005e901000', '01005e9010ff'],
    ['For small assignments', '00005e005200', '00005e0052ff'],
    ['HSRP version 1', '00000c07ac00', '00000c07acff'],
    ['HSRP version 2', '00000c9ff000', '00000c9fffff'],
    ['HSRP for IPv6', '000573a00000', '000573a00fff'],
    ['GLBP', '0007b4000000', '0007b400ffff'],
    ['Virtual machine of VMware, address set by hand', '005056000000', '0050563fffff'],
    ['Virtual machine of VMware, address given by vCenter', '005056800000', '005056bfffff'],
    ['Virtual machine of VMware, address made by the host', '000c29000000', '000c29ffffff'],
    ['Virtual machine of Hyper-V', '00155d000000', '00155dffffff'],
    ['Virtual machine of VirtualBox', '080027000000', '080027ffffff'],
    ['Virtual machine of Xen', '00163e000000', '00163effffff'],
    ['Virtual machine of Proxmox', 'bc2411000000', 'bc2411ffffff'],
    ['Virtual machine of QEMU', '525400000000', '525400ffffff'],
    ['Virtual machine of Google Cloud', '420100000000', '4201ffffffff'],
    ['Container of Docker', '024200000000', '0242ffffffff'],
  ];
  const says = (what: string, digits: string) => conventionsOf(digits).some((one) => one.what.startsWith(what));
  const beside = (digits: string, step: bigint) => (BigInt(`0x${digits}`) + step).toString(16).padStart(12, '0');

  it.each(ranges)('%s begins and ends at the documented addresses', (what, first, last) => {
    expect([says(what, first), says(what, last)]).toEqual([true, true]);
    expect(says(what, beside(first, -1n))).toBe(false);
    if (last !== 'ffffffffffff') expect(says(what, beside(last, 1n))).toBe(false);
  });

  it('is in this table', () => {
    expect(ranges).toHaveLength(blocks.length);
  });

  it('for IPv4 multicast stands for 32 groups', () => {
    const [{ value = '' } = {}] = conventionsOf('01005e0000fb');
    expect(value).toMatch(/^32 groups .*224\.0\.0\.251, 224\.128\.0\.251 to 239\.0\.0\.251, 239\.128\.0\.251$/);
  });
});

describe('the text of an address field', () => {
  it.each([
    ['Apple', 'apple'],
    ['TP-Link', 'tp link'],
    ['3Com', '3com'],
    ['ABB', 'abb'],
    ['Établissements Müller', 'etablissements muller'],
    ['Cisco Systems, Inc.', 'cisco systems inc'],
    ['华为', '华为'],
  ])('%s is a vendor', (text, words) => expect(readVendor(text)).toBe(words));

  it.each([
    '',
    'x',
    'example.com',
    '00:1b:63:84:45:g6',
    '001b.6384.45g6',
    '00-1b-63-84-45-g6',
    '001b638445g6',
    '10.0.0.1',
    '!!',
  ])('%j is none', (text) => expect(readVendor(text)).toBeNull());
});
