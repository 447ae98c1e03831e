import { type HeadFact, headFact } from '../../fact/head-fact.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { web } from './contract.ts';

const VERSIONS = { h1: 'HTTP/1.1', h2: 'HTTP/2', h3: 'HTTP/3' } as const;

/** What a reader looks for first. */
export function webHeadlines({ final, versions, families }: ReadAnswerOf<typeof web>): HeadFact[] {
  const spoken = (Object.keys(VERSIONS) as (keyof typeof VERSIONS)[]).filter((version) => versions?.[version] === true);
  const status = final?.status == null ? '' : ` (${final.status})`;
  const reached = (['ipv4', 'ipv6'] as const).filter((family) => families?.[family]?.status != null);
  return [
    headFact('Page', final?.url == null ? null : `${final.url}${status}`),
    headFact('Versions', spoken.map((version) => VERSIONS[version]).join(', ') || null),
    headFact('Answers by', reached.map((family) => (family === 'ipv4' ? 'IPv4' : 'IPv6')).join(' and ') || null),
  ];
}
