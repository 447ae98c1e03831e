import { getDomain } from 'tldts';

/**
 * The registrable domain whose name servers answer for `domain`: what searches and their questions are counted by.
 *
 * Below a suffix that is run privately (`github.io`) every customer's name counts as registrable in the Public Suffix
 * List, and yet all of them may be one zone, often a wildcard: any label at all would be a domain with a budget of its own.
 * So such a name stands for itself only when it is a zone of its own, by the owner of its SOA record (`zone`; null where
 * that is not known); else the registry's own part of the list decides.
 */
export function registrableDomainOf(domain: string, zone: string | null): string {
  const listed = getDomain(domain, { allowPrivateDomains: true });
  const isOwnZone = listed !== null && zone !== null && `.${zone}`.endsWith(`.${listed}`);
  return (isOwnZone ? listed : getDomain(domain)) ?? domain;
}
