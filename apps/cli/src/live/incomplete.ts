import type { ToolId } from '@sonde/contract';
import { figuresOf, type KnownPacket } from '@sonde/contract/tools/ping/tables';
import type { OutputFormat } from '../print/format-names.ts';
import { printableJson } from '../print/printable.ts';
import { renderAnswer } from '../print/render.ts';
import { renderTable } from '../print/table.ts';
import type { Terminal } from '../print/terminal.ts';
import { wrap } from '../print/width.ts';

type Part = Readonly<Record<string, unknown>>;

interface Found {
  readonly id: ToolId;
  readonly target: string;
  /** In the order in which they came. */
  readonly parts: readonly unknown[];
}

/** What was found before a lookup was interrupted; null in formats that have no form for it. */
export function formatIncomplete(
  format: OutputFormat,
  { id, target, parts }: Found,
  terminal: Terminal,
): string | null {
  const marked = { type: 'incomplete', tool: id, target };
  // In NDJSON, every part has a line of its own already.
  if (format === 'ndjson') return printableJson(marked, 0);
  if (format === 'json') return printableJson({ ...marked, parts });
  if (format !== 'table') return null;
  const writer = writers[id] ?? otherLines;
  const lines = writer(parts as readonly Part[], terminal);
  return [...wrap('Incomplete: interrupted. Found so far:', terminal.columns), ...lines].join('\n');
}

type Writer = (parts: readonly Part[], terminal: Terminal) => string[];

const writers: Partial<Record<ToolId, Writer>> = { ping: pingLines, traceroute: traceLines, subdomain: nameLines };

/** A packet that may still be answered counts as sent, but neither as received nor as lost. */
function pingLines(parts: readonly Part[], { columns }: Terminal): string[] {
  const packets = new Map<unknown, KnownPacket>();
  for (const { kind, seq, timeMs } of parts) {
    if (!['sent', 'reply', 'lost', 'error'].includes(String(kind))) continue;
    const time = kind === 'reply' ? Number(timeMs) : null;
    packets.set(seq, { seq: Number(seq), timeMs: time, ttl: null, error: null, isSettled: kind !== 'sent' });
  }
  const known = { host: '', address: null, method: null, packetSize: null, duplicates: 0, late: 0, summary: null };
  const figures = figuresOf({ ...known, packets: [...packets.values()] });
  const { packetsTransmitted, packetsReceived, packetLoss, minTime, avgTime, maxTime } = figures;
  if (packetsTransmitted === 0) return ['No packet was sent yet.'];
  const times = packetsReceived === 0 ? '' : `; min/avg/max ${minTime}/${avgTime}/${maxTime} ms`;
  return wrap(`${packetsTransmitted} packets sent, ${packetsReceived} received, ${packetLoss}% lost${times}`, columns);
}

function traceLines(parts: readonly Part[], { columns }: Terminal): string[] {
  const hops = new Map<number, Part>();
  for (const part of parts) if (part['kind'] === 'answer') hops.set(Number(part['ttl']), part);
  const rows = [...hops]
    .toSorted(([a], [b]) => a - b)
    .map(([ttl, { address, timeMs }]) => [String(ttl), String(address ?? '-'), String(timeMs)]);
  return rows.length === 0 ? ['No hop has answered yet.'] : renderTable(['Hop', 'Address', 'Time (ms)'], rows, columns);
}

function nameLines(parts: readonly Part[], { columns }: Terminal): string[] {
  const names = new Map<string, Part>();
  for (const { subdomains } of parts)
    for (const one of (subdomains ?? []) as readonly Part[]) names.set(String(one['subdomain']), one);
  const rows = [...names].map(([name, { ipv4List, ipv6List }]) => [
    name,
    [...((ipv4List ?? []) as string[]), ...((ipv6List ?? []) as string[])].join(', '),
  ]);
  return rows.length === 0 ? ['No name was found yet.'] : renderTable(['Name', 'Addresses'], rows, columns);
}

/** The parts as they came, each under its own name. */
function otherLines(parts: readonly Part[], terminal: Terminal): string[] {
  const named = parts.map(({ part, stage, ...fields }, index) => [String(part ?? stage ?? index + 1), fields]);
  const order = { first: [], last: [], details: [] };
  return renderAnswer(Object.fromEntries(named), { terminal, order, isComplete: false });
}
