import type { Explanation } from '../../finding/explanation.ts';

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
const reservedNames = {
  name: 'ICANN: Base Registry Agreement, Specification 5',
  url: 'https://www.icann.org/en/registry-agreements/base-agreement',
};
const whoisProtocol = { name: 'RFC 3912, section 2', url: 'https://www.rfc-editor.org/rfc/rfc3912#section-2' };
const nothingToMend = 'No action needed.';

const dateExplanations = {
  'registration-current': {
    states: ['good'],
    title: 'Registered for more than a month',
    meaning: 'The registration does not expire within the next 30 days.',
    importance: 'Nobody has to renew it now.',
    effect: 'None: the registration does not end soon. Whether the domain’s names resolve depends on its status.',
    remedies: nothingToMend,
    source: recovery,
  },
  'registration-ends-soon': {
    states: ['warn'],
    title: 'Registration expires soon',
    meaning: 'The registration expires within 30 days unless it is renewed.',
    importance: 'An expired domain stops working, and later somebody else can register it.',
    effect: 'Nothing until then. After that, the domain’s websites and mail stop within days.',
    remedies: {
      Registrar: 'Renew the domain, or turn on automatic renewal and make sure that the payment method is valid.',
    },
    source: recovery,
  },
  'registration-expired': {
    states: ['bad'],
    title: 'Registration has expired',
    meaning: 'The expiry date has passed.',
    importance: 'The registrar may take the domain out of the DNS at any time, and delete it.',
    effect: 'Browsers may show a page from the registrar, and mail may bounce.',
    remedies: { Registrar: 'Renew the domain now. Many registrars still allow this for a few weeks.' },
    source: recovery,
  },
  'expiry-unknown': {
    states: ['unknown'],
    title: 'Expiry date not known',
    meaning: 'No expiry date could be read from the answers. Some registries do not publish one.',
    importance: 'It is not known whether the domain has to be renewed soon.',
    effect: 'The domain’s names resolve as long as it is registered.',
    remedies: { Registrar: 'Look up the date in the domain’s account.' },
    source: rdap,
  },
  'expiry-dates-differ': {
    states: ['note'],
    title: 'Registry and registrar give different expiry dates',
    meaning: 'The registrar’s expiry date differs from the registry’s, often after an automatic renewal.',
    importance: 'The registrar may delete the domain on its own date.',
    effect: 'None until the earlier date.',
    remedies: { Registrar: 'Renew before the earlier date, or ask the registrar which one counts.' },
    source: rdap,
  },
  'registered-recently': {
    states: ['note'],
    title: 'Registered within the last month',
    meaning: 'The registration is at most 30 days old.',
    importance: 'Most new domains are harmless, but domains used for fraud are often only days old.',
    effect: 'Some mail servers and filters distrust new domains for a while.',
    remedies: 'No action needed. This finding disappears after 30 days.',
    source: rdap,
  },
} as const satisfies Readonly<Record<string, Explanation>>;

const statusExplanations = {
  'domain-pending-delete': {
    states: ['bad'],
    title: 'Pending deletion',
    meaning:
      'The time in which the domain could be restored is over, and the registry deletes it within days. This is so only without the status redemptionPeriod or pendingRestore.',
    importance: 'Once it is deleted, anyone can register it.',
    effect: 'The domain’s names do not resolve.',
    remedies: { Registrar: 'Be ready to register it again as soon as it is deleted.' },
    source: EPP,
  },
  'domain-restore-pending': {
    states: ['warn'],
    title: 'Being restored after a deletion',
    meaning: 'The registrar has asked the registry to restore the deleted domain. The registry waits for its report.',
    importance: 'If the report does not arrive in time, the domain goes back to the redemption period.',
    effect: 'The domain’s names may not resolve until it is restored.',
    remedies: { Registrar: 'Ask whether the report on the restoration has been sent.' },
    source: EPP,
  },
  'domain-in-redemption': {
    states: ['bad'],
    title: 'Deleted, but can still be restored',
    meaning:
      'The domain has been deleted. For a few weeks, its last holder can have it restored, also while it has the status pendingDelete as well.',
    importance: 'After that, somebody else can register it.',
    effect: 'The domain’s names do not resolve: websites and mail do not work.',
    remedies: { Registrar: 'Request its restoration now. There is a fee.' },
    source: grace,
  },
  'domain-on-hold': {
    states: ['bad'],
    title: 'On hold: removed from the DNS',
    meaning: 'The registrar or the registry has put the domain on hold.',
    importance:
      'It does not work until the hold is lifted. Typical reasons are unpaid bills, an unverified e-mail address, or a dispute.',
    effect: 'The domain’s names do not resolve: websites and mail do not work.',
    remedies: { Registrar: 'Ask for the reason. If a message asked the holder to verify an e-mail address, do so.' },
    source: EPP,
  },
  'domain-inactive': {
    states: ['warn'],
    title: 'No name servers',
    meaning: 'The domain is registered, but has no name servers.',
    importance: 'It does not work on the internet.',
    effect: 'The domain’s names do not resolve.',
    remedies: { Registrar: 'Add at least two name servers if the domain should work.' },
    source: EPP,
  },
  'transfer-pending': {
    states: ['warn'],
    title: 'Transfer to another registrar pending',
    meaning: 'Somebody has requested a transfer of the domain to another registrar.',
    importance: 'If the holder did not request it, the domain is about to be stolen.',
    effect: 'None for visitors until the name servers are changed.',
    remedies: { Registrar: 'If you did not request the transfer, reject it within five days.' },
    source: EPP,
  },
  'renewal-open': {
    states: ['note'],
    title: 'Renewed automatically, but can be undone',
    meaning: 'The registry has renewed the domain automatically, and the registrar can still undo the renewal.',
    importance: 'The new expiry date does not prove that the holder has paid.',
    effect: 'The domain’s names resolve unless the registrar stops them.',
    remedies: { Registrar: 'Make sure that the renewal has been paid.' },
    source: grace,
  },
  'transfer-locked': {
    states: ['good'],
    title: 'Transfer lock',
    meaning: 'The registrar or the registry rejects transfers of the domain.',
    importance: 'Nobody can transfer the domain to another registrar without unlocking it first.',
    effect: 'None for visitors.',
    remedies: nothingToMend,
    source: EPP,
  },
  'transfer-unlocked': {
    states: ['warn'],
    title: 'No transfer lock',
    meaning:
      'The registry reports no lock, so that anyone with the authorization code can request a transfer to another registrar. For some weeks after a registration or a transfer, registrars refuse it all the same.',
    importance: 'An attacker with access to the holder’s account or mailbox can steal the domain.',
    effect: 'None for visitors until the domain is stolen.',
    remedies: { Registrar: 'Turn on the transfer lock (clientTransferProhibited).' },
    source: EPP,
  },
} as const satisfies Readonly<Record<string, Explanation>>;

const stateExplanations = {
  'name-reserved': {
    states: ['note'],
    title: 'Reserved by the registry',
    meaning: 'The registry keeps this name, or restricts its use. It does not offer it for registration.',
    importance:
      'Nobody can register it in the ordinary way. Some registries release such names later, or to certain holders.',
    effect: 'None: most reserved names do not resolve.',
    remedies: 'No action needed. The registry’s rules say who may use the name.',
    source: reservedNames,
  },
  'reply-unrecognised': {
    states: ['unknown'],
    title: 'The reply was not recognised',
    meaning: 'A server replied, but not with a registration, a refusal or a statement in a form that is known here.',
    importance: 'It is not known from this lookup whether the name is registered.',
    effect: 'None: this concerns the lookup only.',
    remedies: 'Read the text of the reply. If it is a registration, please report its form, so that it can be added.',
    source: whoisProtocol,
  },
} as const satisfies Readonly<Record<string, Explanation>>;

export const whoisExplanations = {
  ...stateExplanations,
  ...dateExplanations,
  ...statusExplanations,
  'delegation-signed': {
    states: ['good'],
    title: 'DNSSEC: the registry has a DS record',
    meaning: 'The registry reports that the delegation is signed. This lookup does not verify the signatures.',
    importance: 'Validating resolvers verify the domain’s records.',
    effect: 'Validating resolvers reject forged records.',
    remedies: nothingToMend,
    source: dnssec,
  },
  'delegation-unsigned': {
    states: ['note'],
    title: 'DNSSEC: the registry has no DS record',
    meaning: 'The delegation of the domain is not signed.',
    importance: 'A resolver cannot detect forged records.',
    effect: 'Resolvers and browsers use the records all the same.',
    remedies: { Registrar: 'Sign the zone, then add its DS record.' },
    source: dnssec,
  },
  'delegation-unknown': {
    states: ['unknown'],
    title: 'DNSSEC: the registry does not say',
    meaning: 'The answers do not say, in a form that is known here, whether the delegation is signed.',
    importance: 'It is not known from this lookup whether resolvers can verify the domain’s records.',
    effect: 'None: resolvers use the DS records in the DNS, not this answer.',
    remedies: 'No action needed. Look up the DS records in the DNS to find out.',
    source: dnssec,
  },
  'privacy-service': {
    states: ['note'],
    title: 'The holder uses a privacy service',
    meaning: 'The public answer gives a known privacy service as the registrant.',
    importance: 'The answer does not show who holds the domain. This is common, and not a sign of bad intent.',
    effect: 'None for visitors.',
    remedies: 'No action needed. To reach the holder, contact the registrar, which forwards messages.',
    source: redaction,
  },
  'holder-not-published': {
    states: ['note'],
    title: 'The holder is not shown',
    meaning:
      'No registrant could be read from the answers. Most registries withhold it because of the law or their own rules.',
    importance: 'The answer does not show who holds the domain.',
    effect: 'None for visitors.',
    remedies: 'No action needed. To reach the holder, contact the registrar, which forwards messages.',
    source: redaction,
  },
  'abuse-contact': {
    states: ['good'],
    title: 'Abuse contact published',
    meaning: 'The registration says where to report abuse.',
    importance: 'Victims of abuse know whom to contact.',
    effect: 'Operators of other networks send their reports there.',
    remedies: nothingToMend,
    source: abuse,
  },
  'abuse-contact-missing': {
    states: ['note'],
    title: 'No abuse contact',
    meaning: 'The registration itself has no abuse contact.',
    importance: 'Reports reach nobody, or only the provider of the surrounding network.',
    effect: 'Operators of other networks may block the addresses instead of reporting a problem.',
    remedies: 'The holder should add an abuse contact in the database of the regional internet registry.',
    source: abuse,
  },
  'registry-unanswered': {
    states: ['unknown'],
    title: 'A server of the registry did not answer',
    meaning: 'Not every server that was queried has answered. The data shown comes from the others.',
    importance: 'Data that only this server has, such as dates and status codes, is missing.',
    effect: 'None for visitors of the domain.',
    remedies: 'Nothing to fix at the domain. Registries limit lookups: try again in a few minutes.',
    source: rdap,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
