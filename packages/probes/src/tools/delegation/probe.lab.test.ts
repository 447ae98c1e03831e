import { delegation } from '@sonde/contract';
import { expect, test } from 'vitest';
import { createNodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';

test('measures a real server of the lab, value by value', async () => {
  // Start the lab's server here and hand its address to the settings.
  const { settings, problems } = readNetSettings({});
  if (settings === null) throw new Error(problems.join(' '));
  const net = createNodeNet(settings);
  try {
    const context = { net, data: noData, signal: AbortSignal.timeout(30_000) };
    const answer = await measure(checkQuery('delegation', delegation.example), context);
    expect(answer).toEqual('Compare every value with what another program reports of the same server.');
  } finally {
    net.close();
  }
});

test('ends with a failure of its contract, whatever the server does', () => {
  expect.fail(
    'Let servers of the lab refuse, stay silent, break the protocol and hang up; expect only codes and reasons of the contract.',
  );
});
