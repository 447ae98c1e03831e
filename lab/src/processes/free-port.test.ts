import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startNginx } from '../tls/servers/nginx.ts';
import { freePort, freePorts, onFreePorts } from './free-port.ts';
import { openWorkplace } from './workplace.ts';

test('ports requested together are different', async () => {
  // With this many, the system would repeat some if each port were released before the next is bound.
  const ports = await freePorts(400);
  expect(new Set(ports).size).toBe(400);
});

test('another port is used if one was taken in the meantime', async () => {
  const workplace = await openWorkplace();
  const other = createServer();
  const tried: number[][] = [];
  try {
    await onFreePorts(2, async (ports) => {
      tried.push([...ports]);
      if (tried.length === 1) await new Promise<void>((ready) => other.listen(ports[1], '127.0.0.1', ready));
      await startNginx(
        workplace,
        `both-${ports[0]}`,
        ports.map((port) => ({ port, certificates: [], lines: ['ssl_reject_handshake on'] })),
      );
    });
    expect(tried).toHaveLength(2);
    expect(tried[1]).not.toContain(tried[0]?.[1]);
  } finally {
    other.close();
    await workplace.close();
  }
});

test('two sites of nginx on one port are refused', async () => {
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'sonde-lab-'));
  const workplace = { directory, processIds: [], start: () => expect.fail('it was started'), close: async () => {} };
  const site = { port, certificates: [] };
  await expect(startNginx(workplace, 'twice', [site, site])).rejects.toThrow('one address and port');
  await rm(directory, { recursive: true });
});
