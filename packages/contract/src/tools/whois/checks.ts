import { timeLeft } from '../../fact/end-text.ts';
import type { Check } from '../../finding/check.ts';
import type { Unjudged } from '../../finding/unjudged.ts';
import type { whois } from './contract.ts';

interface Registered {
  readonly registration: { readonly kind: string; readonly state: string };
}

const isDomain = ({ registration }: Registered) => registration.kind === 'domain';
/** Neither a reserved name nor a reply that could not be read has an expiry date. */
const isRegistered = (answer: Registered) => isDomain(answer) && answer.registration.state === 'registered';

function holderOf({ registration }: Unjudged<typeof whois>): string | null {
  const holder = registration.contacts.find(({ role }) => role.toLowerCase() === 'registrant');
  return holder === undefined ? null : (holder.organization ?? holder.name);
}

/** Codes whose heading would say less than the time that is left. */
const RUNNING = ['registration-current', 'registration-ends-soon'];

/** What the headings say, without the title of the check. */
const lockWords: Readonly<Record<string, string>> = { 'transfer-locked': 'Locked', 'transfer-unlocked': 'Not locked' };
const dnssecWords: Readonly<Record<string, string>> = {
  'delegation-signed': 'The registry has a DS record',
  'delegation-unsigned': 'The registry has no DS record',
  'delegation-unknown': 'The registry does not say',
};

function timeLeftOf({ registration, checkedAt }: Unjudged<typeof whois>): string | null {
  const { expires, registrarExpires } = registration;
  return timeLeft(expires ?? registrarExpires, checkedAt ?? null);
}

export const whoisChecks: readonly Check<typeof whois>[] = [
  {
    id: 'expiry',
    title: 'Expiry',
    codes: [
      'registration-current',
      'registration-ends-soon',
      'registration-expired',
      'expiry-unknown',
      'expiry-dates-differ',
      'renewal-open',
    ],
    summary: (answer, code) => (RUNNING.includes(code) ? timeLeftOf(answer) : null),
    applies: isRegistered,
    withoutFindings: () => null,
  },
  {
    id: 'status',
    title: 'Status',
    codes: [
      'domain-pending-delete',
      'domain-in-redemption',
      'domain-on-hold',
      'domain-inactive',
      'transfer-pending',
      'registered-recently',
      'domain-restore-pending',
      'name-reserved',
    ],
    applies: (answer) => isDomain(answer) && answer.registration.status.length > 0,
    withoutFindings: ({ registration }) => (registration.status.length === 0 ? null : 'Nothing stands against it'),
  },
  {
    id: 'lock',
    title: 'Transfer lock',
    codes: ['transfer-locked', 'transfer-unlocked'],
    summary: (_, code) => lockWords[code] ?? null,
    applies: (answer) => isRegistered(answer) && answer.registration.status.length > 0,
    withoutFindings: () => 'The registry names none',
  },
  {
    id: 'dnssec',
    title: 'DNSSEC',
    codes: ['delegation-signed', 'delegation-unsigned', 'delegation-unknown'],
    summary: (_, code) => dnssecWords[code] ?? null,
    applies: isRegistered,
    withoutFindings: () => null,
  },
  {
    id: 'holder',
    title: 'Holder',
    codes: ['privacy-service', 'holder-not-published'],
    applies: (answer) => holderOf(answer) !== null,
    withoutFindings: holderOf,
  },
  {
    id: 'abuse',
    title: 'Abuse contact',
    codes: ['abuse-contact', 'abuse-contact-missing'],
    summary: ({ registration: { abuse } }) => abuse?.email ?? abuse?.phone ?? null,
    applies: ({ registration }) => registration.abuse?.email != null,
    withoutFindings: ({ registration }) => registration.abuse?.email ?? null,
  },
  {
    id: 'registry',
    title: 'Registry',
    codes: ['registry-unanswered', 'reply-unrecognised'],
    withoutFindings: () => 'Answered',
  },
];
