/**
 * The DNS lab for development and browser tests: `tsx lab/src/serve.ts [--delay-ms N]`.
 * Prints one line of JSON with its addresses when it is ready; `delayed` is the resolver with a delay of N ms in each
 * direction. The line `flush` on standard input flushes the resolver's cache and is answered with `{"flushed":true}`.
 * Ends on Ctrl-C, on SIGTERM, and when a pipe on standard input is closed.
 */
import { fstatSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startDnsLab } from './dns/dns-lab.ts';
import { startMaliciousNameServer } from './dns/malicious/malicious-name-server.ts';
import { startDelayProxy } from './links/delay-proxy.ts';
import { startRegistryLab } from './whois/registry-lab.ts';

const { values } = parseArgs({ options: { 'delay-ms': { type: 'string' } } });
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const lab = await startDnsLab().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
const [silent, servfail, registries] = await Promise.all([
  startMaliciousNameServer('silent'),
  startMaliciousNameServer('servfail'),
  startRegistryLab(),
]);
const delayMs = Number(values['delay-ms'] ?? 0);
const delayed = delayMs > 0 ? await startDelayProxy({ target: lab.resolver, delayMs }) : null;

async function stop(): Promise<void> {
  await Promise.all([lab, silent, servfail, registries, delayed].map((part) => part?.stop()));
  process.exit(0);
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);

const input = fstatSync(0);
if (input.isFIFO() || input.isSocket() || process.stdin.isTTY) {
  createInterface({ input: process.stdin })
    .on('line', async (line) => {
      if (line !== 'flush') return;
      await lab.flushCache();
      say({ flushed: true });
    })
    .on('close', stop);
}

say({
  resolver: lab.resolver,
  authority: lab.authority,
  ...(delayed ? { delayed: delayed.address } : {}),
  silent: silent.address,
  servfail: servfail.address,
  whois: registries.whois,
  rdapBootstrap: registries.bootstrap,
  zones: lab.zoneNames,
});
