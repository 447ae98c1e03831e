import type { Unjudged } from '../../../finding/unjudged.ts';
import { gapsInWords, listed, quoted } from '../../../finding/wording.ts';
import type { whois } from '../contract.ts';
import { dateFindings } from './dates.ts';
import { statusFindings } from './status.ts';
import type { UnjudgedRegistration, WhoisFinding } from './view.ts';

/**
 * Services that are listed in place of the holder. A word such as «privacy» alone is not enough: Privacy International is
 * the name of its holder.
 */
const PRIVACY =
  /^(?:domains by proxy|withheld for privacy|whois ?guard|perfect privacy|super privacy|contact privacy|privacy ?(?:protect|guardian)|see privacyguardian|jewella privacy|proxy protection|private by design|registration private|private registra(?:nt|tion)|anonymi[sz]e,? inc|whoissecure|redacted for|data protected|statutory masking)|\b(?:whois|domain|registration|identity|id|customer|registrant|domain name) (?:privacy|proxy|protection) (?:service|corp|protect|inc|llc|ltd|group|limited|fbo)|\bwhois ?(?:privacy|proxy|protect)|\bprivacy (?:services?|protection|protect)\b|\bdomain (?:privacy|proxy)\b|\bidentity protection service\b/i;

/** The findings on a registration, from the data of the registry and the registrar, for domains or numbers. */
export function whoisFindings({ registration, gaps, checkedAt, query }: Unjudged<typeof whois>): WhoisFinding[] {
  const own = ownFindings(registration, checkedAt);
  if (gaps.length === 0) return own;
  const fix = 'Look it up again in a few minutes.';
  return [...own, { code: 'registry-unanswered', state: 'unknown', about: query, evidence: gapsInWords(gaps), fix }];
}

/** Nothing is concluded from a reply that is not recognised, and a reserved name is not judged like a registration. */
function ownFindings(registration: UnjudgedRegistration, checkedAt: string | undefined): WhoisFinding[] {
  if (registration.state === 'reserved') return [reserved(registration)];
  // Answers of older versions have no state, and those of newer ones may have others.
  if ((registration.state ?? 'registered') !== 'registered') return [unrecognised(registration)];
  if (registration.kind !== 'domain') return abuseFindings(registration);
  return [
    ...dateFindings(registration, checkedAt),
    ...statusFindings(registration),
    ...dnssecFindings(registration),
    ...holderFindings(registration),
  ];
}

function unrecognised({ name: about }: UnjudgedRegistration): WhoisFinding {
  const evidence = `The replies about ${about} match no form that Sonde knows.`;
  const fix = 'Read the text of the reply.';
  return { code: 'reply-unrecognised', state: 'unknown', about, evidence, fix };
}

function reserved({ name: about, status }: UnjudgedRegistration): WhoisFinding {
  const [word] = status.map(({ code }) => code);
  const said = word === undefined ? 'The registry says so in its reply.' : `It has the status ${quoted(word)}.`;
  const evidence = `The registry does not offer ${about} for registration. ${said}`;
  return { code: 'name-reserved', state: 'note', about, evidence, fix: null };
}

function dnssecFindings({ name: about, dnssec, ds }: UnjudgedRegistration): WhoisFinding[] {
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
  const evidence = 'The answers do not say, in words that Sonde knows, whether the delegation is signed.';
  const fix = 'Look up the DNS records of the domain: if it has DS records, the delegation is signed.';
  return [{ code: 'delegation-unknown', state: 'unknown', about, evidence, fix }];
}

function holderFindings({ name: about, contacts, notes }: UnjudgedRegistration): WhoisFinding[] {
  const holders = contacts.filter(({ role }) => role.toLowerCase() === 'registrant');
  const words = holders.flatMap(({ name, organization }) => [organization, name].filter((text) => text !== null));
  const service = words.find((text) => PRIVACY.test(text));
  if (service !== undefined) {
    const evidence = `The registrant is given as "${quoted(service)}".`;
    return [{ code: 'privacy-service', state: 'note', about, evidence, fix: null }];
  }
  if (words.length > 0) return [];
  const isWithheld = notes.some((note) => /\bwithheld\b/.test(note));
  const evidence = isWithheld
    ? 'The registry or the registrar withholds contact details.'
    : 'The answers contain no registrant that Sonde could read.';
  return [{ code: 'holder-not-published', state: 'note', about, evidence, fix: null }];
}

function abuseFindings({ name: about, abuse }: UnjudgedRegistration): WhoisFinding[] {
  const reach = abuse?.email ?? abuse?.phone ?? null;
  if (reach !== null) {
    const evidence = `Report abuse to ${quoted(reach)}.`;
    return [{ code: 'abuse-contact', state: 'good', about, evidence, fix: null }];
  }
  const evidence = `The registration of ${about} itself has no abuse contact.`;
  const fix = 'Report abuse to the surrounding network, or to its registry.';
  return [{ code: 'abuse-contact-missing', state: 'note', about, evidence, fix }];
}
