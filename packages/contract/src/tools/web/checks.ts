import type { Check } from '../../finding/check.ts';
import { counted } from '../../text/counted.ts';
import type { web } from './contract.ts';

export const webChecks: readonly Check<typeof web>[] = [
  {
    id: 'answer',
    title: 'Final page',
    codes: [],
    withoutFindings: ({ final }) => `Status ${final.status} at ${final.url}`,
  },
  {
    id: 'redirects',
    title: 'Redirects',
    codes: [],
    withoutFindings: ({ chain }) => (chain.length > 1 ? counted(chain.length - 1, 'redirect') : 'None'),
  },
  {
    id: 'certificate',
    title: 'Certificate',
    codes: [],
    applies: ({ chain }) => chain.some(({ certificate }) => certificate !== null),
    withoutFindings: () => null,
  },
  {
    id: 'versions',
    title: 'HTTP versions',
    codes: [],
    withoutFindings: ({ versions: { h1, h2, h3 } }) =>
      [h1 === true && 'HTTP/1.1', h2 === true && 'HTTP/2', h3 === true && 'HTTP/3'].filter(Boolean).join(', ') || null,
  },
  {
    id: 'families',
    title: 'IPv4 and IPv6',
    codes: [],
    withoutFindings: ({ families: { ipv4, ipv6 } }) =>
      [ipv4.reached === true && 'IPv4', ipv6.reached === true && 'IPv6'].filter(Boolean).join(', ') || null,
  },
  {
    id: 'completeness',
    title: 'Completeness',
    codes: [],
    withoutFindings: ({ gaps }) => (gaps.length === 0 ? 'Nothing is missing' : null),
  },
];
