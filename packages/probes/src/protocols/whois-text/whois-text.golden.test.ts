import { expect, it } from 'vitest';
import { expectedOf, readSample, sampleNames } from '../../testing/whois-samples.ts';

it('has at least 80 samples', () => expect(sampleNames.length).toBeGreaterThanOrEqual(80));

it.each(sampleNames)('%s says where its layout is documented publicly', (name) => {
  expect(expectedOf(name).documented).toMatch(/https:\/\/[a-z0-9.-]+\.[a-z]+\/\S*/);
});

it.each(sampleNames)('%s', (name) => {
  const { replyClass, referral, facts } = expectedOf(name);
  expect(readSample(name)).toEqual({ replyClass, referral, facts });
});
