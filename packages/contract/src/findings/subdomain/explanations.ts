import type { Explanation } from '../explanation.ts';

const transfer = { name: 'RFC 5936, section 5', url: 'https://www.rfc-editor.org/rfc/rfc5936#section-5' };
const wildcard = { name: 'RFC 4592', url: 'https://www.rfc-editor.org/rfc/rfc4592' };
const nsec3 = { name: 'RFC 5155, section 1.1', url: 'https://www.rfc-editor.org/rfc/rfc5155#section-1.1' };
const nodata = { name: 'RFC 2308, section 2', url: 'https://www.rfc-editor.org/rfc/rfc2308#section-2' };

export const subdomainExplanations = {
  'zone-transfer-open': {
    states: ['warn'],
    title: 'Zone transfer open to everybody',
    meaning: 'A name server gave the whole zone to a stranger.',
    importance: 'Every name is known at once, those of test and internal systems too.',
    effect: 'Browsers and mail servers never ask for it. Attackers do.',
    remedies: {
      'Name server':
        'BIND: `allow-transfer { key transfer-key; };`. Knot: an `acl` with `action: transfer` for your secondaries only. NSD: `provide-xfr` with their addresses. PowerDNS: `allow-axfr-ips`.',
      Firewall: 'Rules by port do not help: DNS itself uses TCP on port 53.',
    },
    source: transfer,
  },
  'zone-transfer-refused': {
    states: ['good'],
    title: 'Zone transfer refused',
    meaning: 'No name server that was asked gave the zone to a stranger.',
    importance: 'Names are not handed out all at once.',
    effect: 'Nothing changes for visitors.',
    remedies: 'No action needed.',
    source: transfer,
  },
  'zone-walkable': {
    states: ['note'],
    title: 'Names can be read from the signed zone',
    meaning:
      'The zone is signed with NSEC records, each of which names the next one: all names can be read one by one.',
    importance: 'Names are no secrets. If yours should be hard to find, this gives them away.',
    effect: 'Nothing changes for visitors.',
    remedies: {
      'Name server':
        'Sign with NSEC3, or with «black lies» where the provider offers it. BIND: `nsec3param iterations 0 optout no salt-length 0;` in dnssec-policy.',
    },
    source: nsec3,
  },
  'wildcard-found': {
    states: ['note'],
    title: 'Wildcard answers for all names',
    meaning: 'The zone answers for names that nobody entered.',
    importance:
      'Guessed names below it prove nothing, so that some real ones may be missing here. Typing errors lead to your server.',
    effect: 'Browsers reach a server under any name; without a certificate for it they warn.',
    remedies: { 'Zone file': 'Replace the `*` record by the names that are in use, unless it is needed.' },
    source: wildcard,
  },
  'wildcard-none': {
    states: ['good'],
    title: 'No wildcard',
    meaning: 'Random names below the domain do not exist.',
    importance: 'Names that were found by guessing really exist.',
    effect: 'Browsers say that the server was not found, for names that nobody entered.',
    remedies: 'No action needed.',
    source: wildcard,
  },
  'source-unknown': {
    states: ['unknown'],
    title: 'A part of the search failed',
    meaning: 'A source did not answer, or the search came to a limit. Names that only this part knows are missing.',
    importance: 'That a name is not listed does not mean that it does not exist.',
    effect: 'Nothing changes for visitors.',
    remedies: 'There is nothing to mend at the domain. Search again later.',
    source: { name: 'RFC 9162, section 1', url: 'https://www.rfc-editor.org/rfc/rfc9162#section-1' },
  },
  'addresses-unknown': {
    states: ['unknown'],
    title: 'Addresses of some names could not be determined',
    meaning: 'The resolver failed or did not answer for some names.',
    importance: 'An empty list of their addresses does not mean that they have none.',
    effect: 'Clients may fail to reach these names in the same way.',
    remedies: {
      'Name server': 'See that every name server of the zone answers for these names, also for AAAA.',
    },
    source: nodata,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
