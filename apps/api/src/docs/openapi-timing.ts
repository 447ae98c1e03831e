import { serverTiming, timingMetrics } from '@sonde/contract/timing/server-timing';
import { timingOf } from '@sonde/contract/timing/timing';

const meanings = Object.entries(timingMetrics).map(([name, meaning]) => `\`${name}\`: ${meaning}`);

const example = timingOf({ queuedMs: 0.1, measuredMs: 84.2, writtenMs: 0.2, evidence: { exchanges: [], leftOut: 0 } });

/** Sent with `timing=true`. */
export const timingHeader = {
  'Server-Timing': {
    description: `Only with \`timing=true\`: where the time of the lookup went (W3C Server Timing), in milliseconds. ${meanings.join(' ')}`,
    schema: { type: 'string' },
    example: serverTiming(example),
  },
};

export const timingHeaderReference = { 'Server-Timing': { $ref: '#/components/headers/Server-Timing' } };
