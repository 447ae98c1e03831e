import type { Explanation } from '../../finding/explanation.ts';

const transfer = { name: 'RFC 5936, section 5', url: 'https://www.rfc-editor.org/rfc/rfc5936#section-5' };
const wildcard = { name: 'RFC 4592', url: 'https://www.rfc-editor.org/rfc/rfc4592' };
const nsec3 = { name: 'RFC 5155, section 1.1', url: 'https://www.rfc-editor.org/rfc/rfc5155#section-1.1' };
const nodata = { name: 'RFC 2308, section 2', url: 'https://www.rfc-editor.org/rfc/rfc2308#section-2' };

export const subdomainExplanations = {
  'zone-transfer-open': {
    states: ['warn'],
    title: 'Zone transfer open to everyone',
    meaning: 'A name server sent the whole zone to Sonde, so it sends it to anyone.',
    importance: 'Anyone can read every name at once, including those of test and internal systems.',
    effect: 'Browsers and mail servers never use zone transfers. Attackers do.',
    remedies: {
      'Name server':
        'BIND: `allow-transfer { key transfer-key; };`. Knot: an `acl` with `action: transfer` for your secondaries only. NSD: `provide-xfr` with their addresses. PowerDNS: `allow-axfr-ips`.',
      Firewall: 'Do not block TCP port 53: DNS itself needs it. Configure the name server instead.',
    },
    source: transfer,
  },
  'zone-transfer-refused': {
    states: ['good'],
    title: 'Zone transfer refused',
    meaning: 'No name server that was queried sent the zone to Sonde.',
    importance: 'Nobody can read all names at once.',
    effect: 'None for visitors.',
    remedies: 'No action needed.',
    source: transfer,
  },
  'zone-walkable': {
    states: ['note'],
    title: 'Names in the signed zone can be listed',
    meaning:
      'The zone is signed with NSEC records, each of which names the next one, so anyone can list all names one by one.',
    importance: 'Names in the DNS are not secret. But if yours should be hard to find, NSEC reveals them.',
    effect: 'None for visitors.',
    remedies: {
      'Name server':
        'Sign with NSEC3, or with compact denial of existence ("black lies") if your provider offers it. BIND: `nsec3param iterations 0 optout no salt-length 0;` in dnssec-policy.',
    },
    source: nsec3,
  },
  'wildcard-found': {
    states: ['note'],
    title: 'Wildcard record',
    meaning: 'The zone has a wildcard record, which answers for names that are not listed in it.',
    importance:
      'Below it, guessed names prove nothing, so real names may be missing from this list. Mistyped names lead to your server.',
    effect: 'Browsers reach a server under any name, and show a warning if its certificate does not cover that name.',
    remedies: { 'Zone file': 'Unless you need the `*` record, replace it with the names that are in use.' },
    source: wildcard,
  },
  'wildcard-none': {
    states: ['good'],
    title: 'No wildcard',
    meaning: 'Random names below the domain do not exist.',
    importance: 'Names found by guessing really exist.',
    effect: 'For names that do not exist, browsers report that the server was not found.',
    remedies: 'No action needed.',
    source: wildcard,
  },
  'source-unknown': {
    states: ['unknown'],
    title: 'Part of the search failed',
    meaning: 'A source did not answer, or the search reached a limit. Names that only this source knows are missing.',
    importance: 'A name that is not listed may still exist.',
    effect: 'None for visitors.',
    remedies: 'Nothing to fix at the domain. Search again later.',
    source: { name: 'RFC 9162, section 1', url: 'https://www.rfc-editor.org/rfc/rfc9162#section-1' },
  },
  'addresses-unknown': {
    states: ['unknown'],
    title: 'Addresses of some names could not be determined',
    meaning: 'For some names, the resolver failed or did not answer.',
    importance: 'These names may have addresses although none are shown.',
    effect: 'Clients may fail to reach these names for the same reason.',
    remedies: {
      'Name server': 'Make sure that every name server of the zone answers for these names, including for AAAA.',
    },
    source: nodata,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
