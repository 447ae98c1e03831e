import { expect, it } from 'vitest';
import { answerOf } from '../../../testing/answer-of.ts';
import { testGoldenFindings, verdictsOn } from '../../../testing/golden-findings.ts';
import { whois } from '../contract.ts';
import type { whoisExplanations } from '../explanations.ts';
import type { UnjudgedRegistration } from './view.ts';

const status = (...codes: string[]) => codes.map((code) => ({ code, meaning: null }));
const holder = (name: string | null, organization: string | null = null, role = 'registrant') => ({
  role,
  name,
  organization,
  email: null,
  phone: null,
  country: null,
});

/** A registration without problems, a year before its expiry, at noon of 2026-11-22. */
const answer = (registration: Partial<UnjudgedRegistration> = {}, more: object = {}) =>
  answerOf(whois, {
    checkedAt: '2026-11-22T12:00:00.000Z',
    gaps: [],
    registration: {
      created: '1995-08-14T04:00:00Z',
      expires: '2027-08-13T04:00:00Z',
      registrarExpires: null,
      status: status('clientTransferProhibited'),
      dnssec: 'signed',
      ds: ['370 13 2 BE74'],
      contacts: [holder('Jane Doe', 'Example Ltd')],
      notes: [],
      partOf: [],
      ...registration,
    },
    ...more,
  });

const network = (abuse: UnjudgedRegistration['abuse']) => answer({ kind: 'network', name: '192.0.2.0', abuse });

testGoldenFindings<keyof typeof whoisExplanations>('whois', {
  'name-reserved': {
    state: 'note',
    has: answer({ state: 'reserved', status: status('UNASSIGNABLE') }),
    evidence: 'The registry does not offer example.com for registration. It has the status UNASSIGNABLE.',
    hasNot: answer({ status: status('UNASSIGNABLE') }),
  },
  'reply-unrecognised': {
    state: 'unknown',
    has: answer({ state: 'unrecognised' }),
    evidence: 'The replies about example.com match no form that Sonde knows.',
    hasNot: answer({ state: 'reserved' }),
  },
  'registration-current': {
    state: 'good',
    has: answer({ expires: '2026-12-23T12:00:01Z' }),
    evidence: 'The registration expires on 2026-12-23 12:00:01 UTC, in 31 days.',
    hasNot: answer({ expires: '2026-12-23T11:59:59Z' }),
  },
  'registration-ends-soon': {
    state: 'warn',
    has: answer({ expires: '2026-11-22' }),
    evidence: 'The registration expires on 2026-11-22, in 0 days.',
    hasNot: answer({ expires: '2026-11-21' }),
  },
  'registration-expired': {
    state: 'bad',
    has: answer({ expires: '2026-11-22T12:00:00Z' }),
    evidence: 'The registration expired on 2026-11-22 12:00:00 UTC.',
    hasNot: answer({ expires: '2026-11-22T12:00:01Z' }),
  },
  'expiry-unknown': {
    state: 'unknown',
    has: answer({ expires: null, notes: ['The registry of .de publishes no expiry dates.'] }),
    evidence: 'The registry of .de publishes no expiry dates.',
    hasNot: answer({ expires: null, registrarExpires: '2027-08-13' }),
  },
  'expiry-dates-differ': {
    state: 'note',
    has: answer({ registrarExpires: '2026-08-13' }),
    evidence: 'The registry gives 2027-08-13 04:00:00 UTC, the registrar 2026-08-13.',
    hasNot: answer({ registrarExpires: '2027-08-13' }),
  },
  'registered-recently': {
    state: 'note',
    has: answer({ created: '2026-10-23T12:00:00Z' }),
    evidence: 'It was registered on 2026-10-23 12:00:00 UTC, 30 days before this lookup.',
    hasNot: answer({ created: '2026-10-23T11:59:59Z' }),
  },
  'domain-pending-delete': {
    state: 'bad',
    has: answer({ status: status('pendingDelete') }),
    evidence: 'example.com has the status pendingDelete.',
    // ICANN: with redemptionPeriod or pendingRestore, their description applies.
    hasNot: answer({ status: status('pendingDelete', 'redemptionPeriod') }),
  },
  'domain-restore-pending': {
    state: 'warn',
    has: answer({ status: status('pendingDelete', 'pendingRestore') }),
    evidence: 'example.com has the status pendingRestore.',
    hasNot: answer({ status: status('pendingDelete') }),
  },
  'domain-in-redemption': {
    state: 'bad',
    has: answer({ status: status('redemptionPeriod', 'pendingDelete') }),
    evidence: 'example.com has the status redemptionPeriod.',
    hasNot: answer({ status: status('autoRenewPeriod') }),
  },
  'domain-on-hold': {
    state: 'bad',
    has: answer({ status: status('clientHold', 'serverHold') }),
    evidence: 'example.com has the status clientHold and serverHold.',
    hasNot: answer({ status: status('clientDeleteProhibited') }),
  },
  'domain-inactive': {
    state: 'warn',
    has: answer({ status: status('inactive'), nameServers: [] }),
    evidence: 'inactive',
    // AFNIC's sectors have this status and name servers.
    hasNot: answer({ status: status('inactive'), nameServers: [{ name: 'ns1.nic.fr', addresses: [] }] }),
  },
  'transfer-pending': {
    state: 'warn',
    has: answer({ status: status('pendingTransfer') }),
    evidence: 'pendingTransfer',
    hasNot: answer({ status: status('transferPeriod') }),
  },
  'renewal-open': {
    state: 'note',
    has: answer({ status: status('autoRenewPeriod') }),
    evidence: 'autoRenewPeriod',
    hasNot: answer({ status: status('renewPeriod') }),
  },
  'transfer-locked': {
    state: 'good',
    has: answer({ status: status('serverTransferProhibited') }),
    evidence: 'serverTransferProhibited',
    hasNot: answer({ status: status('clientUpdateProhibited') }),
  },
  'transfer-unlocked': {
    state: 'warn',
    has: answer({ status: status('ok') }),
    evidence: 'example.com has no transfer lock (TransferProhibited), only the status ok.',
    // A registry that uses its own status words may lock domains in another way.
    hasNot: answer({ status: status('connect') }),
  },
  'delegation-signed': {
    state: 'good',
    has: answer(),
    evidence: 'The registry has DS records: 370 13 2 BE74.',
    hasNot: answer({ dnssec: null }),
  },
  'delegation-unsigned': {
    state: 'note',
    has: answer({ dnssec: 'unsigned' }),
    evidence: 'The registry has no DS record for example.com.',
    hasNot: answer({ dnssec: null }),
  },
  'delegation-unknown': {
    state: 'unknown',
    has: answer({ dnssec: null }),
    evidence: 'do not say, in words that Sonde knows,',
    hasNot: answer({ kind: 'network', dnssec: null }),
  },
  'privacy-service': {
    state: 'note',
    has: answer({ contacts: [holder('Registration Private', 'Domains By Proxy, LLC')] }),
    evidence: 'The registrant is given as "Domains By Proxy, LLC".',
    hasNot: answer({ contacts: [holder(null, 'Privacy International')] }),
  },
  'holder-not-published': {
    state: 'note',
    has: answer({ contacts: [holder(null), holder('Jane Doe', null, 'technical')] }),
    evidence: 'The answers contain no registrant that Sonde could read.',
    hasNot: answer({ contacts: [holder(null, 'Example Ltd')] }),
  },
  'abuse-contact': {
    state: 'good',
    has: network({ email: null, phone: '+1.5555550101' }),
    evidence: 'Report abuse to +1.5555550101.',
    hasNot: network({ email: null, phone: null }),
  },
  'abuse-contact-missing': {
    state: 'note',
    has: network(null),
    evidence: 'The registration of 192.0.2.0 itself has no abuse contact.',
    // Abuse of a domain is reported to its registrar.
    hasNot: answer({ abuse: null }),
  },
  'registry-unanswered': {
    state: 'unknown',
    has: answer({}, { gaps: [{ part: 'RDAP rdap.verisign.com', code: 'timeout' }] }),
    evidence: 'Not determined: RDAP rdap.verisign.com. No answer in time.',
    hasNot: answer(),
  },
});

it('a registration without any problem has a good verdict', () => {
  expect(verdictsOn('whois', answer())).toEqual([
    'good registration-current',
    'good transfer-locked',
    'good delegation-signed',
  ]);
});

it('without the time of the lookup there are no findings on dates', () => {
  const { checkedAt: _, ...timeless } = answer();
  expect(verdictsOn('whois', timeless)).toEqual(['good transfer-locked', 'good delegation-signed']);
});

it('a name that nobody holds has no findings on what a registration would have', () => {
  const empty = { created: null, expires: null, status: status('RESERVED'), dnssec: null, ds: [], contacts: [] };
  expect(verdictsOn('whois', answer({ ...empty, state: 'reserved' }))).toEqual(['note name-reserved']);
  expect(verdictsOn('whois', answer({ ...empty, state: 'unrecognised' }))).toEqual(['unknown reply-unrecognised']);
});

it('an answer of a version without states is judged as a registration', () => {
  const old = answer({ state: undefined as unknown as UnjudgedRegistration['state'] });
  expect(verdictsOn('whois', old)).toContain('good registration-current');
});

it.each(['example.com.br', 'example.nl', 'example.de', 'example.xn--p1ai'])(
  'no lock is missed at a registry that may have none: %s',
  (name) => expect(verdictsOn('whois', answer({ name, status: status('ok') }))).not.toContain('warn transfer-unlocked'),
);

it.each([
  'Domains By Proxy, LLC',
  'Withheld for Privacy ehf',
  'Contact Privacy Inc. Customer 0123456789',
  'Whois Privacy Protection Service, Inc.',
  'Domain Protection Services, Inc.',
  'Privacy Protect, LLC (PrivacyProtect.org)',
  'Super Privacy Service LTD c/o Dynadot',
  'See PrivacyGuardian.org',
  'Proxy Protection LLC',
  'Domain Privacy Service FBO Registrant.',
  'Whois Privacy Corp.',
  'Registration Private',
])('%s is a privacy service', (organization) => {
  expect(verdictsOn('whois', answer({ contacts: [holder(null, organization)] }))).toContain('note privacy-service');
});

it.each([
  'Privacy International',
  'Proxy Networks, Inc.',
  'Office of the Privacy Commissioner of Canada',
  'Domain Theatre',
])('%s is not', (organization) =>
  expect(verdictsOn('whois', answer({ contacts: [holder(null, organization)] }))).not.toContain('note privacy-service'),
);

it.each([['REDEMPTION'], ['QUARANTINE']])('%s is a registry’s word for redemption', (word) =>
  expect(verdictsOn('whois', answer({ status: status(word) }))).toContain('bad domain-in-redemption'),
);

it('a withheld holder is told from one that was not read', () => {
  const notes = ['Some contact details are withheld by the registry or the registrar.'];
  const found = verdictsOn('whois', answer({ contacts: [], notes }));
  expect(found).toContain('note holder-not-published');
});

it.each([['redemptionPeriod'], ['pendingDelete'], ['pendingRestore'], ['redemption']])(
  'a deleted domain (%s) is neither called registered for long, nor to be renewed or locked',
  (code) => {
    for (const expires of ['2027-08-13', '2026-11-20', null]) {
      const found = verdictsOn('whois', answer({ expires, status: status(code) }));
      expect(found.filter((verdict) => /registration-|expir|transfer/.test(verdict))).toEqual([]);
    }
  },
);
