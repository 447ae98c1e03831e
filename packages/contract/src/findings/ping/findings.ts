import type { Unjudged } from '../answer-findings.ts';
import type { Finding } from '../finding.ts';
import type { pingExplanations } from './explanations.ts';

interface PingFinding extends Finding {
  readonly code: keyof typeof pingExplanations;
}

/** The findings on a ping: how much of what was sent came back. */
export function pingFindings({ host, address, statistics }: Unjudged<'ping'>): PingFinding[] {
  const { packetsTransmitted, packetsReceived } = statistics;
  if (packetsTransmitted === 0 || packetsReceived > 0) return [];
  return [
    {
      code: 'no-reply',
      state: 'unknown',
      about: host,
      evidence: `None of ${packetsTransmitted} packets to ${address} was answered in time.`,
      fix: 'Check the service itself, on its own port; allow echo requests if the host should answer pings.',
    },
  ];
}
