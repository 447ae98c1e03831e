import type { Tools } from '@sonde/contract';
import type { Probe } from '../../probe.ts';

export const probeDns: Probe<Tools['dns']> = async ({ domain }, { net, signal }) => {
  const answer = await net.ask({ name: domain, type: 1 }, signal);
  return {
    data: { domain, records: [], resolver: answer.resolver, authenticated: false, validationFailed: false },
    gaps: [],
  };
};
