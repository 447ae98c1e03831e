import { fork } from 'node:child_process';
import { once } from 'node:events';
import { bundled } from '../bundled.ts';
import { rounded } from '../report.ts';
import type { Connected, Connecting } from './crowd.ts';

/** Connected agents in a process of their own. */
export interface LightAgents {
  readonly pid: number;
  /** Until all were welcome. */
  readonly ms: number;
  /** Attempts to connect that failed and were repeated. */
  readonly repeated: number;
  stop(): Promise<void>;
}

/** Fewer than the server allows to connect at once. */
const AT_ONCE = 48;

/** @param script what runs in their process. @throws if one of them was not welcome */
export async function startLightAgents(
  asked: Omit<Connecting, 'atOnce'>,
  script = new URL('crowd.ts', import.meta.url),
): Promise<LightAgents> {
  const child = fork(await bundled(script), { execArgv: [] });
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  };
  const gone = once(child, 'exit').then(() => [{ ms: 0, repeated: 0, problem: 'their process ended' }]);
  child.send({ ...asked, atOnce: AT_ONCE });
  const [said] = (await Promise.race([once(child, 'message'), gone])) as [Connected];
  if (said.problem !== null) {
    await stop();
    throw new Error(`agents: ${said.problem}`);
  }
  return { pid: child.pid ?? 0, ms: rounded(said.ms), repeated: said.repeated, stop };
}
