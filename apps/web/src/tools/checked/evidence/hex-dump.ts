import { counted } from '@sonde/contract/text/counted';

/** Eight, so that a line fits into the narrowest window. */
const PER_LINE = 8;
/** The files contain the rest. */
const MAX_OCTETS = 4096;

/** Lines of offset, octets in hex, and printable characters. */
export function hexDump(octets: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < Math.min(octets.length, MAX_OCTETS); at += PER_LINE) {
    const row = [...octets.subarray(at, at + PER_LINE)];
    const hex = row.map((octet) => octet.toString(16).padStart(2, '0')).join(' ');
    const text = row.map((octet) => (octet >= 0x20 && octet < 0x7f ? String.fromCharCode(octet) : '.')).join('');
    lines.push(`${at.toString(16).padStart(4, '0')}  ${hex.padEnd(PER_LINE * 3 - 1)}  ${text}`);
  }
  if (octets.length > MAX_OCTETS) lines.push(`… ${counted(octets.length - MAX_OCTETS, 'more octet')} in the files`);
  return lines.join('\n');
}

/** True for UTF-8 text without control characters other than line breaks and tabs. */
export function isReadable(octets: Uint8Array): boolean {
  const isControl = (octet: number) => octet < 0x20 && octet !== 0x09 && octet !== 0x0a && octet !== 0x0d;
  return octets.length > 0 && !octets.subarray(0, MAX_OCTETS).some(isControl);
}

export function textOf(octets: Uint8Array): string {
  return new TextDecoder().decode(octets.subarray(0, MAX_OCTETS));
}
