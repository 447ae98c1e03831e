import { type Fact, type Facts, factsFrom, setOf } from '../../fact/fact.ts';
import type { Unjudged } from '../../finding/unjudged.ts';
import type { subdomain } from './contract.ts';

/**
 * The names of a domain, and where each leads. The set of names is known only after a search without gaps; facts about one
 * name do not depend on the others. Left out: which source found a name, and how many names were tried.
 */
export function subdomainFacts(answer: Unjudged<typeof subdomain>): Facts {
  const { subdomains, wildcards, gaps, sources } = answer;
  const isComplete = gaps.length === 0 && sources.every(({ state }) => state === 'done');
  return factsFrom([
    ['names', isComplete ? setOf(subdomains.map(({ subdomain }) => subdomain)) : undefined],
    ['wildcards', isComplete ? setOf(wildcards) : undefined],
    ...subdomains.flatMap(nameFacts),
  ]);
}

function nameFacts(name: Unjudged<typeof subdomain>['subdomains'][number]): Fact[] {
  const { subdomain, ipv4List, ipv6List, aliases, unknownFamilies, resolves } = name;
  const isUnknown = unknownFamilies.length > 0;
  return [
    [`names/${subdomain}/resolves`, resolves ?? undefined],
    [`names/${subdomain}/ipv4`, unknownFamilies.includes('ipv4') ? undefined : setOf(ipv4List)],
    [`names/${subdomain}/ipv6`, unknownFamilies.includes('ipv6') ? undefined : setOf(ipv6List)],
    [`names/${subdomain}/aliases`, isUnknown && aliases.length === 0 ? undefined : setOf(aliases)],
  ];
}
