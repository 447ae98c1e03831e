import { expect, it } from 'vitest';
import { testGoldenFindings, verdictsOn } from '../../../testing/golden-findings.ts';
import type { serverExplanations } from './server-explanations.ts';
import { NS1, NS2, server, silent, unsignedAnswer, withServer } from './testing/delegation-answer.ts';

const soa = { mname: 'ns1.example.com', refresh: 7200, retry: 3600, expire: 1_209_600, minimum: 3600 };
const withSoa = (more: Partial<typeof soa>) => unsignedAnswer({ details: { soa: { ...soa, ...more } } });
const none = { signed: null, keysReply: 'none' } as const;
const withSerials = (first: number, second: number) =>
  unsignedAnswer({ servers: [server(1, { ...none, serial: first }), server(2, { ...none, serial: second })] });
const primary = { name: 'hidden.example.com', addresses: ['203.0.113.9'], answered: false };

testGoldenFindings<keyof typeof serverExplanations>('delegation', {
  'server-silent': {
    state: 'bad',
    has: withServer(silent),
    evidence: `ns1.example.com (${NS1}) does not answer over UDP or TCP (timeout).`,
    hasNot: withServer({ ...silent, answered: null, reason: 'limit', keysReply: null }),
  },
  'server-refuses': {
    state: 'bad',
    has: withServer({ rcode: 5, authoritative: false, serial: null }),
    evidence: 'answers REFUSED for example.com.',
    hasNot: withServer({ rcode: 0 }),
  },
  'server-not-authoritative': {
    state: 'bad',
    has: withServer({ authoritative: false, refersUp: true }),
    evidence: 'refers to the zone itself or to a zone above',
    // Its answer was cut off, so that the SOA record may be missing from it.
    hasNot: withServer({ authoritative: null }),
  },
  'server-special-use': {
    state: 'bad',
    has: withServer({ ...silent, reason: 'special-use', address: '10.0.0.1' }),
    evidence: 'ns1.example.com has the address 10.0.0.1, which is special-use.',
    hasNot: withServer({ ...silent, reason: 'denied' }),
  },
  'server-without-tcp': {
    state: 'warn',
    has: withServer({ tcp: false }),
    evidence: 'answers over UDP, but not over TCP.',
    hasNot: withServer({ tcp: null }),
  },
  'server-without-udp': {
    state: 'bad',
    has: withServer({ udp: false, authoritative: null }),
    evidence: 'answers over TCP, but not over UDP.',
    hasNot: withServer({ udp: null }),
  },
  'server-without-edns': {
    state: 'warn',
    has: withServer({ edns: false, ednsOptions: null }),
    evidence: 'answers without EDNS(0).',
    hasNot: withServer({ ednsOptions: false }),
  },
  'server-without-edns-options': {
    state: 'warn',
    has: withServer({ ednsOptions: false }),
    evidence: 'answers with EDNS(0), but not if a query has an option (NSID).',
    hasNot: withServer({ edns: false, ednsOptions: null }),
  },
  'server-loses-large-answers': {
    state: 'warn',
    has: withServer({ largeUdp: { arrived: 388, lost: 1040 } }),
    evidence: 'with up to 388 octets arrive over UDP. The one about the keys, with 1040 octets, arrives over TCP only.',
    hasNot: withServer({ largeUdp: null }),
  },
  'server-open-recursion': {
    state: 'warn',
    has: withServer({ recursion: true }),
    evidence: 'resolved the root name servers for Sonde.',
    hasNot: withServer({ recursion: null }),
  },
  'server-open-transfer': {
    state: 'warn',
    has: withServer({ transfer: true }),
    evidence: 'started a zone transfer to Sonde.',
    hasNot: withServer({ transfer: null }),
  },
  'serials-differ': {
    state: 'warn',
    has: withSerials(9, 7),
    evidence: `The newest serial is 9; ns2.example.com (${NS2}) has 7, 2 behind.`,
    hasNot: unsignedAnswer({ servers: [server(1, { ...none, serial: 9 }), server(2, { ...none, serial: null })] }),
  },
  'primary-silent': {
    state: 'note',
    has: unsignedAnswer({ details: { primary } }),
    evidence: 'names hidden.example.com (203.0.113.9), which does not answer.',
    hasNot: unsignedAnswer({ details: { primary: { ...primary, answered: null } } }),
  },
  'primary-unnamed': {
    state: 'note',
    has: withSoa({ mname: '.' }),
    evidence: 'names the root (.) as primary server',
    hasNot: withSoa({}),
  },
  'soa-times': {
    state: 'warn',
    has: withSoa({ refresh: 604_800, retry: 604_800 }),
    evidence: 'Expire leaves no time for a second try: refresh 604800, retry 604800, expire 1209600.',
    hasNot: withSoa({ refresh: 604_800, retry: 604_799 }),
  },
  'negative-ttl-long': {
    state: 'note',
    has: withSoa({ minimum: 86_401 }),
    evidence: 'The minimum field of the SOA record is 86401 seconds.',
    hasNot: withSoa({ minimum: 86_400 }),
  },
});

it('a serial number that is one behind is only a note, also after the highest number (RFC 1982)', () => {
  expect(verdictsOn('delegation', withSerials(0, 4_294_967_295))).toContain('note serials-differ');
  expect(verdictsOn('delegation', withSerials(5, 4_294_967_295))).toContain('warn serials-differ');
});

it('secondaries that give up before they look for changes are a fault', () => {
  expect(verdictsOn('delegation', withSoa({ expire: 7200 }))).toContain('bad soa-times');
});
