import { startTlsLiar, type TlsLiar, type TlsLieName } from '@sonde/lab';
import { afterEach, describe, expect, test } from 'vitest';
import { NetFailure } from '../../net/net.ts';
import { type MeasuredServer, measureServer } from '../../testing/measure-server.ts';
import { budgetLimits } from './budget.ts';

let liar: TlsLiar | null = null;

afterEach(async () => {
  await liar?.stop();
  liar = null;
});

async function meet(lie: TlsLieName, limits = budgetLimits): Promise<MeasuredServer> {
  liar = await startTlsLiar(lie);
  return measureServer({ port: liar.port, host: 'liar.tls.test', limits });
}

async function reasonOf(lie: TlsLieName): Promise<unknown> {
  try {
    await meet(lie);
  } catch (error) {
    return error instanceof NetFailure ? error.reason : error;
  }
  return expect.fail('it was measured');
}

describe('what is no TLS server is said at once', () => {
  test.each([
    ['http', 'not_tls'],
    ['ssh', 'not_tls'],
    ['garbage', 'not_tls'],
    ['endless', 'too_large'],
    ['warns', 'too_large'],
  ] as const)('%s: %s', async (lie, reason) => {
    expect(await reasonOf(lie)).toBe(reason);
    expect(liar?.connections).toBeLessThanOrEqual(4);
  });

  test('silent, or an octet now and then: the patience of one question', async () => {
    const liars = await Promise.all([startTlsLiar('silent'), startTlsLiar('trickles')]);
    const startedAt = performance.now();
    const failures = await Promise.all(
      liars.map(({ port }) => measureServer({ port }).catch((error: unknown) => error)),
    );
    expect(failures).toMatchObject([{ reason: 'timeout' }, { reason: 'timeout' }]);
    expect(performance.now() - startedAt).toBeLessThan(8000);
    await Promise.all(liars.map((one) => one.stop()));
  }, 15_000);
});

describe('a server that refuses everything', () => {
  test.each(['refuses', 'closes-at-hello', 'resets-at-hello', 'closes-at-once'] as const)(
    '%s: after a few hellos',
    async (lie) => {
      const failure = await meet(lie).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(liar?.connections).toBeLessThanOrEqual(12);
    },
  );
});

describe('a server that costs too much', () => {
  test('that accepts everything: 250 connections, at most eight at once', async () => {
    const { budget, observed } = await meet('accepts-everything');
    expect(budget.stopped).toBe('connection_limit');
    expect(budget.connections).toBe(250);
    expect(liar?.connections).toBeLessThanOrEqual(250);
    expect(liar?.mostAtOnce).toBeLessThanOrEqual(8);
    expect(observed.versions['TLSv1.2']).toMatchObject({ isAccepted: true, isComplete: false });
  });

  test('that sends 300 kB with every answer: 8 MB', async () => {
    const { budget } = await meet('large-flights');
    expect(budget.stopped).toBe('byte_limit');
  });

  test('that is slow: the time of a check', async () => {
    // Time for the first hello on a busy machine, and less than the patience of one question.
    const { budget } = await meet('limits-by-silence', { ...budgetLimits, timeMs: 2000 });
    expect(budget.stopped).toBe('time_limit');
  });
});

describe('a server that limits us', () => {
  test('by resets: the check stops, says so, and keeps what was found', async () => {
    const { budget, observed } = await meet('limits-by-reset');
    expect(budget.stopped).toBe('limited_by_server');
    expect(budget.connections).toBeLessThan(30);
    expect(observed.versions['TLSv1.2'].isAccepted).toBe(true);
    expect(observed.versions['TLSv1.2'].isComplete).toBe(false);
  });

  test('a reset is believed while the server still takes what it took before', async () => {
    const { budget, observed } = await meet('refuses-by-reset');
    expect(budget.stopped).toBeNull();
    expect(observed.versions['TLSv1.2']).toMatchObject({ isAccepted: true, isComplete: true });
    expect(observed.versions['TLSv1.2'].suites).toHaveLength(5);
    expect(observed.versions.TLSv1.isAccepted).toBe(false);
  });
});

describe('a server that lies', () => {
  test('a suite that was not offered ends the search', async () => {
    const { budget, observed } = await meet('picks-another-suite');
    expect(budget.stopped).toBeNull();
    expect(budget.connections).toBeLessThan(40);
    expect(observed.versions['TLSv1.2'].suites.length).toBeLessThanOrEqual(1);
  });

  test('a suite that is repeated ends the search', async () => {
    const { budget, observed } = await meet('repeats-itself');
    expect(budget.stopped).toBeNull();
    expect(observed.versions['TLSv1.2'].suites).toEqual(['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256']);
    expect(observed.versions.TLSv1.isAccepted).toBe(false);
  });
});
