import { startMaliciousNameServer } from '@sonde/lab';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
import type { RateLimit } from '../../limits/allowance.ts';
import { createTargetLimits } from '../../limits/target-limits.ts';
import { nameIn, netFor, searchInLab } from '../../testing/subdomain-world.ts';

const world = searchInLab();
const { labNet, search } = world;

/** Of a used budget, the questions that reach the server at least: on a busy machine datagrams are lost and asked again. */
const heardOf = (units: number) => units / 2;

describe('the budget of a registrable domain', () => {
  /** Every name below it exists, so that any label is a domain that can be searched. */
  const wildcardWorld = async (rules: readonly RateLimit[]) => {
    const server = await startMaliciousNameServer('wildcard-hashed');
    const net = netFor(server.address);
    const limits = createTargetLimits({ zoneBudget: rules, tlsBudget: null, serverBudget: null, webBudget: null });
    onTestFinished(async () => {
      net.close();
      await server.stop();
    });
    const ask = (domain: string, client?: string) =>
      search(domain, null, { ...net, connect: labNet().connect }, limits, client);
    /** Without those about the root, by which the network layer finds out whether its resolver works at all. */
    const questions = () => server.heard.filter(({ name }) => name !== '.');
    return { ask, questions, limits };
  };

  test('is shared by labels below a wildcard, and a search that is cut short says when to retry', async () => {
    const { ask, questions } = await wildcardWorld([{ units: 9000, windowMs: 600_000 }]);
    expect((await ask('a1.wild.example')).gaps).toEqual([]);
    const second = await ask('a2.wild.example');
    expect(second.gaps).toContainEqual({
      part: 'words',
      code: 'rate-limited',
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 500 && seconds <= 615),
    });
    for (const label of ['a3', 'b.a4']) {
      const failure = await ask(`${label}.wild.example`).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'rate-limited', message: expect.stringContaining('wild.example') });
      expect((failure as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(500);
    }
    expect(questions().length).toBeGreaterThan(heardOf(9000));
    expect(questions().length).toBeLessThanOrEqual(9000);
  }, 30_000);

  test('is divided between clients: one cannot use up what others need, and no question is uncounted', async () => {
    const { ask, questions } = await wildcardWorld([{ units: 9000, windowMs: 600_000 }]);
    const first = await ask('a1.wild.example', '203.0.113.1');
    expect(first.gaps).toContainEqual(expect.objectContaining({ part: 'words', code: 'rate-limited' }));
    const ofFirst = questions().length;
    expect(ofFirst).toBeGreaterThan(heardOf(4500));
    expect(ofFirst).toBeLessThanOrEqual(4500);
    await expect(ask('a2.wild.example', '203.0.113.1')).rejects.toMatchObject({ code: 'rate-limited' });
    expect(questions()).toHaveLength(ofFirst);
    const stranger = await ask('a3.wild.example', '203.0.113.2');
    expect(stranger.gaps).toContainEqual(expect.objectContaining({ part: 'words', code: 'rate-limited' }));
    const ofStranger = questions().length - ofFirst;
    expect(ofStranger).toBeGreaterThan(heardOf(2250));
    expect(ofStranger).toBeLessThanOrEqual(2250);
  }, 30_000);

  inLongSet(test)(
    'includes the questions about hosts that are connected to',
    async () => {
      const server = await startMaliciousNameServer('wildcard-hashed');
      const net = netFor(server.address);
      onTestFinished(async () => {
        net.close();
        await server.stop();
      });
      const limits = createTargetLimits({
        zoneBudget: [{ units: 100_000, windowMs: 600_000 }],
        tlsBudget: null,
        serverBudget: null,
        webBudget: null,
      });
      const budget = limits.zoneBudget;
      let taken = 0;
      const counting = budget && {
        portion: 1,
        take: async (zone: string, questions: number, clients?: readonly string[]) => {
          const grant = await budget.take(zone, questions, clients);
          taken += grant.questions;
          return grant;
        },
      };
      await search('a1.wild.example', ['www', 'mail'], net, { ...limits, zoneBudget: counting });
      const asked = server.heard.filter(({ name }) => name !== '.');
      expect(asked.filter(({ name, type }) => name === 'a1.wild.example' && type === 28).length).toBeGreaterThan(0);
      // One is always fetched in advance.
      expect(taken - asked.length).toBeLessThanOrEqual(1);
      expect(taken - asked.length).toBeGreaterThanOrEqual(0);
    },
    30_000,
  );

  inLongSet(test)(
    'leaves names that were not asked for unknown, and keeps names found',
    async () => {
      const limits = createTargetLimits({
        zoneBudget: [{ units: 3000, windowMs: 600_000 }],
        tlsBudget: null,
        serverBudget: null,
        webBudget: null,
      });
      const found = await search('many.test', world.lab.many.candidates, labNet(), limits);
      expect(found.gaps.map(({ part }) => part)).toEqual(expect.arrayContaining(['words', 'addresses']));
      expect(found.subdomains.length).toBeGreaterThan(5);
      const whole = await search('many.test', world.lab.many.candidates);
      for (const { subdomain, resolves } of found.subdomains) {
        expect([null, nameIn(whole, subdomain)?.resolves]).toContain(resolves);
      }
      expect(found.subdomains.filter(({ resolves }) => resolves === null).length).toBeGreaterThan(0);
    },
    30_000,
  );

  inLongSet(test)(
    'slows a search down by its limit per second, but does not cut it short',
    async () => {
      const { ask, questions } = await wildcardWorld([{ units: 2000, windowMs: 1000 }]);
      const found = await ask('a1.wild.example');
      expect(found.gaps).toEqual([]);
      expect(found.asked).toBeGreaterThan(4000);
      const times = questions().map(({ atMs }) => atMs);
      // A busy machine receives many at once, so only the average is checked here; unit tests check every window.
      expect(times.length / ((Math.max(...times) - Math.min(...times)) / 1000 + 1)).toBeLessThanOrEqual(2000);
    },
    30_000,
  );

  inLongSet(test)(
    'a second search below the same domain begins when the first has ended',
    async () => {
      const { ask, questions } = await wildcardWorld([{ units: 1_000_000, windowMs: 1000 }]);
      const answers = await Promise.all([ask('a1.wild.example'), ask('a2.wild.example')]);
      expect(answers.map(({ gaps }) => gaps)).toEqual([[], []]);
      // Apart from the question by which each begins, they do not overlap.
      const below = questions().filter(({ type }) => type === 1);
      const firstOfSecond = below.findIndex(({ name }) => name.endsWith('a2.wild.example'));
      expect(firstOfSecond).toBeGreaterThan(1000);
      expect(below.slice(firstOfSecond).some(({ name }) => name.endsWith('a1.wild.example'))).toBe(false);
    },
    60_000,
  );
});
