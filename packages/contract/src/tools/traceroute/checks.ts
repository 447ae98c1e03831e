import type { Check } from '../../finding/check.ts';
import type { traceroute } from './contract.ts';

export const tracerouteChecks: readonly Check<typeof traceroute>[] = [
  {
    id: 'target',
    title: 'Target',
    codes: ['path-complete', 'path-stopped', 'path-silent', 'path-too-long'],
    withoutFindings: () => null,
  },
  {
    id: 'loop',
    title: 'Loops',
    codes: ['routing-loop'],
    withoutFindings: ({ hops }) => (hops.some(({ received }) => received > 0) ? 'No loop' : null),
  },
  {
    id: 'loss',
    title: 'Packet loss',
    codes: ['loss-on-path', 'loss-at-target'],
    withoutFindings: ({ hops, reached }) =>
      reached === 'target' && hops.at(-1)?.loss === 0 ? 'None at the target' : null,
  },
  {
    id: 'routers',
    title: 'Routers',
    codes: ['answers-limited'],
    withoutFindings: ({ hops }) => (hops.some(({ received }) => received > 0) ? 'No limits seen' : null),
  },
  {
    id: 'mtu',
    title: 'Packet size',
    codes: ['mtu-reduced', 'mtu-black-hole'],
    applies: ({ pathMtu }) => pathMtu !== null,
    withoutFindings: ({ pathMtu }) => pathMtu && `${pathMtu.bytes} bytes fit`,
  },
  {
    id: 'method',
    title: 'Method',
    codes: ['traced-otherwise'],
    withoutFindings: ({ method }) => `By ${method.toUpperCase()}`,
  },
];
