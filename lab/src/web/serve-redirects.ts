import { fileURLToPath } from 'node:url';
import type { NetworkLab } from '../network/network-lab.ts';
import { networkTargets } from '../network/topology.ts';
import { programArguments } from '../processes/program-arguments.ts';

const program = fileURLToPath(new URL('./redirecting-server.ts', import.meta.url));

/** Starts a malicious web server on port 80 of the host `fast`, whose own listener must have other ports. */
export async function serveRedirects(lab: NetworkLab): Promise<void> {
  const { ipv4, ipv6 } = networkTargets.fast;
  const addresses = [ipv4, ipv6].map(String);
  await lab.start(process.execPath, [...(await programArguments(program)), ...addresses], {
    on: 'fast',
    isReady: /is listening/,
  });
}
