import {
  type NameLab,
  startImpairedLink,
  startLimitedResolver,
  startLimitedUnbound,
  startMaliciousNameServer,
  startNameLab,
  twentyNames,
} from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTargetLimits } from '../../limits/target-limits.ts';
import { createNodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';

let lab: NameLab;
beforeAll(async () => {
  lab = await startNameLab();
});
afterAll(() => lab?.stop());

interface Resolver {
  readonly address: string;
  stop(): Promise<void>;
}

/** A search through one resolver, with the pacing of production. */
async function search(domain: string, words: readonly string[] | null, start: () => Promise<Resolver>) {
  const resolver = await start();
  const { settings } = readNetSettings({
    SONDE_RESOLVERS: resolver.address,
    SONDE_ALLOW_NETWORKS: '192.0.2.0/24,2001:db8::/32',
  });
  if (settings === null) throw new Error('the settings are valid');
  const net = createNodeNet(settings);
  onTestFinished(async () => {
    net.close();
    await resolver.stop();
  });
  return measure(checkQuery('subdomain', { domain }), {
    net: { ...net, connect: () => Promise.reject(new Error('no connections in this test')) },
    data: { ...noData, names: { ...noData.names, words: async () => words } },
    limits: createTargetLimits({ zoneBudget: null, tlsBudget: null, serverBudget: null, webBudget: null }),
    signal: AbortSignal.timeout(30_000),
  });
}

type Found = Awaited<ReturnType<typeof search>>;

const namesOf = ({ subdomains, domain }: Found) =>
  subdomains.map(({ subdomain }) => subdomain.slice(0, -domain.length - 1)).sort();

/** Gaps of the bulk queries. */
const bulkGaps = ({ gaps }: Found) =>
  gaps.filter(({ part }) => ['words', 'addresses', 'IPv4 addresses', 'IPv6 addresses', 'wildcards'].includes(part));

describe('finds all 20 names with both families through a resolver', () => {
  /** Two thousand words take four seconds at 500 per second; the names come first, as the most common words do. */
  const words = () => [...twentyNames, ...lab.many.candidates.slice(0, 2000)];

  test.each([
    ['that refuses more than 500 questions per second', () => startLimitedResolver(lab.server, { perSecond: 500 })],
    ['(Unbound) that drops more than 500 questions per second', () => startLimitedUnbound(lab.server, 500)],
    ['that loses every fifth datagram in either direction', () => startImpairedLink({ target: lab.server, loss: 0.2 })],
    ['that answers 15 % of all questions with SERVFAIL', () => startLimitedResolver(lab.server, { servfail: 0.15 })],
  ])(
    '%s',
    async (_, start) => {
      const found = await search('twenty.test', words(), start);
      expect(namesOf(found)).toEqual([...twentyNames, 'ns1'].sort());
      for (const { subdomain, ipv4List, ipv6List, unknownFamilies } of found.subdomains) {
        const isOurs = !subdomain.startsWith('ns1.');
        expect([subdomain, ipv4List.length, ipv6List.length, unknownFamilies]).toEqual([
          subdomain,
          1,
          isOurs ? 1 : 0,
          [],
        ]);
      }
      expect(bulkGaps(found)).toEqual([]);
    },
    30_000,
  );
});

describe('reports an address family without a reply as unknown, not as “no address”', () => {
  const words = ['www', 'mail'];
  const AAAA = 28;

  test.each(['refused', 'servfail'] as const)('IPv6 is unknown if every AAAA question gets %s', async (rcode) => {
    const found = await search('twenty.test', words, () =>
      startLimitedResolver(lab.server, { never: { type: AAAA, rcode } }),
    );
    const www = found.subdomains.find(({ subdomain }) => subdomain === 'www.twenty.test');
    expect(www).toMatchObject({ ipv4List: ['192.0.2.100'], ipv6List: [], unknownFamilies: ['ipv6'], resolves: true });
    expect(bulkGaps(found)).toEqual([{ part: 'IPv6 addresses', code: 'source-failed' }]);
  });

  test('nothing is unknown if every question is answered', async () => {
    const found = await search('twenty.test', words, () => startLimitedResolver(lab.server, {}));
    expect(found.subdomains.flatMap(({ unknownFamilies }) => unknownFamilies)).toEqual([]);
    expect(bulkGaps(found)).toEqual([]);
  });
});

test.each(['wildcard-eight', 'wildcard-numbered'] as const)(
  'a wildcard for some labels only (%s) adds no false names, and is reported',
  async (behaviour) => {
    const found = await search('wild.example', null, () => startMaliciousNameServer(behaviour));
    // Its SOA record mentions ns1, for which the second wildcard answers, too.
    expect(namesOf(found).filter((name) => name !== 'ns1')).toEqual(['mail', 'www']);
    expect(found).toMatchObject({ wildcards: ['wild.example'], partialWildcards: ['wild.example'] });
    expect(found.asked).toBeGreaterThan(5000);
  },
  30_000,
);
