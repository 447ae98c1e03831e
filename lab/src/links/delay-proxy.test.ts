import { expect, onTestFinished, test } from 'vitest';
import { dig } from '../dns/dns-lab.ts';
import { startMaliciousNameServer } from '../dns/malicious/malicious-name-server.ts';
import type { NameServerBehaviourName } from '../dns/malicious/name-server-behaviours.ts';
import { startDelayProxy } from './delay-proxy.ts';

async function askDelayed(behaviour: NameServerBehaviourName): Promise<string> {
  const server = await startMaliciousNameServer(behaviour);
  onTestFinished(() => server.stop());
  const proxy = await startDelayProxy({ target: server.address, delayMs: 40 });
  onTestFinished(() => proxy.stop());
  return dig(proxy.address, ['+tries=1', 'www.lab.test']);
}

test('a reply by UDP arrives a round trip later', async () => {
  const log = await askDelayed('answer');
  expect(log).toMatch(/ANSWER: 1,/);
  expect(Number(/Query time: (\d+) msec/.exec(log)?.[1])).toBeGreaterThanOrEqual(79);
});

test('TCP is forwarded as well', async () => {
  const log = await askDelayed('truncated');
  expect(log).toMatch(/retrying in TCP[\s\S]*ANSWER: 2,/);
  expect(Number(/Query time: (\d+) msec/.exec(log)?.[1])).toBeGreaterThanOrEqual(79);
});
