import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/**
 * The only child of a process such as unshare(1) or nsenter(1), which waits for it; the child must have been started.
 */
export async function childOf({ pid }: ChildProcess): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
  if (!/^\d+$/.test(children)) throw new Error(`process ${pid} should have one child, and has: ${children || 'none'}`);
  return Number(children);
}
