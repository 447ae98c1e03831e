import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareLists, sharedAddresses } from './compare.ts';
import { countUnanswered, type Device, MAX_TEXT, readPaste } from './read-paste.ts';
import { inventoryTable, withoutEmptyColumns } from './rows.ts';
import * as samples from './testing/samples.ts';

const APPLE = '00:1b:63:84:45:e6';
const QEMU = '52:54:00:12:34:56';
/** A device in one line: address, IP addresses, name, port. */
const inWords = ({ mac, addresses, name, port }: Device) =>
  [mac, addresses.join(' '), name ?? '', port ?? ''].join('|');

describe('tables as programs print them', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'ip neigh',
      samples.ipNeigh,
      [`${APPLE}|192.0.2.1 fe80::21b:63ff:fe84:45e6||eth0`, `${QEMU}|192.0.2.20 2001:db8::5054:ff:fe12:3456||eth0`],
    ],
    ['arp -a of Linux', samples.arpLinux, [`${APPLE}|192.0.2.1|router.lan|eth0`, `${QEMU}|192.0.2.20||eth0`]],
    ['arp -n of Linux', samples.arpTable, [`${APPLE}|192.0.2.1||eth0`]],
    [
      'arp -a of macOS',
      samples.arpMac,
      [
        `${APPLE}|192.0.2.1||en0`,
        '3c:22:fb:0a:0b:0c|192.0.2.21|laptop.local|en0',
        '01:00:5e:00:00:fb|224.0.0.251||en0',
      ],
    ],
    ['arp -a of FreeBSD', samples.arpBsd, [`${APPLE}|192.0.2.1||em0`, '00:11:32:aa:bb:cc|192.0.2.9|nas|em0']],
    [
      'arp -a of Windows',
      samples.arpWindows,
      [`${APPLE}|192.0.2.1||`, 'ff:ff:ff:ff:ff:ff|192.0.2.255||', '01:00:5e:00:00:16|224.0.0.22||'],
    ],
    [
      'show mac address-table of IOS',
      samples.ciscoTable,
      ['01:00:0c:cc:cc:cc|||CPU', `${APPLE}|||Gi1/0/1`, `${QEMU}|||Gi1/0/2`, '3c:22:fb:0a:0b:0c|||Po1'],
    ],
    ['show ip arp of IOS', samples.ciscoArp, [`${APPLE}|192.0.2.1||Vlan10`, `${QEMU}|192.0.2.20||Vlan10`]],
    ['show ethernet-switching table of Junos', samples.junosTable, [`${APPLE}|||ge-0/0/1.0`, `${QEMU}|||ae0.0`]],
    ['show arp of Junos', samples.junosArp, [`${APPLE}|192.0.2.1||irb.10`]],
    ['show mac-address of ProCurve', samples.procurve, [`${APPLE}|||A1`, `${QEMU}|||24`]],
    ['display mac-address of Comware', samples.comware, [`${APPLE}|||GE1/0/1`, `${QEMU}|||BAGG1`]],
    ['leases of dnsmasq', samples.dnsmasq, [`${APPLE}|192.0.2.7|laptop|`, `${QEMU}|192.0.2.8||`]],
    ['leases of dhcpd', samples.dhcpd, [`${APPLE}|192.0.2.7|laptop|`, `${QEMU}|192.0.2.8||`]],
    ['leases of Kea', samples.kea, [`${APPLE}|192.0.2.7|laptop.example|`, `${QEMU}|192.0.2.8||`]],
    ['nmap', samples.nmapText, [`${APPLE}|192.0.2.1|router.lan|`, `${QEMU}|192.0.2.20||`]],
    ['the XML of nmap', samples.nmapXml, [`${APPLE}|192.0.2.1|router.lan|`, `${QEMU}|192.0.2.20||`]],
  ])('%s', (_, text, devices) => {
    expect(readPaste(text).map(inWords)).toEqual(devices);
    expect(readPaste(text.replaceAll('\n', '\r\n')).map(inWords)).toEqual(devices);
  });
});

describe('any other text', () => {
  it('yields the addresses that stand alone in it', () => {
    expect(readPaste(`${APPLE}\n${APPLE.toUpperCase()}, 001b638445e6; ${QEMU}`)).toMatchObject([
      { mac: APPLE, count: 3 },
      { mac: QEMU, count: 1 },
    ]);
  });

  it.each([
    '2001:db8:1:2:3:4:5:6',
    'fe80::1:2:3:4:5:6',
    '550e8400-e29b-41d4-a716-446655440000',
    '01:00:1b:63:84:45:e6',
    '00:1b:63:84:45',
    '202611230530',
    'deadbeefcafe0123',
    '10.0.0.1 1.2.3.4',
    '',
  ])('%j has none', (text) => {
    expect(readPaste(text)).toEqual([]);
  });

  it.each([
    ['a table without its line breaks', `192.0.2.1 ${APPLE} 192.0.2.20 ${QEMU}`, ['192.0.2.1', '192.0.2.20']],
    ['two addresses before the first one', `192.0.2.1 192.0.2.2 ${APPLE} 192.0.2.20 ${QEMU}`, ['', '']],
    ['none before the second one', `192.0.2.1 ${APPLE} ${QEMU}`, ['', '']],
    ['one after the last one', `192.0.2.1 ${APPLE} 192.0.2.20 ${QEMU} 192.0.2.30`, ['', '']],
  ])('has an IP address for each of several MAC addresses only if they take turns: %s', (_, line, addresses) => {
    expect(readPaste(line).map((device) => device.addresses.join(' '))).toEqual(addresses);
  });

  it('is read without an error, and quickly even if it is long', () => {
    const piece = fc.constantFrom(...'0af:-. \n(<{"', 'lease ', '<host ', '00:1b:63:84:45:e6', 'address,hwaddr,');
    fc.assert(fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => void readPaste(pieces.join(''))));
    const startedAt = performance.now();
    for (const one of ['0:', 'a-', 'lease 1.2.3.4 {', '<host ', '0', ' ', '<address ', '00:1b:63:84:45:']) {
      readPaste(one.repeat(1_000_000 / one.length));
      readPaste(`${one}\n`.repeat(1_000_000 / one.length));
    }
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(readPaste(`${' '.repeat(MAX_TEXT)}${APPLE}`)).toEqual([]);
  }, 60_000);
});

describe('two lists', () => {
  const device = (mac: string, addresses: readonly string[], port: string | null = null): Device => ({
    ...{ mac, addresses, name: null, port, count: 1 },
  });

  it('differ in devices that are new, gone or have moved', () => {
    const earlier = [
      device('a', ['192.0.2.1']),
      device('b', ['192.0.2.2'], 'Gi1'),
      device('c', []),
      device('d', ['192.0.2.4']),
    ];
    const later = [
      device('a', ['192.0.2.9']),
      device('b', ['192.0.2.2'], 'Gi2'),
      device('d', []),
      device('e', ['192.0.2.5']),
    ];
    expect(compareLists(earlier, later).map(({ mac, change, before }) => [mac, change, before])).toEqual([
      ['a', 'moved', '192.0.2.1'],
      ['b', 'moved', '192.0.2.2, Gi1'],
      // A list without IP addresses cannot differ in them.
      ['d', 'same', null],
      ['e', 'new', null],
      ['c', 'gone', null],
    ]);
  });

  it('an IP address shared by two devices is reported', () => {
    expect([...sharedAddresses([device('a', ['192.0.2.1']), device('b', ['192.0.2.1', '192.0.2.2'])])]).toEqual([
      '192.0.2.1',
    ]);
  });
});

it.each([
  ['MikroTik', ' 0 DC 192.0.2.7       00:1B:63:84:45:E6 bridge    reachable', '192.0.2.7', 'bridge'],
  ['MikroTik', ' 1 DC 192.0.2.7       00:1B:63:84:45:E6 ether2', '192.0.2.7', 'ether2'],
  ['Arista', '   1    001b.6384.45e6    DYNAMIC     Et1        1       0:01:10 ago', null, 'Et1'],
  ['FortiGate', '192.0.2.7       0          00:1b:63:84:45:e6 internal', '192.0.2.7', 'internal'],
  ['nmcli -t', 'eth0:ethernet:00\\:1B\\:63\\:84\\:45\\:E6:connected', null, 'eth0'],
])('a line of %s: %s', (_, line, address, port) => {
  expect(readPaste(line)).toEqual([
    expect.objectContaining({ mac: '00:1b:63:84:45:e6', addresses: address === null ? [] : [address], port }),
  ]);
});

it('entries of devices that have not answered are counted', () => {
  const lines = [
    '? (192.0.2.30) at <incomplete> on eth0',
    '192.0.2.30                       (incomplete)                              eth0',
    '192.0.2.31 dev eth0 FAILED',
    '192.0.2.32 dev eth0 lladdr 00:1b:63:84:45:e6 REACHABLE',
  ];
  expect(countUnanswered(lines.join('\n'))).toBe(3);
});

it('says of a locally administered address who may have set it', () => {
  const { rows } = inventoryTable(readPaste('192.0.2.9 at da:a1:19:00:00:01'), null);
  expect(rows[0]?.at(-1)).toBe('set locally: by an administrator, by software, or at random, as phones do');
});

describe('the table of a page', () => {
  const columnsOf = (text: string) => withoutEmptyColumns(inventoryTable(readPaste(text), null)).columns;

  it.each([
    ['addresses alone', `${APPLE}\n3c:22:fb:0a:0b:0c`, ['Address', 'Owner', 'Kind']],
    ['an ARP table', samples.arpTable, ['Address', 'Owner', 'Kind', 'IP addresses', 'Port']],
    ['names', samples.dnsmasq, ['Address', 'Owner', 'Kind', 'IP addresses', 'Name', 'Remarks']],
  ])('has only columns with values, and the owners: %s', (_, text, columns) => {
    expect(columnsOf(text)).toEqual(columns);
  });

  it('keeps each value in its column', () => {
    const table = inventoryTable(readPaste(samples.arpTable), null);
    const { columns, rows } = withoutEmptyColumns(table);
    for (const [index, row] of rows.entries())
      for (const [at, name] of columns.entries())
        expect(row[at]).toBe(table.rows[index]?.[table.columns.indexOf(name)]);
  });
});
