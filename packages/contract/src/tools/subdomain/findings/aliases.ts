import { takeoverServiceOf } from '../../../finding/names/takeover-services.ts';
import { listed } from '../../../finding/wording.ts';
import { counted } from '../../../text/counted.ts';
import { isDangling, isOpenToTakeover, targetOf } from '../takeover.ts';
import type { SubdomainFinding, UnjudgedSubdomains } from './view.ts';

/** Further ones are counted in one finding: a hostile zone may have thousands. */
const ONE_BY_ONE = 50;

type Name = UnjudgedSubdomains['subdomains'][number];

/** Dangling aliases, and those among them that a stranger could take over. */
export function aliasFindings({ domain, subdomains }: UnjudgedSubdomains): SubdomainFinding[] {
  const aliases = subdomains.filter(({ aliases: to }) => to.length > 0);
  const leading = aliases.filter(({ resolves }) => resolves === true);
  const dangling = aliases.filter(isDangling);
  const open = dangling.filter(isOpenToTakeover);
  const rest = dangling.filter((name) => !isOpenToTakeover(name));
  const found = [...open.slice(0, ONE_BY_ONE).map(openFinding), ...manyFindings(domain, open.slice(ONE_BY_ONE))];
  if (rest.length > 0) found.push(danglingFinding(domain, rest));
  if (found.length > 0 || leading.length === 0 || leading.length < aliases.length) return found;
  const evidence = `Every alias leads to an address: ${counted(leading.length, 'name')}.`;
  return [{ code: 'alias-resolved', state: 'good', about: domain, evidence, fix: null }];
}

function openFinding(name: Name): SubdomainFinding {
  const target = targetOf(name);
  const service = takeoverServiceOf(target);
  return {
    code: 'alias-open-to-takeover',
    state: 'bad',
    about: name.subdomain,
    evidence: `${name.subdomain} is an alias of ${target}, which has no address. Names there belong to customers of ${service?.name} (${service?.source}).`,
    fix: `Remove the CNAME record of ${name.subdomain}, or create the resource ${target} again.`,
  };
}

function manyFindings(about: string, more: readonly Name[]): SubdomainFinding[] {
  if (more.length === 0) return [];
  const evidence = `The same is true for ${counted(more.length, 'more name')}: ${inPairs(more)}.`;
  const fix = 'Remove the CNAME records of these names.';
  return [{ code: 'alias-open-to-takeover', state: 'bad', about, evidence, fix }];
}

function danglingFinding(about: string, names: readonly Name[]): SubdomainFinding {
  const evidence = `No address at the end of ${counted(names.length, 'alias', 'aliases')}: ${inPairs(names)}.`;
  const fix = 'Remove these CNAME records, or point them to names that exist.';
  return { code: 'alias-dangling', state: 'bad', about, evidence, fix };
}

const inPairs = (names: readonly Name[]) => listed(names.map((name) => `${name.subdomain} → ${targetOf(name)}`));
