import { type RobotManner, startRobotLiar, startTlsLab, startTlsLiar, type TlsLab } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measureServer } from '../../testing/measure-server.ts';
import { gapsOf } from './answer-parts.ts';
import { vulnerabilityFindings } from './vulnerabilities.ts';

let lab: TlsLab;

beforeAll(async () => {
  lab = await startTlsLab();
});
afterAll(() => lab?.stop());

async function meet(manner: RobotManner, isDeep = true) {
  const liar = await startRobotLiar(manner, await lab.certificates.make('rsa'));
  try {
    const { observed, budget } = await measureServer({ port: liar.port, isDeep });
    expect(budget.stopped).toBeNull();
    return observed;
  } finally {
    await liar.stop();
  }
}

describe('a server that tells how a secret was padded', () => {
  test.concurrent.each([
    ['tells-start', 'strong', 'decrypt_error to a wrong start'],
    ['tells-right-from-wrong', 'weak', 'bad_record_mac to the right padding;'],
    ['tells-version', 'weak', 'handshake_failure to a wrong version'],
    ['tells-by-silence', 'weak', 'silence to a wrong start, a misplaced zero, no zero'],
    ['tells-by-hanging-up', 'strong', 'a hang-up to a wrong start'],
    ['tells-early', 'weak', 'silence to the right padding;'],
  ] as const)('%s: a %s oracle', async (manner, strength, answer) => {
    const observed = await meet(manner);
    const [finding] = vulnerabilityFindings(observed, null);
    expect(finding?.name).toBe('ROBOT');
    expect(finding?.evidence).toContain(`, a ${strength} oracle: `);
    expect(finding?.evidence).toContain(answer);
  });
});

test('a server that answers all alike is no oracle', async () => {
  expect((await meet('honest')).robot).toBe('none');
});

test('answers that differ by chance prove nothing, and are a gap', async () => {
  const observed = await meet('fickle');
  expect(observed.robot).toBe('unknown');
  expect(gapsOf(observed, null)).toEqual([{ part: 'ROBOT', code: 'timeout' }]);
});

test('who was not asked to look does not look', async () => {
  const observed = await meet('tells-start', false);
  expect(observed.robot).toBe('not-asked');
  expect(vulnerabilityFindings(observed, null)).toEqual([]);
  expect(gapsOf(observed, null)).toEqual([]);
});

describe('servers by other hands are no oracles', () => {
  test.concurrent.each(['nginx-legacy', 'gnutls-no-tickets', 'old-1.0.1e-rc4'] as const)('%s', async (name) => {
    const { host, port } = await lab.start(name);
    const { observed } = await measureServer({ host, port, isDeep: true });
    expect(observed.robot).toBe('none');
  });

  test('one without RSA key exchange is sent no secret', async () => {
    const { host, port } = await lab.start('openssl-tls13');
    const plain = await measureServer({ host, port });
    const deep = await measureServer({ host, port, isDeep: true });
    expect(deep.observed.robot).toBe('none');
    expect(deep.budget.connections - plain.budget.connections).toBeLessThan(5);
  });
});

test('a server that has no certificate for its RSA suites tells nothing', async () => {
  const other = await startTlsLiar('limits-by-reset');
  const { observed } = await measureServer({ port: other.port, isDeep: true });
  expect(observed.robot).toBe('unknown');
  await other.stop();
});
