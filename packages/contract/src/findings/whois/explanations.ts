import type { Explanation } from '../explanation.ts';

const EPP = {
  name: 'ICANN: EPP status codes',
  url: 'https://www.icann.org/resources/pages/epp-status-codes-2014-06-16-en',
};
const recovery = {
  name: 'ICANN: Expired Registration Recovery Policy',
  url: 'https://www.icann.org/resources/pages/errp-2013-02-28-en',
};
const grace = { name: 'RFC 3915, section 3', url: 'https://www.rfc-editor.org/rfc/rfc3915#section-3' };
const rdap = { name: 'RFC 9083, section 5.3', url: 'https://www.rfc-editor.org/rfc/rfc9083#section-5.3' };
const dnssec = { name: 'RFC 9364 (BCP 237)', url: 'https://www.rfc-editor.org/rfc/rfc9364' };
const abuse = { name: 'RFC 9083, section 10.2.4', url: 'https://www.rfc-editor.org/rfc/rfc9083#section-10.2.4' };
const redaction = { name: 'RFC 9537', url: 'https://www.rfc-editor.org/rfc/rfc9537' };
const nothingToMend = 'No action needed.';

const dateExplanations = {
  'registration-current': {
    states: ['good'],
    title: 'Registered for more than a month',
    meaning: 'The registration does not end within the next 30 days.',
    importance: 'The domain keeps working without anybody doing anything now.',
    effect: 'Names of the domain resolve.',
    remedies: nothingToMend,
    source: recovery,
  },
  'registration-ends-soon': {
    states: ['warn'],
    title: 'Registration ends soon',
    meaning: 'The registration ends within 30 days, unless it is renewed.',
    importance: 'A domain that runs out stops working; later somebody else can register it.',
    effect: 'Nothing changes until the date. Then websites and mail of the domain stop within days.',
    remedies: {
      Registrar: 'Renew the domain, or turn on automatic renewal, and see that the means of payment is valid.',
    },
    source: recovery,
  },
  'registration-expired': {
    states: ['bad'],
    title: 'Registration has ended',
    meaning: 'The date of expiry has passed.',
    importance: 'The registrar may stop the name servers of the domain at any time, and delete it.',
    effect: 'Browsers may show a page of the registrar, and mail may bounce.',
    remedies: { Registrar: 'Renew the domain now; many registrars still accept that for some weeks.' },
    source: recovery,
  },
  'expiry-unknown': {
    states: ['unknown'],
    title: 'Date of expiry not known',
    meaning: 'The answers name no date on which the registration ends. Some registries publish none.',
    importance: 'Whether the domain has to be renewed soon cannot be said.',
    effect: 'Names of the domain resolve as long as it is registered.',
    remedies: { Registrar: 'The date is shown in the account of the domain.' },
    source: rdap,
  },
  'expiry-dates-differ': {
    states: ['note'],
    title: 'Registry and registrar name different dates of expiry',
    meaning: 'The date of the registrar is another one than that of the registry, often after an automatic renewal.',
    importance: 'The registrar may delete the domain on its own date.',
    effect: 'Nothing changes until the earlier date.',
    remedies: { Registrar: 'Renew before the earlier date, or ask the registrar which one counts.' },
    source: rdap,
  },
  'registered-recently': {
    states: ['note'],
    title: 'Registered within the last month',
    meaning: 'The registration is at most 30 days old.',
    importance: 'Most new domains are harmless. Those for fraud are often used in their first days.',
    effect: 'Some mail servers and filters treat new domains with suspicion for a while.',
    remedies: 'There is nothing to mend: it is new for a while.',
    source: rdap,
  },
} as const satisfies Readonly<Record<string, Explanation>>;

const statusExplanations = {
  'domain-pending-delete': {
    states: ['bad'],
    title: 'About to be deleted',
    meaning: 'The domain is in the last days before its deletion.',
    importance: 'It can no longer be renewed. After its deletion anybody can register it.',
    effect: 'Names of the domain do not resolve.',
    remedies: { Registrar: 'Ask whether anything can be done; otherwise be ready to register it again.' },
    source: grace,
  },
  'domain-in-redemption': {
    states: ['bad'],
    title: 'Deleted, can still be restored',
    meaning: 'The domain has been deleted. For some weeks, its last holder can have it restored.',
    importance: 'After that it becomes free, and somebody else can register it.',
    effect: 'Names of the domain do not resolve: websites and mail do not work.',
    remedies: { Registrar: 'Ask for the restoration now; it costs a fee.' },
    source: grace,
  },
  'domain-on-hold': {
    states: ['bad'],
    title: 'Taken out of the DNS',
    meaning: 'The registrar or the registry has put the domain on hold.',
    importance:
      'It does not work until the hold is lifted. Reasons are unpaid bills, unconfirmed addresses or disputes.',
    effect: 'Names of the domain do not resolve: websites and mail do not work.',
    remedies: { Registrar: 'Ask for the reason. Confirm the address of the holder if a message asked for it.' },
    source: EPP,
  },
  'domain-inactive': {
    states: ['warn'],
    title: 'No name servers',
    meaning: 'The domain is registered without name servers.',
    importance: 'It does not work on the internet.',
    effect: 'Names of the domain do not resolve.',
    remedies: { Registrar: 'Enter at least two name servers, if the domain is to be used.' },
    source: EPP,
  },
  'transfer-pending': {
    states: ['warn'],
    title: 'Move to another registrar under way',
    meaning: 'Somebody has asked to move the domain to another registrar.',
    importance: 'If it was not the holder, the domain is about to be stolen.',
    effect: 'Nothing changes for visitors until name servers are changed.',
    remedies: { Registrar: 'Refuse the transfer there within five days, if it is not yours.' },
    source: EPP,
  },
  'renewal-open': {
    states: ['note'],
    title: 'Renewed automatically, still revocable',
    meaning: 'The registry has renewed the domain by itself, and the registrar may still undo that.',
    importance: 'The new date of expiry is no proof that the holder has paid.',
    effect: 'Names of the domain resolve, unless the registrar stops them.',
    remedies: { Registrar: 'See that the renewal has been paid.' },
    source: grace,
  },
  'transfer-locked': {
    states: ['good'],
    title: 'Locked against moves to another registrar',
    meaning: 'The registrar or the registry refuses to move the domain.',
    importance: 'Nobody can take the domain to another registrar without unlocking it first.',
    effect: 'Nothing changes for visitors.',
    remedies: nothingToMend,
    source: EPP,
  },
  'transfer-unlocked': {
    states: ['warn'],
    title: 'No transfer lock',
    meaning: 'The domain can be moved to another registrar by whoever has its authorization code.',
    importance: 'With access to the account or the mailbox of the holder, somebody can take the domain away.',
    effect: 'Nothing changes for visitors, until it is taken.',
    remedies: { Registrar: 'Turn on the transfer lock (clientTransferProhibited). It is free almost everywhere.' },
    source: EPP,
  },
} as const satisfies Readonly<Record<string, Explanation>>;

export const whoisExplanations = {
  ...dateExplanations,
  ...statusExplanations,
  'delegation-signed': {
    states: ['good'],
    title: 'DNSSEC: the registry has a DS record',
    meaning:
      'The registry publishes that the zone of the domain is signed. Whether signatures hold is not tested here.',
    importance: 'Validating resolvers check the records of the domain.',
    effect: 'Validating resolvers refuse records that were changed on the way.',
    remedies: nothingToMend,
    source: dnssec,
  },
  'delegation-unsigned': {
    states: ['note'],
    title: 'DNSSEC: the registry has no DS record',
    meaning: 'The delegation of the domain is not signed.',
    importance: 'A resolver cannot tell whether somebody on the way has changed its records.',
    effect: 'Resolvers and browsers use the records all the same.',
    remedies: { Registrar: 'Enter the DS record, once the zone is signed.' },
    source: dnssec,
  },
  'delegation-unknown': {
    states: ['unknown'],
    title: 'DNSSEC: the registry does not say',
    meaning: 'The answers do not tell whether the delegation is signed.',
    importance: 'Whether resolvers can check the records of the domain is not known from here.',
    effect: 'Resolvers look at the DS records in the DNS, not at this answer.',
    remedies: 'There is nothing to mend: the DS records in the DNS show it.',
    source: dnssec,
  },
  'privacy-service': {
    states: ['note'],
    title: 'A privacy service stands for the holder',
    meaning: 'The registrant in the public answer is a service, or a word in the place of a name.',
    importance: 'Who holds the domain cannot be read here. That is usual, and no sign of bad intent.',
    effect: 'Nothing changes for visitors.',
    remedies: 'There is nothing to mend: the registrar passes messages on.',
    source: redaction,
  },
  'holder-not-published': {
    states: ['note'],
    title: 'The holder is not published',
    meaning: 'The answers name no registrant. Registries withhold it by law or by their own rules.',
    importance: 'Who holds the domain cannot be read here.',
    effect: 'Nothing changes for visitors.',
    remedies: 'There is nothing to mend: the registrar passes messages on.',
    source: redaction,
  },
  'abuse-contact': {
    states: ['good'],
    title: 'Contact for abuse',
    meaning: 'The registration names where to report abuse.',
    importance: 'Whoever is attacked from here can reach somebody.',
    effect: 'Operators of other networks write there.',
    remedies: nothingToMend,
    source: abuse,
  },
  'abuse-contact-missing': {
    states: ['note'],
    title: 'No contact for abuse',
    meaning: 'The registration itself names no contact for abuse.',
    importance: 'Reports reach nobody, or only the provider around it.',
    effect: 'Operators of other networks may block the addresses instead of writing.',
    remedies: 'The holder adds an abuse contact in the database of the regional internet registry.',
    source: abuse,
  },
  'registry-unanswered': {
    states: ['unknown'],
    title: 'A server of the registry did not answer',
    meaning: 'Not every server that was asked has answered; what is shown comes from the others.',
    importance: 'What that server says, dates and states among it, is not known.',
    effect: 'Nothing changes for visitors of the domain.',
    remedies: 'There is nothing to mend at the domain. Registries limit lookups: try again in some minutes.',
    source: rdap,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
