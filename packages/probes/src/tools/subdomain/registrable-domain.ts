import { registrableDomain as listedDomain } from '../../protocols/public-suffix/registrable-domain.ts';

/**
 * The registrable domain whose name servers answer for `domain`; searches and their questions are counted by it.
 * The Public Suffix List treats every customer's name below a private suffix (`github.io`) as registrable, but all of them may
 * be in one zone, often with a wildcard, where any label would be a domain with a budget of its own. Such a name therefore
 * counts as registrable only if it is a zone of its own, by the owner of its SOA record (`zone`; null if unknown); otherwise
 * the ICANN section of the list decides.
 */
export function registrableDomainOf(domain: string, zone: string | null): string {
  const listed = listedDomain(domain, { withCompanies: true });
  const isOwnZone = listed !== null && zone !== null && `.${zone}`.endsWith(`.${listed}`);
  return (isOwnZone ? listed : listedDomain(domain, { withCompanies: false })) ?? domain;
}
