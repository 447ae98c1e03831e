import { afterAll, beforeAll, test } from 'vitest';
import { type DelegationChecks, judgedInLab, openDelegationChecks } from '../../testing/delegation-checks.ts';

let checks: DelegationChecks;
beforeAll(async () => {
  checks = await openDelegationChecks();
}, 240_000);
afterAll(() => checks?.stop());

test.each(judgedInLab)(
  '%s has the verdict of delv',
  (domain, [verdict]) => checks.expectSaidByDelv(domain, verdict),
  30_000,
);

test.each(judgedInLab)('the DNS lookup says nothing opposite of %s', (domain) =>
  checks.expectNothingOppositeOfDns(domain),
);
