import { type HeadFact, headFact } from '../../fact/head-fact.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { subdomain } from './contract.ts';

/** What a reader looks for first. */
export function subdomainHeadlines({ subdomains }: ReadAnswerOf<typeof subdomain>): HeadFact[] {
  const resolving = subdomains.filter(({ resolves }) => resolves === true).length;
  return [headFact('Names', `${subdomains.length} found, ${resolving} of them with addresses`)];
}
