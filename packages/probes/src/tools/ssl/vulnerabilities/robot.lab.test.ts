import {
  type RobotBehaviourName,
  startMaliciousTlsServer,
  startRobotServer,
  startTlsLab,
  type TlsLab,
} from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inLongSet, isLong } from '../../../../../../scripts/test/vitest-settings.ts';
import { measureServer } from '../../../testing/measure-server.ts';
import { gapsOf } from '../answer/answer-parts.ts';
import { observedVulnerabilities } from './vulnerabilities.ts';

let lab: TlsLab;

beforeAll(async () => {
  lab = await startTlsLab();
});
afterAll(() => lab?.stop());

async function meet(behaviour: RobotBehaviourName) {
  const server = await startRobotServer(behaviour, await lab.certificates.make('rsa'));
  try {
    const { observed, budget, uses } = await measureServer({ port: server.port });
    expect(budget.stopped).toBeNull();
    expect(uses.get('robot')).toBeLessThanOrEqual(30);
    return observed;
  } finally {
    await server.stop();
  }
}

describe('a server that reveals the padding of a secret', () => {
  test.concurrent.each([
    ['reveals-prefix', 'strong', 'decrypt_error for a wrong prefix'],
    ['reveals-validity', 'weak', 'bad_record_mac for valid padding;'],
    ...(isLong
      ? ([
          ['reveals-version', 'weak', 'handshake_failure for a wrong version'],
          ['reveals-by-silence', 'weak', 'silence for a wrong prefix, a misplaced zero octet, no zero octet'],
          ['reveals-by-closing', 'strong', 'a closed connection for a wrong prefix'],
          ['reveals-early', 'weak', 'silence for valid padding;'],
        ] as const)
      : []),
  ] as const)('%s: a %s oracle', async (behaviour, strength, answer) => {
    const observed = await meet(behaviour);
    const [observation] = observedVulnerabilities(observed, null);
    expect(observation?.name).toBe('ROBOT');
    expect(observation?.evidence).toContain(`(a ${strength} oracle): `);
    expect(observation?.evidence).toContain(answer);
  });
});

test('a server that reacts alike to all paddings is not an oracle', async () => {
  expect((await meet('honest')).robot).toBe('none');
});

test('random reactions prove nothing, and are a gap', async () => {
  const observed = await meet('fickle');
  expect(observed.robot).toBe('unknown');
  expect(gapsOf(observed, null)).toEqual([{ part: 'ROBOT', code: 'timeout' }]);
});

test('where nothing is found, ten connections are enough', async () => {
  const server = await startRobotServer('honest', await lab.certificates.make('rsa'));
  const { uses } = await measureServer({ port: server.port });
  expect(uses.get('robot')).toBe(10);
  await server.stop();
});

describe('real servers are not oracles', () => {
  const names = isLong ? (['gnutls-no-tickets', 'old-1.0.1e-rc4'] as const) : (['nginx-legacy'] as const);
  test.concurrent.each(names)('%s', async (name) => {
    const { host, port } = await lab.start(name);
    const { observed } = await measureServer({ host, port });
    expect(observed.robot).toBe('none');
  });

  inLongSet(test)('in any of their versions, in a deep check', async () => {
    const { host, port } = await lab.start('nginx-legacy');
    const plain = await measureServer({ host, port });
    const deep = await measureServer({ host, port, isDeep: true });
    expect(deep.observed.robot).toBe('none');
    // TLS 1.1 and 1.0, with ten connections each.
    expect(plain.uses.get('robot')).toBeLessThanOrEqual(30);
    expect(deep.uses.get('robot')).toBeGreaterThanOrEqual(30);
  });

  test('sends no secret without RSA key exchange', async () => {
    const { host, port } = await lab.start('openssl-tls13');
    const { observed, budget } = await measureServer({ host, port });
    expect(observed.robot).toBe('none');
    expect(budget.connections).toBeLessThan(30);
  });
});

test('a server without a certificate for its RSA suites is inconclusive', async () => {
  const other = await startMaliciousTlsServer('limits-by-reset');
  const { observed } = await measureServer({ port: other.port });
  expect(observed.robot).toBe('unknown');
  await other.stop();
});
