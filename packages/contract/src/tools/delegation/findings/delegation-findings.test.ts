import { expect, it } from 'vitest';
import { answerFindings } from '../../../answers/answer-findings.ts';
import { testGoldenFindings, verdictsOn } from '../../../testing/golden-findings.ts';
import type { delegationExplanations } from './delegation-explanations.ts';
import { NS1, NS2, server, unsignedAnswer } from './testing/delegation-answer.ts';

const none = { signed: null, keysReply: 'none' } as const;
const two = (first: Parameters<typeof server>[1], second: Parameters<typeof server>[1]) =>
  unsignedAnswer({ servers: [server(1, { ...none, ...first }), server(2, { ...none, ...second })] });
const zone = unsignedAnswer;
const six = { family: 6, address: '2001:db8:1::1' };

testGoldenFindings<keyof typeof delegationExplanations>('delegation', {
  'ns-differ-from-parent': {
    state: 'warn',
    has: zone({ zone: { ownNs: ['ns1.example.com', 'ns2.example.com', 'ns3.example.net'] } }),
    evidence: 'Only example.com lists ns3.example.net.',
    hasNot: zone({ zone: { ownNs: [] } }),
  },
  'ns-differ-among-servers': {
    state: 'warn',
    has: two({ ns: ['ns1.example.com'] }, {}),
    evidence: `ns1.example.com (${NS1}): ns1.example.com; ns2.example.com (${NS2}): ns1.example.com ns2.example.com`,
    hasNot: two({ ns: [] }, {}),
  },
  'glue-missing': {
    state: 'bad',
    has: zone({ host: { glue: [] } }),
    evidence: 'com lists ns1.example.com for example.com without an address.',
    hasNot: zone({ host: { name: 'ns1.example.net', glue: [], ownAddresses: null } }),
  },
  'glue-differs': {
    state: 'bad',
    has: zone({ host: { glue: ['203.0.113.9'] } }),
    evidence: `For ns1.example.com, the parent gives 203.0.113.9, but the zone itself has ${NS1}.`,
    // The parent gives nothing yet: the address is that of the query.
    hasNot: zone({ host: { glue: ['203.0.113.9'] }, answer: { isPreFlight: true } }),
  },
  'glue-incomplete': {
    state: 'note',
    has: zone({ host: { ownAddresses: [NS1, '2001:db8::1'] } }),
    evidence: 'The zone also has 2001:db8::1 for ns1.example.com, which the parent does not give.',
    hasNot: zone({ host: { ownAddresses: null } }),
  },
  'ns-alias': {
    state: 'bad',
    has: zone({ host: { problem: 'alias' } }),
    evidence: 'ns1.example.com has a CNAME record.',
    hasNot: zone(),
  },
  'ns-without-address': {
    state: 'bad',
    has: zone({ host: { name: 'ns.example.net', problem: 'no-address', glue: [], addresses: [], ownAddresses: null } }),
    evidence: 'No address was found for ns.example.net.',
    hasNot: zone({
      host: { name: NS1, problem: 'is-address', glue: [], addresses: [], ownAddresses: null },
    }),
  },
  'ns-name-invalid': {
    state: 'bad',
    has: zone({ host: { name: NS1, problem: 'is-address', glue: [], addresses: [], ownAddresses: null } }),
    evidence: `An NS record has the address ${NS1} in place of a name.`,
    hasNot: zone(),
  },
  'one-name-server': {
    state: 'warn',
    has: zone({ zone: { ns: ['ns1.example.com'], ownNs: ['ns1.example.com'] }, servers: [server(1, none)] }),
    evidence: 'com lists only ns1.example.com.',
    hasNot: zone(),
  },
  'servers-share-address': {
    state: 'warn',
    has: two({}, { address: NS1 }),
    evidence: `ns1.example.com and ns2.example.com have the address ${NS1}.`,
    hasNot: two({}, { name: 'ns1.example.com' }),
  },
  'one-network': {
    state: 'note',
    has: two({}, { address: '192.0.2.200' }),
    evidence: 'All name servers are in 192.0.2.0/24.',
    hasNot: two({}, { address: NS1 }),
  },
  'servers-without-ipv4': {
    state: 'note',
    has: two(six, { family: 6, address: '2001:db8:2::1' }),
    evidence: 'All addresses of its name servers are IPv6: 2001:db8:1::1, 2001:db8:2::1.',
    hasNot: two(six, {}),
  },
  'apex-alias': {
    state: 'bad',
    has: zone({ details: { isApexAlias: true } }),
    evidence: 'example.com has a CNAME record at its apex.',
    hasNot: zone({ details: { isApexAlias: null } }),
  },
  'delegation-ttl-long': {
    state: 'note',
    has: zone({ details: { nsTtlSeconds: 172_801 } }),
    evidence: 'NS records of the zone: 172801 seconds.',
    hasNot: zone({ details: { nsTtlSeconds: 172_800 } }),
  },
  'name-missing': {
    state: 'note',
    has: zone({ answer: { domain: 'gone.example.com', nameExists: false } }),
    evidence: 'The name servers of example.com say that gone.example.com does not exist.',
    hasNot: zone({ answer: { domain: 'gone.example.com', nameExists: null } }),
  },
});

it('a wrong address at which the zone is served, too, is a warning', () => {
  const served = zone({ host: { glue: [NS2] } });
  expect(verdictsOn('delegation', served)).toContain('warn glue-differs');
});

it('an underscore in the name of a server is a warning, unless the zone itself has one', () => {
  expect(verdictsOn('delegation', zone({ host: { name: 'ns_1.example.com' } }))).toContain('warn ns-name-invalid');
  const own = zone({
    zone: { name: '_tcp.example.com' },
    host: { name: 'ns1._tcp.example.com' },
    answer: { zone: '_tcp.example.com' },
  });
  expect(verdictsOn('delegation', own)).not.toContain('warn ns-name-invalid');
});

it('before publishing, nothing is advised that would bring back the delegation of today', () => {
  const found = (isPreFlight: boolean) =>
    answerFindings('delegation', zone({ zone: { ownNs: ['ns1.example.com'] }, answer: { isPreFlight } })).find(
      ({ code }) => code === 'ns-differ-from-parent',
    );
  expect(found(true)).toMatchObject({
    evidence: 'Only the delegation to be published lists ns2.example.com.',
    fix: 'Before you publish it, make the delegation and the NS records of the zone the same. The zone has: example.com. IN NS ns1.example.com.',
  });
  expect(found(false)?.fix).toBe('Set the zone’s name servers at the registrar: example.com. IN NS ns1.example.com.');
});
