import type { Unjudged } from '../../../finding/unjudged.ts';
import { gapsInWords, listed, quoted } from '../../../finding/wording.ts';
import type { whois } from '../contract.ts';
import { dateFindings } from './dates.ts';
import { statusFindings } from './status.ts';
import type { Registration, WhoisFinding } from './view.ts';

/** Names of services that registries list in place of the holder, in the services' own spelling. */
const PRIVACY =
  /\b(?:privacy|proxy|private (?:by design|registration|whois)|whoisguard|withheld for|domains by proxy|redacted for|data protected|identity protect)/i;

/** The findings on a registration, from the data of the registry and the registrar, for domains or numbers. */
export function whoisFindings({ registration, gaps, checkedAt, query }: Unjudged<typeof whois>): WhoisFinding[] {
  const own =
    registration.kind === 'domain'
      ? [
          ...dateFindings(registration, checkedAt),
          ...statusFindings(registration),
          ...dnssecFindings(registration),
          ...holderFindings(registration),
        ]
      : abuseFindings(registration);
  if (gaps.length === 0) return own;
  const fix = 'Look it up again in a few minutes.';
  return [...own, { code: 'registry-unanswered', state: 'unknown', about: query, evidence: gapsInWords(gaps), fix }];
}

function dnssecFindings({ name: about, dnssec, ds }: Registration): WhoisFinding[] {
  if (dnssec === 'signed') {
    const evidence =
      ds.length === 0 ? 'The registry says that it is signed.' : `The registry has DS records: ${listed(ds, 2)}.`;
    return [{ code: 'delegation-signed', state: 'good', about, evidence, fix: null }];
  }
  if (dnssec === 'unsigned') {
    const evidence = `The registry has no DS record for ${about}.`;
    const fix = 'Sign the zone, then add its DS record at the registrar.';
    return [{ code: 'delegation-unsigned', state: 'note', about, evidence, fix }];
  }
  const evidence = 'The answers do not say whether the delegation is signed.';
  const fix = 'Look up the DNS records of the domain: if it has DS records, the delegation is signed.';
  return [{ code: 'delegation-unknown', state: 'unknown', about, evidence, fix }];
}

function holderFindings({ name: about, contacts }: Registration): WhoisFinding[] {
  const holders = contacts.filter(({ role }) => role.toLowerCase() === 'registrant');
  const words = holders.flatMap(({ name, organization }) => [organization, name].filter((text) => text !== null));
  const service = words.find((text) => PRIVACY.test(text));
  if (service !== undefined) {
    const evidence = `The registrant is given as "${quoted(service)}".`;
    return [{ code: 'privacy-service', state: 'note', about, evidence, fix: null }];
  }
  if (words.length > 0) return [];
  const evidence = 'The answers contain no registrant.';
  return [{ code: 'holder-not-published', state: 'note', about, evidence, fix: null }];
}

function abuseFindings({ name: about, abuse }: Registration): WhoisFinding[] {
  const reach = abuse?.email ?? abuse?.phone ?? null;
  if (reach !== null) {
    const evidence = `Report abuse to ${quoted(reach)}.`;
    return [{ code: 'abuse-contact', state: 'good', about, evidence, fix: null }];
  }
  const evidence = `The registration of ${about} itself has no abuse contact.`;
  const fix = 'Report abuse to the surrounding network, or to its registry.';
  return [{ code: 'abuse-contact-missing', state: 'note', about, evidence, fix }];
}
