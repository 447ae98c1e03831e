import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort, freePorts, onFreePorts } from './free-port.ts';
import { startNginx } from './tls/servers/nginx.ts';
import { openWorkplace } from './workplace.ts';

test('ports that are asked for together are different ones', async () => {
  // As many as a machine gives again soon when each is let go before the next is taken.
  const ports = await freePorts(400);
  expect(new Set(ports).size).toBe(400);
});

test('a port that somebody takes in between is left to them', async () => {
  const workplace = await openWorkplace();
  const stranger = createServer();
  const tried: number[][] = [];
  try {
    await onFreePorts(2, async (ports) => {
      tried.push([...ports]);
      if (tried.length === 1) await new Promise<void>((ready) => stranger.listen(ports[1], '127.0.0.1', ready));
      await startNginx(
        workplace,
        `both-${ports[0]}`,
        ports.map((port) => ({ port, certificates: [], lines: ['ssl_reject_handshake on'] })),
      );
    });
    expect(tried).toHaveLength(2);
    expect(tried[1]).not.toContain(tried[0]?.[1]);
  } finally {
    stranger.close();
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
