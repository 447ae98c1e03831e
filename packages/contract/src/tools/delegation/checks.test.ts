import { expect, it } from 'vitest';
import { judgeAnswer } from '../../answers/answer-checks.ts';
import type { UnjudgedServer } from './findings/subject.ts';
import { delegationAnswer, server, silent, unsignedAnswer, ZONE } from './findings/testing/delegation-answer.ts';

/** The checks with their states and summaries. */
const checksOf = (answer: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    judgeAnswer('delegation', answer).checks.map(({ id, state, summary }) => [id, `${state}: ${summary}`]),
  );

const refusing: Partial<UnjudgedServer> = {
  ...{ rcode: 5, authoritative: false, serial: null, ns: [], keysReply: 'refused', signed: null, denial: null },
  ...{ tcp: null, transfer: null },
};

it('nothing is said of a zone that no server serves, and only what was seen of its servers', () => {
  const answer = unsignedAnswer({
    servers: [server(1, refusing), server(2, refusing)],
    answer: { verdict: 'not-determinable', why: 'No server answers.' },
  });
  expect(checksOf(answer)).toMatchObject({
    ...{ delegation: 'unknown: Not measured', glue: 'unknown: Not measured', contents: 'unknown: Not measured' },
    ...{
      servers: expect.stringMatching(/^broken: /),
      transport: 'good: UDP and EDNS',
      exposure: 'good: No open resolver',
    },
  });
});

it('what one of two servers says of the zone is said to come from that one', () => {
  expect(checksOf(unsignedAnswer({ servers: [server(1), server(2, silent)] }))).toMatchObject({
    delegation: 'good: Parent and zone agree, at 1 of 2 addresses',
    contents: 'good: Serials and timers agree, at 1 of 2 addresses',
    transport: 'unknown: Not measured',
  });
});

it('that all addresses answer is said of those that were found, if a name server has none', () => {
  const two = unsignedAnswer({ servers: [server(1), server(2)], host: { problem: 'no-address', glue: [] } });
  expect(checksOf(two)['servers']).toBe('good: All 2 addresses that were found answer');
  expect(checksOf(unsignedAnswer({ servers: [server(1), server(2)] }))['servers']).toBe('good: All 2 addresses answer');
});

it('absence is not called proved while the signatures of a server have expired', () => {
  expect(checksOf(delegationAnswer())).toMatchObject({ denial: 'good: Absence is proved' });
  const behind = server(2, { denial: 'not-proven' });
  const [NS1, NS2] = [server(1).address, behind.address];
  const signed = { covers: 'SOA', keyTag: 34505, algorithm: 13, from: '2026-11-01T00:00:00Z' } as const;
  const answer = delegationAnswer({
    servers: [server(1), behind],
    zone: {
      name: ZONE,
      signatures: [
        { ...signed, state: 'valid', until: '2026-11-29T00:00:00Z', servers: [NS1] },
        { ...signed, state: 'expired', until: '2026-11-20T00:00:00Z', servers: [NS2] },
      ],
    },
  });
  const checks = checksOf(answer);
  expect(checks['signatures']).toMatch(/^broken: /);
  expect(checks).not.toHaveProperty('denial');
});
