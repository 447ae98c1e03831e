// In this folder: a pasted list of devices, read and compared in the browser; nothing is stored.
import { isIpv4 } from '@sonde/contract/targets/ipv4';
import { toIpv6 } from '@sonde/contract/targets/ipv6';
import { toMacAddress } from '@sonde/contract/targets/mac-address';
import { isLease, leaseEntries, nmapEntries } from './block-formats.ts';
import type { Seen } from './seen.ts';

/** One device of a list. */
export interface Device extends Seen {
  /** How often the device occurs in the list. */
  readonly count: number;
}

/** Longer texts are cut: parsing them would block the browser for seconds. */
export const MAX_TEXT = 2_000_000;
const LONGEST_LINE = 200_000;
/** Names and ports in tables are within this many characters of a line. */
const TABLE_WIDTH = 500;
const LONGEST_WORD = 64;
/** Length of the shortest notation: six digits with separators. */
const SHORTEST = 11;

/**
 * The devices in the output of `arp`, `ip neigh`, switches and nmap, in lease files, or in any text with MAC addresses;
 * entries with the same address are merged. Group and broadcast addresses are kept: a table may contain them by
 * mistake.
 */
export function readPaste(text: string): Device[] {
  const devices = new Map<string, Device>();
  for (const seen of entriesOf(text.slice(0, MAX_TEXT))) {
    const known = devices.get(seen.mac);
    devices.set(seen.mac, known === undefined ? { ...seen, count: 1 } : merged(known, seen));
  }
  return [...devices.values()];
}

/** How `arp` and `ip neigh` mark an entry whose device has not answered: it has no MAC address. */
const UNANSWERED = /[<(]incomplete[>)]|\s(?:INCOMPLETE|FAILED)(?=\s|$)/;

/** How many lines of a table are about devices that have not answered. */
export function countUnanswered(text: string): number {
  return text
    .slice(0, MAX_TEXT)
    .split(/[\r\n]+/)
    .filter((line) => UNANSWERED.test(line.slice(0, TABLE_WIDTH))).length;
}

function merged(known: Device, { mac, addresses, name, port }: Seen): Device {
  return {
    mac,
    addresses: [...new Set([...known.addresses, ...addresses])],
    name: known.name ?? name,
    port: known.port ?? port,
    count: known.count + 1,
  };
}

function* entriesOf(text: string): Generator<Seen> {
  if (text.includes('<address addr=')) {
    yield* nmapEntries(text);
    return;
  }
  const lines = text.split(/[\r\n]+/).map((line) => withoutEscapes(line.slice(0, LONGEST_LINE)));
  yield* lines.some(isLease) ? leaseEntries(lines) : lineEntries(lines);
}

/** `nmcli -t` separates fields by colons, and escapes those within fields. */
const ESCAPED = /[\da-f]{2}\\:[\da-f]{2}\\:/i;

function withoutEscapes(line: string): string {
  return ESCAPED.test(line) ? line.replace(/(?<!\\):/g, ' ').replaceAll('\\:', ':') : line;
}

/** `Nmap scan report for router.lan (192.0.2.1)`: address and name of the host that the following lines describe. */
const NMAP_REPORT = /^Nmap scan report for (?:(\S+) \(([^)]+)\)|(\S+))/;
const KEA_HEADER = /^address,(?:duid|hwaddr),/;

function* lineEntries(lines: readonly string[]): Generator<Seen> {
  let host: Pick<Seen, 'addresses' | 'name'> | null = null;
  let columns: readonly string[] | null = null;
  for (const line of lines) {
    const report = line.startsWith('Nmap') ? NMAP_REPORT.exec(line) : null;
    if (report !== null) host = { addresses: ipAddresses(report[2] ?? report[3] ?? ''), name: report[1] ?? null };
    if (KEA_HEADER.test(line)) columns = line.split(',');
    else if (line.length < SHORTEST) continue;
    else if (columns !== null) yield* keaEntry(columns, line.split(','));
    else yield* plainEntries(line, host);
  }
}

/** In a line with several MAC addresses it is unclear which one an IP address belongs to, unless they take turns. */
function* plainEntries(line: string, host: Pick<Seen, 'addresses' | 'name'> | null): Generator<Seen> {
  const [mac, ...others] = macAddresses(line);
  if (mac === undefined) return;
  const row = line.slice(0, TABLE_WIDTH);
  if (others.length > 0) {
    const before = addressesInTurn(line);
    for (const [at, one] of [mac, ...others].entries())
      yield { mac: one, addresses: before?.slice(at, at + 1) ?? [], name: null, port: null };
    return;
  }
  const own = ipAddresses(row);
  const addresses = own.length > 0 ? own : (host?.addresses ?? []);
  yield { mac, addresses, name: nameIn(row, mac) ?? host?.name ?? null, port: portIn(row) };
}

/**
 * The IP addresses of a table that has lost its line breaks, as when it is pasted into a field of one line: there is one before each
 * MAC address. Null for any other line.
 */
function addressesInTurn(line: string): readonly string[] | null {
  const found: string[] = [];
  let end = 0;
  for (const { 0: mac, index } of line.matchAll(MAC)) {
    const [address, ...others] = ipAddresses(line.slice(end, index));
    if (address === undefined || others.length > 0) return null;
    found.push(address);
    end = index + mac.length;
  }
  return ipAddresses(line.slice(end)).length === 0 ? found : null;
}

/** A lease of Kea's memfile; its columns changed between versions, but not their names. */
function* keaEntry(columns: readonly string[], cells: readonly string[]): Generator<Seen> {
  const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
  const mac = toMacAddress(cell('hwaddr'));
  if (mac !== null) yield { mac, addresses: ipAddresses(cell('address')), name: cell('hostname') || null, port: null };
}

const H = '[\\da-f]';
/**
 * Notations of a MAC address that are unambiguous: not part of an IPv6 address, a UUID or a longer client identifier.
 */
const MAC = new RegExp(
  `(?<![\\da-z:.-])(?:(?:${H}{1,2}:){5}${H}{1,2}|(?:${H}{2}-){5}${H}{2}|${H}{4}([.-])${H}{4}\\1${H}{4}|${H}{6}-${H}{6}|(?=\\d*[a-f])${H}{12})(?![\\da-z]|[:.-][\\da-f])`,
  'gi',
);

/** In canonical form. */
function macAddresses(line: string): string[] {
  const found = [...line.matchAll(MAC)].map(([one]) => one);
  return found.flatMap((one) => toMacAddress(one) ?? toMacAddress(one.replaceAll('-', '')) ?? []);
}

/** IPv4 and IPv6 addresses between spaces, brackets and commas. */
function ipAddresses(line: string): string[] {
  const pieces = line.split(/[\s()[\]<>,;"'=]+/).filter(({ length }) => length < LONGEST_WORD);
  const words = pieces.map((word) => word.replace(/%[\w.-]+$|\/\d+$/g, ''));
  const found = words.flatMap((word) => (isIpv4(word) ? word : word.includes(':') ? (toIpv6(word) ?? []) : []));
  return [...new Set(found)];
}

/** `router.lan (192.0.2.1) at …` of arp; `1700000000 00:… 192.0.2.7 laptop *` of dnsmasq. */
const ARP_NAME = /^\s*(\S+) \([\d.]+\) at /;
const DNSMASQ = /^\d+ ([\da-f:]+) \S+ (\S+) \S+$/i;

function nameIn(line: string, mac: string): string | null {
  const lease = DNSMASQ.exec(line);
  const name = ARP_NAME.exec(line)?.[1] ?? (lease !== null && toMacAddress(lease[1] ?? '') === mac ? lease[2] : null);
  return name === undefined || name === null || name === '?' || name === '*' ? null : name;
}

/** `dev eth0`, `on en0`, and the port names of switches. */
const AFTER_WORD = /\s(?:dev|on) ([\w.:@-]+)/;
const PORT =
  /(?:^|\s)((?:(?:Gi|Fa|Te|Twe|Fo|Hu|Et|Po|GE|XGE|FGE|BAGG|Bridge-Aggregation|Trk|Vlan|Vl)[a-zA-Z-]*\d[\w/.:-]*)|(?:ge|xe|et|ae|irb|fe|me|lag|eth|en|em|wlan|br|bond)[\d.-][\w/.:-]*|CPU)(?=\s|$)/;
/** HP ProCurve prints a letter and a number after the address. */
const PROCURVE = /[\da-f]{6}-[\da-f]{6}\s+([A-Z]?\d{1,3}|Trk\d+)(?=\s|$)/;

/** MikroTik and FortiGate print the interface after the address. */
const AFTER_MAC = /[\da-f]{2}\s+(bridge\d*|ether\d+|sfp[\w+-]*\d|internal\d*|port\d+|wan\d*|dmz\d*)(?=\s|$)/i;

function portIn(line: string): string | null {
  return (
    AFTER_WORD.exec(line)?.[1] ?? PORT.exec(line)?.[1] ?? PROCURVE.exec(line)?.[1] ?? AFTER_MAC.exec(line)?.[1] ?? null
  );
}
