import type { Finding } from '../../../finding/finding.ts';
import type { Unjudged } from '../../../finding/unjudged.ts';
import { listed } from '../../../finding/wording.ts';
import { jitterOf } from '../../../ping-statistics.ts';
import { counted } from '../../../text/counted.ts';
import { formatMs } from '../../../text/format-ms.ts';
import type { ping } from '../contract.ts';
import type { pingExplanations } from '../explanations.ts';

interface PingFinding extends Finding {
  readonly code: keyof typeof pingExplanations;
}

type Answer = Unjudged<typeof ping>;

const UNDISCLOSED = 'an address that is not public';

/** A common length of the buffers that calls use; no standard sets a limit for the mean step between replies. */
const MAX_JITTER_MS = 50;

/** The findings on a ping: how many packets were answered, how steadily, and what routers said. */
export function pingFindings(answer: Answer): PingFinding[] {
  return [
    ...errorFindings(answer),
    ...lossFindings(answer),
    ...jitterFindings(answer),
    ...ttlFindings(answer),
    ...oddFindings(answer),
  ];
}

function errorFindings({ host: about, packets }: Answer): PingFinding[] {
  const errors = packets.flatMap(({ error }) => error ?? []);
  if (errors.length === 0) return [];
  const words = new Set(errors.map(({ meaning, router }) => (router === null ? meaning : `${meaning}, by ${router}`)));
  const evidence = `${counted(errors.length, 'packet')} of ${packets.length} ended with an error: ${listed([...words])}.`;
  const fix = 'Ask the operator of that router or host, or check the firewall if it is yours.';
  return [{ code: 'router-error', state: 'bad', about, evidence, fix }];
}

function lossFindings({ host: about, address, statistics, packets }: Answer): PingFinding[] {
  const { packetsTransmitted: sent, packetsReceived: received, packetLoss } = statistics;
  if (sent === 0) return [];
  if (received === sent) {
    // Whether the packets reached this host is not known then.
    if (packets.some(({ repliedBy }) => repliedBy !== undefined)) return [];
    const evidence = `All ${counted(sent, 'packet')} to ${address} came back.`;
    return [{ code: 'no-packet-lost', state: 'good', about, evidence, fix: null }];
  }
  // Errors are not losses: they have a finding of their own.
  if (packets.every(({ timeMs, error }) => timeMs !== null || error !== null)) return [];
  if (received === 0) {
    const evidence = `None of ${counted(sent, 'packet')} to ${address} was answered in time.`;
    const fix = 'Check the service on its own port. Allow echo requests if the host should answer pings.';
    return [{ code: 'no-reply', state: 'unknown', about, evidence, fix }];
  }
  const evidence = `${sent - received} of ${counted(sent, 'packet')} to ${address} were lost (${packetLoss} %).`;
  const fix = 'Send more packets, also at another time. Then run a traceroute to see where the loss begins.';
  return [{ code: 'packets-lost', state: 'warn', about, evidence, fix }];
}

function jitterFindings({ host: about, packets }: Answer): PingFinding[] {
  const jitter = jitterOf(packets);
  if (jitter === null) return [];
  const evidence = `From reply to reply, the round-trip time changes by ${formatMs(jitter)} on average.`;
  if (jitter <= MAX_JITTER_MS) return [{ code: 'round-trip-steady', state: 'good', about, evidence, fix: null }];
  const fix = 'Check whether a link on the path is full: measure again when nothing else uses it.';
  return [{ code: 'round-trip-varies', state: 'note', about, evidence, fix }];
}

function ttlFindings({ host: about, packets }: Answer): PingFinding[] {
  const values = [...new Set(packets.flatMap(({ ttl }) => ttl ?? []))];
  if (values.length < 2) return [];
  const evidence = `The TTL of the replies was ${listed(values.map(String))}.`;
  return [{ code: 'ttl-changed', state: 'note', about, evidence, fix: null }];
}

function oddFindings({ host: about, address, packets, duplicates, late, method }: Answer): PingFinding[] {
  const found: PingFinding[] = [];
  const others = packets.flatMap(({ repliedBy }) => (repliedBy === undefined ? [] : [repliedBy ?? UNDISCLOSED]));
  if (others.length > 0) {
    const evidence = `${counted(others.length, 'reply', 'replies')} to packets for ${address} came from ${listed([...new Set(others)])}.`;
    const fix = 'Check the addresses and routes of the host, and the address translation (NAT) in front of it.';
    found.push({ code: 'reply-from-other-address', state: 'warn', about, evidence, fix });
  }
  if (duplicates > 0) {
    const evidence = `${counted(duplicates, 'further reply', 'further replies')} came from ${address}.`;
    const fix = 'Look for a loop in the host’s network, or a second host with the same address.';
    found.push({ code: 'duplicate-replies', state: 'warn', about, evidence, fix });
  }
  if (late > 0) {
    const evidence = `${counted(late, 'reply', 'replies')} arrived after the packet had been counted as lost.`;
    found.push({ code: 'late-replies', state: 'note', about, evidence, fix: null });
  }
  if (method === 'tcp') {
    const evidence = `The times are those of TCP handshakes with ${address}, because the Sonde server cannot send pings.`;
    found.push({ code: 'timed-by-tcp', state: 'note', about, evidence, fix: null });
  }
  return found;
}
