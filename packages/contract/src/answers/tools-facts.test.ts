import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../testing/answer-of.ts';
import { shuffled } from '../testing/shuffled.ts';
import { type ToolId, tools } from '../tools/index.ts';
import { answerFacts } from './answer-facts.ts';

type Answer = Readonly<Record<string, unknown>>;
const none = { gaps: [] };

const table = (recordName: string, rows: readonly string[][]) => ({ recordName, titles: [], data: rows });
const dnsRecords = (ttl: string, serial: string) => [
  table('A', [
    ['Example.com', '192.0.2.1', ttl],
    ['example.com', '192.0.2.2', ttl],
  ]),
  table('SOA', [['example.com', 'ns1.example.com', 'host.example.com', serial, '7200', '3600', '1209600', '300', ttl]]),
  table('RRSIG', [['example.com', 'A', '13', '2', ttl, serial, ttl]]),
];
const host = (label: string, more: object = {}) => ({
  subdomain: `${label}.example.com`,
  ipv4List: ['192.0.2.1', '192.0.2.2'],
  ipv6List: [],
  aliases: ['a.example.net', 'b.example.net'],
  unknownFamilies: [],
  sources: ['words', 'crtsh'],
  resolves: true,
  ...more,
});
const person = (role: string, name: string) => ({
  role,
  name,
  organization: null,
  email: null,
  phone: null,
  country: null,
});
const packet = (seq: number, timeMs: number | null, error: object | null = null) => ({ seq, timeMs, ttl: 57, error });
const registration = (owner: string) => ({ registry: 'MA-L', prefix: '08:00:30', bits: 24, owner });
const place = answerOf(tools.geo).geoIp;
const records = (more: object = {}) => ({ records: { ...('records' in place && place.records), ...more } });

const key = (keyTag: number) => ({ keyTag, flags: keyTag === 1 ? 257 : 256 });
const signature = (until: string) => ({ covers: 'SOA', until });
const zones = (more: object = {}, until = '2026-12-01T00:00:00Z') => [
  { name: 'com', parent: '.', ns: ['a.example.net', 'b.example.net'] },
  {
    ...{ name: 'example.com', parent: 'com', ns: ['ns1.example.com', 'ns2.example.com'], ownNs: ['ns1.example.com'] },
    ...{ ds: [{ keyTag: 1 }, { keyTag: 2 }], keys: [key(1), key(2)], signatures: [signature(until)], ...more },
  },
];
const server = (name: string, more: object = {}) => ({ zone: 'example.com', name, ...more });
const hosts = ['ns1.example.com', 'ns2.example.com'].map((name) => ({ name, addresses: ['192.0.2.1', '192.0.2.2'] }));
const details = { soa: {}, nsHosts: hosts };
const servers = [server('ns1.example.com'), server('ns2.example.com')];

/** An answer with lists of several members, and one for the same state measured at another time and through another server. */
const worlds = {
  dns: [
    answerOf(tools.dns, { ...none, records: dnsRecords('300', '1') }),
    answerOf(tools.dns, { ...none, records: dnsRecords('17', '2').toReversed(), resolver: '198.51.100.53:53' }),
  ],
  whois: [
    answerOf(tools.whois, {
      ...none,
      registration: {
        expires: '2027-08-13T04:00:00Z',
        status: ['clientTransferProhibited', 'ok'].map((code) => ({ code, meaning: null })),
        nameServers: ['ns1.example.com', 'NS2.example.com'].map((name) => ({ name, addresses: [] })),
        ds: ['1 13 2 AA', '2 13 2 BB'],
        contacts: [person('registrant', 'Jane Doe'), person('technical', 'John Doe')],
      },
    }),
    answerOf(tools.whois, {
      ...none,
      whoIsInfo: 'Other words.',
      asked: [],
      rdap: null,
      source: { protocol: 'whois', server: 'whois.example' },
      registration: {
        expires: '2027-08-13',
        sources: {},
        status: ['ok', 'clientTransferProhibited'].map((code) => ({ code, meaning: 'In words.' })),
        nameServers: ['ns2.example.com', 'ns1.example.com'].map((name) => ({ name, addresses: ['192.0.2.53'] })),
        ds: ['2 13 2 BB', '1 13 2 AA'],
        contacts: [person('technical', 'Jim Doe'), person('Registrant', 'Jane Doe')],
      },
    }),
  ],
  geo: [
    answerOf(tools.geo, { ...none, addresses: ['8.8.8.8', '8.8.4.4'], specialUse: null, geoIp: records() }),
    answerOf(tools.geo, {
      ...none,
      addresses: ['8.8.4.4', '8.8.8.8'],
      specialUse: null,
      databaseDate: '2027-01-01',
      geoIp: records({
        latitude: '37.5',
        accuracyRadius: 50,
        timezone: { name: 'America/Los_Angeles', format: '-06:00', time: '2027-01-01T00:00:00-06:00' },
      }),
    }),
  ],
  subdomain: [
    answerOf(tools.subdomain, { ...none, subdomains: [host('www'), host('api')], wildcards: ['a', 'b'], sources: [] }),
    answerOf(tools.subdomain, {
      ...none,
      subdomains: [host('api', { sources: ['nsec'] }), host('www', { ipv4List: ['192.0.2.2', '192.0.2.1'] })],
      wildcards: ['b', 'a'],
      sources: [{ source: 'nsec', state: 'done', found: 2 }],
      asked: 1,
    }),
  ],
  mac: [
    answerOf(tools.mac, { ...none, registrations: ['a', 'b'].map(registration) }),
    answerOf(tools.mac, { ...none, registrations: ['b', 'a'].map(registration), registryDate: '2027-01-01' }),
  ],
  ping: [
    answerOf(tools.ping, { ...none, packets: [packet(1, 10), packet(2, 11)] }),
    answerOf(tools.ping, {
      ...none,
      packets: [packet(1, 900), packet(2, null, { meaning: 'Time to live exceeded', router: '192.0.2.254' })],
      statistics: { packetsTransmitted: 2, packetsReceived: 1, packetLoss: 50 },
      roundTripTime: 900,
      ttl: 1,
      late: 1,
    }),
  ],
  delegation: [
    answerOf(tools.delegation, { ...none, zones: zones(), servers, details }),
    answerOf(tools.delegation, {
      ...none,
      zones: zones({ nsTtlSeconds: 60 }, '2027-02-01T00:00:00Z').toReversed(),
      servers: servers.toReversed().map((one) => ({ ...one, serial: 9, timeMs: 900, nsid: 'ams1' })),
      details: { ...details, nsHosts: hosts.toReversed(), dsTtlSeconds: 60 },
      questions: 300,
      why: 'In other words.',
    }),
  ],
  traceroute: [
    answerOf(tools.traceroute, {
      ...none,
      asPath: [
        { asn: 'AS64496', hops: 2 },
        { asn: 'AS64497', hops: 1 },
      ],
    }),
    answerOf(tools.traceroute, {
      ...none,
      asPath: [
        { asn: 'AS64497', hops: 3 },
        { asn: 'AS64496', hops: 1 },
      ],
      rounds: 20,
    }),
  ],
} satisfies { readonly [Id in ToolId]?: readonly [now: Answer, later: Answer] };
type Compared = keyof typeof worlds;

describe.each(Object.keys(worlds) as Compared[])('the facts of %s', (id) => {
  const [now, later]: readonly [now: Answer, later: Answer] = worlds[id];

  it('do not depend on the order of any list', () => {
    const facts = answerFacts(id, now);
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 50 }), (numbers) => {
        let next = 0;
        const at = (length: number) => (numbers[next++ % numbers.length] ?? 0) % length;
        const other =
          id === 'dns' ? { ...now, records: shuffledRows(now['records'], at) } : (shuffled(now, at) as Answer);
        expect(answerFacts(id, other)).toEqual(facts);
      }),
    );
  });

  it('are the same at another time if nothing has changed', () => {
    const facts = answerFacts(id, now);
    expect(facts.size).toBeGreaterThan(1);
    expect(answerFacts(id, { ...later, checkedAt: '2027-01-01T00:00:00.000Z' })).toEqual(facts);
  });
});

/** Only the list of rows is unordered: a row is one record. */
function shuffledRows(value: unknown, at: (length: number) => number) {
  const all = value as readonly { recordName: string; data: readonly string[][] }[];
  const rowsOf = (rows: readonly string[][]) =>
    (
      shuffled(
        rows.map((_, index) => index),
        at,
      ) as number[]
    ).map((index) => rows[index] ?? []);
  return all.map((one) => ({ ...one, data: rowsOf(one.data) })).toReversed();
}

const changed = (id: Compared, more: Answer) => {
  const [now] = worlds[id];
  const [before, after] = [answerFacts(id, now), answerFacts(id, { ...now, ...more })];
  return [...before.keys()].filter((path) => after.has(path) && String(before.get(path)) !== String(after.get(path)));
};
const timeout = (part: string) => [{ part, code: 'timeout' }];

describe('a change of the facts', () => {
  it('in DNS: a removed record, but not a failed query', () => {
    expect(changed('dns', { records: dnsRecords('300', '1').slice(1) })).toEqual(['records/A']);
    expect(changed('dns', { records: dnsRecords('300', '1').slice(1), gaps: timeout('A') })).toEqual([]);
    expect(
      changed('dns', { records: [...dnsRecords('300', '1'), table('MX', [['example.com', '0', '.', '60']])] }),
    ).toEqual(['records/MX']);
  });

  it('in a registration: a status, but not a server that did not answer', () => {
    const registration = worlds.whois[0]['registration'] as object;
    expect(changed('whois', { registration: { ...registration, status: [] } })).toEqual(['status']);
    expect(
      changed('whois', { registration: { ...registration, status: [] }, gaps: timeout('RDAP a.example') }),
    ).toEqual([]);
    expect(changed('whois', { registration: { ...registration, expires: '2028-08-13' } })).toEqual(['expires']);
  });

  it('of a location: its country, but not that another address was located', () => {
    expect(changed('geo', { geoIp: records({ countryCode: 'CH' }) })).toEqual(['8.8.8.8/country']);
    expect(changed('geo', { geoIp: records({ ip: '8.8.4.4', countryCode: 'CH' }) })).toEqual([]);
    expect(changed('geo', { geoIp: records({ asn: null }), gaps: timeout('asn') })).toEqual([]);
  });

  it('of subdomains: a new name, but not a source that failed', () => {
    const subdomains = [host('www'), host('api'), host('new')];
    expect(changed('subdomain', { subdomains })).toEqual(['names']);
    expect(changed('subdomain', { subdomains, gaps: timeout('crtsh') })).toEqual([]);
    expect(changed('subdomain', { subdomains: [host('www', { aliases: [] }), host('api')] })).toEqual([
      'names/www.example.com/aliases',
    ]);
  });

  it('of a ping: no replies any more', () => {
    const silence = {
      packets: [packet(1, null)],
      statistics: { packetsTransmitted: 1, packetsReceived: 0, packetLoss: 100 },
    };
    expect(changed('ping', silence)).toEqual(['answers/icmp']);
  });

  it('of a delegation: a key, a server, records of the parent; but not missing answers', () => {
    const before = worlds.delegation[0];
    const other = (more: object) => answerOf(tools.delegation, { ...none, zones: zones(more), servers, details });
    expect(changed('delegation', other({ keys: [key(1)] }))).toEqual(['keys']);
    expect(changed('delegation', other({ ds: [{ keyTag: 1 }] }))).toEqual(['ds']);
    expect(changed('delegation', other({ ds: [], dsDenial: null }))).toEqual([]);
    expect(changed('delegation', { ...before, verdict: 'bogus' })).toEqual(['verdict']);
    expect(changed('delegation', { ...before, verdict: 'not-determinable' })).toEqual([]);
    const silent = {
      ...before,
      servers: answerOf(tools.delegation, {
        servers: servers.map((one) => ({ ...one, answered: false, authoritative: null, tcp: null })),
      }).servers,
    };
    expect(changed('delegation', silent)).toEqual([
      'servers/ns1.example.com 192.0.2.1/answers',
      'servers/ns2.example.com 192.0.2.1/answers',
    ]);
    expect(changed('delegation', { ...before, gaps: [{ part: 'intercepted', code: 'source-failed' }] })).toEqual([]);
  });
});
