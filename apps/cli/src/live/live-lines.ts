// live/: what a lookup has found before it ends: lines as they come, and all of it after Ctrl-C.
import type { ping, ToolId, traceroute } from '@sonde/contract';
import type * as z from 'zod/mini';
import { printable } from '../print/printable.ts';

type PingPart = z.infer<typeof ping.progress>;
type TracePart = z.infer<typeof traceroute.progress>;

/** Returns the line for a part; null if a reader need not see it. */
export type LineOf = (part: unknown) => string | null;

const milliseconds = (ms: number) => `${ms.toFixed(1)} ms`;

/** The lines of a tool whose packets are worth watching; null for any other tool. */
export function liveLines(id: ToolId): LineOf | null {
  if (id === 'ping') return (part) => shown(pingLine(part as PingPart));
  if (id !== 'traceroute') return null;
  const seen = new Set<number>();
  return (part) => shown(traceLine(part as TracePart, seen));
}

const shown = (line: string | null) => (line === null ? null : printable(line));

function pingLine(part: PingPart): string | null {
  switch (part.kind) {
    case 'session':
      return `ping ${part.address} (${part.method === 'icmp' ? `ICMP, ${part.packetSize} bytes` : 'TCP connect'})`;
    case 'reply': {
      const ttl = part.ttl === null ? '' : `, TTL ${part.ttl}`;
      const by = part.repliedBy === undefined ? '' : `, from ${part.repliedBy ?? 'another address'}`;
      return `packet ${part.seq}: ${milliseconds(part.timeMs)}${ttl}${by}`;
    }
    case 'lost':
      return `packet ${part.seq}: no reply`;
    case 'error':
      return `packet ${part.seq}: ${part.meaning}${part.router === null ? '' : ` (${part.router})`}`;
    case 'duplicate':
      return `packet ${part.seq}: a further reply`;
    case 'late':
      return `packet ${part.seq}: a late reply after ${milliseconds(part.timeMs)}`;
    default:
      return null;
  }
}

/** The first answer from each hop: the others are in the table at the end. */
function traceLine(part: TracePart, seen: Set<number>): string | null {
  if (part.kind === 'session') return `traceroute to ${part.address} (${part.method.toUpperCase()})`;
  if (part.kind !== 'answer' || seen.has(part.ttl)) return null;
  seen.add(part.ttl);
  const error = part.error === null ? '' : `  ${part.error}`;
  return `${String(part.ttl).padStart(2)}  ${part.address ?? 'a router of this network'}  ${milliseconds(part.timeMs)}${error}`;
}
