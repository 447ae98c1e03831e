import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startAnnounced } from '@sonde/lab';

/** The name lab in a process of its own. */
export interface ServedDomains {
  /** `ip:port` of the name server, used in place of a resolver. */
  readonly server: string;
  /** The process of the name server. */
  readonly pid: number;
  /** The same server behind a delay. */
  readonly delayed: string;
  stop(): Promise<void>;
}

export async function serveDomains(oneWayDelayMs: number): Promise<ServedDomains> {
  const script = fileURLToPath(new URL('serve-names.ts', import.meta.resolve('@sonde/lab')));
  const args = ['--import', 'tsx', script, '--words', '1', '--delay-ms', String(oneWayDelayMs)];
  const { announced, child, stop } = await startAnnounced(process.execPath, args, { on: 'stdout', line: /^({.*})$/ });
  const { server, delayed } = JSON.parse(announced) as { server: string; delayed: string };
  return { server, delayed, pid: await knotOf(child.pid ?? 0), stop };
}

/** Finds it among the children of the lab. */
async function knotOf(lab: number): Promise<number> {
  const children = (await readFile(`/proc/${lab}/task/${lab}/children`, 'utf8')).split(' ').filter(Boolean);
  for (const child of children) {
    if ((await readFile(`/proc/${child}/comm`, 'utf8')).trim() === 'knotd') return Number(child);
  }
  throw new Error('the lab has no process knotd');
}
