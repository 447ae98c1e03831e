import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startAnnounced } from '@sonde/lab';
import { sized } from '../effort.ts';
import type { Served } from '../service/processes.ts';

const COMMAND = fileURLToPath(new URL('../../apps/cli/dist/sonde.js', import.meta.url));
const REST_MS = sized(10_000, { quick: 3_000, smoke: 100 });

/** The memory of `sonde agent`, as shipped, that has joined and was asked nothing: megabytes of VmRSS. */
export async function restingAgentMegabytes({ address }: Served, code: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-agent-'));
  const args = [COMMAND, 'agent', '--hub', address, '--join', code];
  const env = { PATH: process.env['PATH'], SONDE_DATA_DIR: folder };
  try {
    const agent = await startAnnounced(process.execPath, args, { on: 'stderr', line: /connected to (\S+) as/, env });
    try {
      await wait(REST_MS);
      const status = await readFile(`/proc/${agent.child.pid}/status`, 'utf8');
      return Math.round((Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1e6);
    } finally {
      await agent.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
