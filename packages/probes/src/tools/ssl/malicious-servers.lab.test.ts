import { type MaliciousTlsServer, startMaliciousTlsServer, type TlsServerBehaviourName } from '@sonde/lab';
import { afterEach, describe, expect, test } from 'vitest';
import { firstOf, inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
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

describe('reports a server without TLS at once', () => {
  test.each(
    firstOf(1, [
      ['http', 'not-tls'],
      ['ssh', 'not-tls'],
      ['garbage', 'not-tls'],
      ['endless', 'too-large'],
      ['warns', 'too-large'],
    ] as const),
  )('%s: %s', async (behaviour, reason) => {
    expect(await reasonOf(behaviour)).toBe(reason);
    expect(server?.connections).toBeLessThanOrEqual(4);
  });

  test('a server that is silent or sends an octet now and then takes the timeout of one offer', async () => {
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
  test.each(firstOf(1, ['refuses', 'closes-at-hello', 'resets-at-hello', 'closes-at-once'] as const))(
    '%s: after a few hellos',
    async (behaviour) => {
      const failure = await meet(behaviour).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(server?.connections).toBeLessThanOrEqual(12);
    },
  );
});

describe('limits for expensive servers', () => {
  test('one that accepts everything: 250 connections, at most eight at once', async () => {
    const { budget, observed } = await meet('accepts-everything');
    expect(budget.stopped).toBe('connection_limit');
    expect(budget.connections).toBe(250);
    expect(server?.connections).toBeLessThanOrEqual(250);
    expect(server?.mostAtOnce).toBeLessThanOrEqual(8);
    expect(observed.versions['TLSv1.2']).toMatchObject({ isAccepted: true, isComplete: false });
  });

  inLongSet(test)('one that sends 300 kB with every answer: 8 MB', async () => {
    const { budget } = await meet('large-flights');
    expect(budget.stopped).toBe('byte_limit');
  });

  inLongSet(test)('one that is slow: the time limit of a check', async () => {
    // Enough time for the first hello on a busy machine, and less than the timeout of one offer.
    const { budget } = await meet('limits-by-silence', { ...budgetLimits, timeMs: 2000 });
    expect(budget.stopped).toBe('time_limit');
  });
});

describe('a server with a rate limit', () => {
  test('that resets connections stops the check, which reports it and keeps what was found', async () => {
    const { budget, observed } = await meet('limits-by-reset');
    expect(budget.stopped).toBe('limited_by_server');
    expect(budget.connections).toBeLessThan(30);
    expect(observed.versions['TLSv1.2'].isAccepted).toBe(true);
    expect(observed.versions['TLSv1.2'].isComplete).toBe(false);
  });

  test('a reset counts as a refusal while the server still accepts the known offer', async () => {
    const { budget, observed } = await meet('refuses-by-reset');
    expect(budget.stopped).toBeNull();
    expect(observed.versions['TLSv1.2']).toMatchObject({ isAccepted: true, isComplete: true });
    expect(observed.versions['TLSv1.2'].suites).toHaveLength(5);
    expect(observed.versions.TLSv1.isAccepted).toBe(false);
  });
});

describe('a malicious server', () => {
  test('that selects a suite which was not offered ends the search', async () => {
    const { budget, observed } = await meet('picks-another-suite');
    expect(budget.stopped).toBeNull();
    expect(budget.connections).toBeLessThan(40);
    expect(observed.versions['TLSv1.2'].suites.length).toBeLessThanOrEqual(1);
  });

  test('that selects the same suite twice ends the search', async () => {
    const { budget, observed } = await meet('repeats-itself');
    expect(budget.stopped).toBeNull();
    expect(observed.versions['TLSv1.2'].suites).toEqual(['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256']);
    expect(observed.versions.TLSv1.isAccepted).toBe(false);
  });
});
