import { expect, it } from 'vitest';
import { answerFindings } from '../../../answers/answer-findings.ts';
import type { nameExplanations } from '../../../finding/names/explanations.ts';
import { answerOf } from '../../../testing/answer-of.ts';
import { testGoldenFindings, verdictsOn } from '../../../testing/golden-findings.ts';
import { subdomain } from '../contract.ts';
import type { subdomainExplanations } from '../explanations.ts';

const name = (label: string, more: object = {}) => ({
  subdomain: `${label}.example.com`,
  ipv4List: [],
  ipv6List: [],
  aliases: [],
  unknownFamilies: [],
  sources: ['words'],
  resolves: false,
  ...more,
});
const host = (label: string, more: object = {}) => name(label, { ipv4List: ['192.0.2.1'], resolves: true, ...more });
const source = (one: string, found = 0, state = 'done') => ({ source: one, state, found });
const answer = (subdomains: readonly object[], more: object = {}) =>
  answerOf(subdomain, {
    domain: 'example.com',
    subdomains,
    sources: [],
    wildcards: [],
    partialWildcards: [],
    gaps: [],
    ...more,
  });
const searched = (sources: readonly object[], more: object = {}) => answer([host('www')], { sources, ...more });
const gap = (part: string) => ({ gaps: [{ part, code: 'timeout' }] });
const azure = { aliases: ['edge.example.net', 'shop.trafficmanager.net'] };

testGoldenFindings<keyof typeof subdomainExplanations | keyof typeof nameExplanations>('subdomain', {
  'alias-resolved': {
    state: 'good',
    has: answer([host('www', { aliases: ['host.example.net'] }), host('mail')]),
    evidence: 'Every alias leads to an address: 1 name.',
    hasNot: answer([
      host('www', { aliases: ['host.example.net'] }),
      name('api', { aliases: ['gone.example.net'], resolves: null, unknownFamilies: ['ipv4', 'ipv6'] }),
    ]),
  },
  'alias-dangling': {
    state: 'bad',
    has: answer([name('api', { aliases: ['gone.example.net'] })]),
    evidence: 'No address at the end of 1 alias: api.example.com → gone.example.net.',
    hasNot: answer([
      name('k1._domainkey', { aliases: ['dkim.example.net'] }),
      name('api', { aliases: ['gone.example.net'], resolves: null }),
    ]),
  },
  'alias-open-to-takeover': {
    state: 'bad',
    has: answer([name('shop', azure)]),
    evidence:
      /shop\.example\.com is an alias of shop\.trafficmanager\.net, which has no address\. .*Azure Traffic Manager/,
    hasNot: answer([host('shop', azure)]),
  },
  'private-address': {
    state: 'note',
    has: answer([name('intranet', { resolves: true })]),
    evidence: 'intranet.example.com: no public address.',
    hasNot: answer([name('intranet', { resolves: true, unknownFamilies: ['ipv6'] })]),
  },
  'addresses-unknown': {
    state: 'unknown',
    has: answer([host('www', { unknownFamilies: ['ipv6'] })], gap('IPv6 addresses')),
    evidence: 'The resolver gave no complete answer for 1 name: www.example.com.',
    hasNot: answer([host('www')]),
  },
  'zone-transfer-open': {
    state: 'warn',
    has: searched([source('transfer', 7)]),
    evidence: 'A name server of example.com gave 7 names by zone transfer.',
    hasNot: searched([source('transfer', 0)]),
  },
  'zone-transfer-refused': {
    state: 'good',
    has: searched([source('transfer', 0)]),
    evidence: 'No name server that was queried transferred the zone example.com.',
    hasNot: searched([source('transfer', 0)], gap('transfer')),
  },
  'zone-walkable': {
    state: 'note',
    has: searched([source('nsec', 4)]),
    evidence: 'The NSEC records of example.com revealed 4 names.',
    hasNot: searched([source('nsec', 0)]),
  },
  'wildcard-found': {
    state: 'note',
    has: searched([source('words')], { wildcards: ['dev.example.com'], partialWildcards: ['dev.example.com'] }),
    evidence: 'below dev.example.com, for some names only below dev.example.com.',
    hasNot: searched([source('words')]),
  },
  'wildcard-none': {
    state: 'good',
    has: searched([source('words')]),
    evidence: 'None of the random names tried below example.com exists.',
    hasNot: searched([source('words')], gap('wildcards')),
  },
  'source-unknown': {
    state: 'unknown',
    has: searched([], gap('crtsh')),
    evidence: 'Not determined: crtsh. No answer in time.',
    hasNot: searched([], gap('IPv4 addresses')),
  },
});

it('a search without any problem has a good verdict', () => {
  const sources = ['transfer', 'nsec', 'words'].map((one) => source(one));
  expect(verdictsOn('subdomain', searched(sources))).toEqual(['good zone-transfer-refused', 'good wildcard-none']);
});

it('a private address that the operator allows counts as one, and not below a reserved name', () => {
  const isFound = (subdomains: readonly object[], more: object = {}) =>
    answerFindings('subdomain', answer(subdomains, more)).some(({ code }) => code === 'private-address');
  expect(isFound([host('intranet', { ipv4List: ['10.0.0.7'] })])).toBe(true);
  expect(isFound([host('www', { ipv4List: ['10.0.0.7', '8.8.8.8'] })])).toBe(false);
  expect(isFound([host('intranet', { ipv4List: ['10.0.0.7'] })], { domain: 'shop.test' })).toBe(false);
});

it('thousands of aliases that others could take over make at most 51 findings', () => {
  const names = Array.from({ length: 3000 }, (_, index) => name(`n${index}`, azure));
  const found = answerFindings('subdomain', answer(names));
  expect(found).toHaveLength(51);
  expect(found.at(-1)?.evidence).toContain('2950 more names: n50.example.com → shop.trafficmanager.net');
});
