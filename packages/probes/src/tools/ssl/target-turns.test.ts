import { ToolError } from '@sonde/contract';
import { expect, test } from 'vitest';
import { createTargetTurns } from './target-turns.ts';

function turnsAt() {
  const clock = { ms: 1_000_000 };
  return { clock, turns: createTargetTurns({ perMinute: 2, now: () => clock.ms }) };
}

function refusalOf(begin: () => unknown): ToolError {
  try {
    begin();
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  return expect.fail('it may begin');
}

test('one check of an address and port at a time; other ports and addresses are other servers', () => {
  const { turns } = turnsAt();
  const end = turns.begin('192.0.2.1', 443);
  expect(refusalOf(() => turns.begin('192.0.2.1', 443))).toMatchObject({ code: 'busy', retryAfterSeconds: 20 });
  turns.begin('192.0.2.1', 8443)();
  turns.begin('192.0.2.2', 443)();
  end();
  turns.begin('192.0.2.1', 443)();
});

test('two within a minute, and the third when the first is a minute old', () => {
  const { turns, clock } = turnsAt();
  turns.begin('192.0.2.1', 443)();
  clock.ms += 10_000;
  turns.begin('192.0.2.1', 443)();
  clock.ms += 20_000;
  const refusal = refusalOf(() => turns.begin('192.0.2.1', 443));
  expect(refusal).toMatchObject({ code: 'rate-limited', retryAfterSeconds: 30 });
  clock.ms += 30_000;
  turns.begin('192.0.2.1', 443)();
});
