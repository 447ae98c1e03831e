import { isIpv4 } from '@sonde/contract/targets/ipv4';
import { toIpv6 } from '@sonde/contract/targets/ipv6';
import { toMacAddress } from '@sonde/contract/targets/mac-address';
import type { Seen } from './seen.ts';

/* Reads block by block: a pattern over the whole text could scan to its end from every position. */

const LEASE = /^\s{0,20}lease\s{1,20}([\d.]{7,15})\s{0,20}\{/;
const HARDWARE = /^\s{0,20}hardware\s+ethernet\s+([\da-f:]+)/i;
const HOSTNAME = /^\s{0,20}client-hostname\s+"([^"]*)"/;

export const isLease = (line: string) => LEASE.test(line);

/** Parses the leases of ISC dhcpd: `lease 192.0.2.7 { … hardware ethernet 00:…; client-hostname "laptop"; }`. */
export function* leaseEntries(lines: readonly string[]): Generator<Seen> {
  let lease: { address: string; mac: string | null; name: string | null } | null = null;
  for (const line of lines) {
    const address = LEASE.exec(line)?.[1];
    if (address !== undefined) lease = { address, mac: null, name: null };
    if (lease === null) continue;
    lease.mac ??= toMacAddress(HARDWARE.exec(line)?.[1] ?? '');
    lease.name ??= HOSTNAME.exec(line)?.[1] || null;
    if (!line.trimEnd().endsWith('}')) continue;
    const { mac, name } = lease;
    if (mac !== null) yield { mac, addresses: isIpv4(lease.address) ? [lease.address] : [], name, port: null };
    lease = null;
  }
}

/** Longer than any element of nmap's XML with an address or a name. */
const LONGEST_ELEMENT = 500;

/** Parses nmap's XML: every `host` has its addresses, among them the MAC address, and names. */
export function* nmapEntries(text: string): Generator<Seen> {
  let host = emptyHost();
  for (const piece of text.split('<')) {
    const element = piece.slice(0, LONGEST_ELEMENT);
    if (element.startsWith('/host>') && host.mac !== null) yield { ...host, mac: host.mac, port: null };
    if (/^\/?host[ >]/.test(element)) host = emptyHost();
    if (element.startsWith('hostname ')) host.name ??= attribute(element, 'name') || null;
    if (!element.startsWith('address ')) continue;
    const address = attribute(element, 'addr');
    const ip = isIpv4(address) ? address : toIpv6(address);
    if (attribute(element, 'addrtype') === 'mac') host.mac ??= toMacAddress(address);
    else if (ip !== null) host.addresses.push(ip);
  }
}

const emptyHost = () => ({ mac: null as string | null, addresses: [] as string[], name: null as string | null });

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function attribute(element: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(element)?.[1] ?? '';
  return value.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => entities[entity] ?? '');
}
