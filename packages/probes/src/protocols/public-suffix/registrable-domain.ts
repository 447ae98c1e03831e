import { getDomain, parse } from 'tldts';
import { getEmptyResult, parseImpl } from 'tldts-core';
import type { SuffixList } from './suffix-list.ts';

/** Newer than the list in tldts; null if that is the newest. One for the process, since it is data about the internet. */
let newest: SuffixList | null = null;

/** From now on, this list is used; null for the one that comes with tldts. */
export function setSuffixList(list: SuffixList | null): void {
  newest = list;
}

/** All parts: of the steps of tldts-core, those up to the domain are needed. */
const DOMAIN = 3;

/**
 * The name one label below a public suffix; null for a suffix itself, and for what is no name.
 * @param withCompanies whether suffixes such as github.io count, below which companies give away names
 */
export function registrableDomain(name: string, { withCompanies }: { readonly withCompanies: boolean }): string | null {
  if (newest === null) return getDomain(name, { allowPrivateDomains: withCompanies });
  return parseImpl(name, DOMAIN, lookUp(newest), { allowPrivateDomains: withCompanies }, getEmptyResult()).domain;
}

/** Whether a registry gives away names directly below this one, as below `co.uk`. */
export function isRegistrySuffix(name: string): boolean {
  if (newest !== null) {
    const found = newest.suffixOf(name, false);
    return found?.isOfRegistry === true && found.suffix === name;
  }
  const { publicSuffix, isIcann } = parse(name, { allowPrivateDomains: false });
  return isIcann === true && publicSuffix === name;
}

/** As tldts looks up a suffix; where no rule fits, the last label is one (the rule `*` of the algorithm). */
function lookUp({ suffixOf }: SuffixList): Parameters<typeof parseImpl>[2] {
  return (host, { allowPrivateDomains }, out) => {
    const found = suffixOf(host, allowPrivateDomains);
    out.publicSuffix = found?.suffix ?? host.slice(host.lastIndexOf('.') + 1);
    out.isIcann = found?.isOfRegistry ?? false;
    out.isPrivate = found !== null && !found.isOfRegistry;
  };
}
