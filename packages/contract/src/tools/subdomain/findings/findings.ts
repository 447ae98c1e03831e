import { isReservedName } from '../../../finding/names/private-names.ts';
import { gapsInWords, listed } from '../../../finding/wording.ts';
import { counted } from '../../../text/counted.ts';
import { hasHiddenAddress, hasPrivateAddress } from './addresses.ts';
import { aliasFindings } from './aliases.ts';
import type { SubdomainFinding, UnjudgedSubdomains } from './view.ts';

/** The findings on the names of a domain: where they lead, and what the zone discloses. */
export function subdomainFindings(answer: UnjudgedSubdomains): SubdomainFinding[] {
  return [
    ...aliasFindings(answer),
    ...addressFindings(answer),
    ...zoneFindings(answer),
    ...wildcardFindings(answer),
    ...gapFindings(answer),
  ];
}

const has = ({ gaps }: UnjudgedSubdomains, part: string) => gaps.some((gap) => gap.part === part);

/** Names that public DNS does not have may lead to private addresses that may be shown. */
function addressFindings({ domain: about, subdomains }: UnjudgedSubdomains): SubdomainFinding[] {
  const found: SubdomainFinding[] = [];
  const inner = subdomains.filter((one) => hasHiddenAddress(one) || (hasPrivateAddress(one) && !isReservedName(about)));
  if (inner.length > 0) {
    const evidence = `${listed(inner.map(({ subdomain }) => subdomain))}: no public address.`;
    const fix = 'If only one network uses these names, remove them from the public zone.';
    found.push({ code: 'private-address', state: 'note', about, evidence, fix });
  }
  const unknown = subdomains.filter(({ unknownFamilies }) => unknownFamilies.length > 0);
  if (unknown.length > 0) {
    const names = listed(unknown.map(({ subdomain }) => subdomain));
    const evidence = `The resolver gave no complete answer for ${counted(unknown.length, 'name')}: ${names}.`;
    found.push({
      code: 'addresses-unknown',
      state: 'unknown',
      about,
      evidence,
      fix: 'Look these names up one by one.',
    });
  }
  return found;
}

function zoneFindings(answer: UnjudgedSubdomains): SubdomainFinding[] {
  const { domain: about, sources } = answer;
  const sourceOf = (name: string) => sources.find(({ source }) => source === name);
  const found: SubdomainFinding[] = [];
  const transfer = sourceOf('transfer');
  if (transfer !== undefined && transfer.found > 0) {
    const evidence = `A name server of ${about} gave ${counted(transfer.found, 'name')} by zone transfer.`;
    const fix = 'Allow zone transfers only to your own secondary servers.';
    found.push({ code: 'zone-transfer-open', state: 'warn', about, evidence, fix });
  } else if (transfer?.state === 'done' && !has(answer, 'transfer')) {
    const evidence = `No name server that was queried transferred the zone ${about}.`;
    found.push({ code: 'zone-transfer-refused', state: 'good', about, evidence, fix: null });
  }
  const walk = sourceOf('nsec');
  if (walk !== undefined && walk.found > 0) {
    const evidence = `The NSEC records of ${about} revealed ${counted(walk.found, 'name')}.`;
    const fix = 'Sign the zone with NSEC3 if its names should not be easy to list.';
    found.push({ code: 'zone-walkable', state: 'note', about, evidence, fix });
  }
  return found;
}

/** The absence of a wildcard is reported only if all tests were answered. */
function wildcardFindings(answer: UnjudgedSubdomains): SubdomainFinding[] {
  const { domain: about, wildcards, partialWildcards, sources } = answer;
  if (wildcards.length > 0) {
    const part = partialWildcards.length > 0 ? `, for some names only below ${listed(partialWildcards)}` : '';
    const evidence = `Names that do not exist get an answer below ${listed(wildcards)}${part}.`;
    return [{ code: 'wildcard-found', state: 'note', about, evidence, fix: null }];
  }
  const isTested = sources.some(({ source, state }) => source === 'words' && state === 'done');
  if (!isTested || ['wildcards', 'words', 'addresses'].some((part) => has(answer, part))) return [];
  const evidence = `None of the random names tried below ${about} exists.`;
  return [{ code: 'wildcard-none', state: 'good', about, evidence, fix: null }];
}

/** Missing addresses are reported for each name. */
const OF_ADDRESSES: ReadonlySet<string> = new Set(['IPv4 addresses', 'IPv6 addresses']);

function gapFindings({ domain: about, gaps }: UnjudgedSubdomains): SubdomainFinding[] {
  const missing = gaps.filter(({ part }) => !OF_ADDRESSES.has(part));
  if (missing.length === 0) return [];
  return [
    { code: 'source-unknown', state: 'unknown', about, evidence: gapsInWords(missing), fix: 'Search again later.' },
  ];
}
