import type { PingKnown } from '@sonde/contract/tools/ping/tables';
import { COUNT, INTERVAL_S } from './query.ts';

/** The equivalent command for the visitor's own machine. */
export function commandOf({ host }: PingKnown): string {
  return `ping -c ${COUNT} -i ${INTERVAL_S} ${host}`;
}

/** Further remarks on the packets, one sentence each. */
export function remarks({ packets, duplicates, late, method }: PingKnown): string[] {
  const counted = (count: number, one: string, more: string) => (count === 0 ? [] : [count === 1 ? one : more]);
  return [
    ...errorRemarks(packets),
    ...(late === 0 ? silenceRemark(packets) : []),
    ...counted(duplicates, 'One reply arrived twice.', `${duplicates} replies arrived more than once.`),
    ...counted(
      late,
      'One reply arrived after more than two seconds and counts as lost.',
      `${late} replies arrived after more than two seconds and count as lost.`,
    ),
    ...(method === 'tcp' ? ['Measured by TCP handshakes, not by ICMP.'] : []),
  ];
}

/** Neither a reply nor an error from a router: what that can mean, and what it does not prove. */
function silenceRemark(packets: PingKnown['packets']): string[] {
  const isSilent = packets.every(({ isSettled, timeMs, error }) => isSettled && timeMs === null && error === null);
  if (!isSilent || packets.length < COUNT) return [];
  return ['No reply. The host may be down, or behind a firewall that drops pings.'];
}

/** One sentence for all packets with the same error. */
function errorRemarks(packets: PingKnown['packets']): string[] {
  const said = new Map<string, string[]>();
  for (const { seq, error } of packets) {
    if (error === null) continue;
    const text = error.router === null ? error.meaning : `${error.meaning} (reported by ${error.router})`;
    said.set(text, [...(said.get(text) ?? []), `#${seq}`]);
  }
  const named = (seqs: readonly string[]) => (seqs.length === COUNT ? 'Every packet' : seqs.join(' '));
  return [...said].map(([text, seqs]) => `${named(seqs)}: ${text}`);
}
