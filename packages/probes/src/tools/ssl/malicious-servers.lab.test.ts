import { type MaliciousTlsServer, startMaliciousTlsServer, type TlsServerBehaviourName } from '@sonde/lab';
import { afterEach, describe, expect, test } from 'vitest';
import { budgetLimits } from '../../engines/tls/connection/budget.ts';
import { NetFailure } from '../../net/net.ts';
import { type MeasuredServer, measureServer } from '../../testing/measure-server.ts';

let server: MaliciousTlsServer | null = null;

afterEach(async () => {
  await server?.stop();
  server = null;
});

async function meet(behaviour: TlsServerBehaviourName, limits = budgetLimits): Promise<MeasuredServer> {
  server = await startMaliciousTlsServer(behaviour);
  return measureServer({ port: server.port, host: 'server.tls.test', limits });
}

async function reasonOf(behaviour: TlsServerBehaviourName): Promise<unknown> {
  try {
    await meet(behaviour);
  } catch (error) {
    return error instanceof NetFailure ? error.reason : error;
  }
  return expect.fail('it was measured');
}

describe('a server without TLS is reported at once', () => {
  test.each([
    ['http', 'not-tls'],
    ['ssh', 'not-tls'],
    ['garbage', 'not-tls'],
    ['endless', 'too-large'],
    ['warns', 'too-large'],
  ] as const)('%s: %s', async (behaviour, reason) => {
    expect(await reasonOf(behaviour)).toBe(reason);
    expect(server?.connections).toBeLessThanOrEqual(4);
  });

  test('silent, or an octet now and then: the patience of one question', async () => {
    const servers = await Promise.all([startMaliciousTlsServer('silent'), startMaliciousTlsServer('trickles')]);
    const startedAt = performance.now();
    const failures = await Promise.all(
      servers.map(({ port }) => measureServer({ port }).catch((error: unknown) => error)),
    );
    expect(failures).toMatchObject([{ reason: 'timeout' }, { reason: 'timeout' }]);
    expect(performance.now() - startedAt).toBeLessThan(8000);
    await Promise.all(servers.map((one) => one.stop()));
  }, 15_000);
});

describe('a server that refuses everything', () => {
  test.each(['refuses', 'closes-at-hello', 'resets-at-hello', 'closes-at-once'] as const)(
    '%s: after a few hellos',
    async (behaviour) => {
      const failure = await meet(behaviour).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(server?.connections).toBeLessThanOrEqual(12);
    },
  );
});

describe('a server that costs too much', () => {
  test('that accepts everything: 250 connections, at most eight at once', async () => {
    const { budget, observed } = await meet('accepts-everything');
    expect(budget.stopped).toBe('connection_limit');
    expect(budget.connections).toBe(250);
    expect(server?.connections).toBeLessThanOrEqual(250);
    expect(server?.mostAtOnce).toBeLessThanOrEqual(8);
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

describe('a malicious server', () => {
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
