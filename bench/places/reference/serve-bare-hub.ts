import { startAnnounced } from '@sonde/lab';
import { bundled } from '../../bundled.ts';
import type { ServedSonde } from '../../service/processes.ts';

/** The bare hub in a process of its own. */
export async function serveBareHub(): Promise<ServedSonde> {
  const collecting = new URL('../../service/collect-garbage.mjs', import.meta.url).href;
  const script = await bundled(new URL('bare-hub.ts', import.meta.url));
  const { announced, child, stop } = await startAnnounced(
    process.execPath,
    ['--expose-gc', '--import', collecting, script],
    { on: 'stderr', line: /(http:\/\/\S+)/, env: { PATH: process.env['PATH'] } },
  );
  const pid = child.pid ?? 0;
  return {
    ...{ address: announced, pid, stop: () => stop() },
    collectGarbage: () => process.kill(pid, 'SIGUSR2'),
    metrics: async () => new Map(Object.entries((await (await fetch(`${announced}/metrics`)).json()) as object)),
  };
}
