import { fileURLToPath } from 'node:url';
import type { PathState } from './path/route.ts';
import type { MainTarget, Target } from './targets.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built product with its simulated servers. */
export interface Demo {
  readonly url: string;
  readonly targets: readonly Target[];
  /** The path with routers, or why it is missing. */
  readonly path: PathState;
  /** False if another program, such as another demo, uses port 443 here, or this user may not open it. */
  readonly hasUsualPorts: boolean;
  /** What the picture and the sample of each tool show, by its id. */
  readonly mainTargets: ReadonlyMap<string, MainTarget>;
  stop(): Promise<void>;
}

/** Why a lookup of the demo may fail that succeeds elsewhere; empty if there is no reason. */
export function portsHint({ hasUsualPorts }: Demo): string {
  if (hasUsualPorts) return '';
  return ' The demo has no port 443 here: another program uses it, such as another demo, or this user may not open it.';
}

/** @throws for a tool that the demo cannot show */
export function targetFor(demo: Demo, tool: string): MainTarget {
  const found = demo.mainTargets.get(tool);
  if (found === undefined)
    throw new Error(`the demo has no target for ${tool}: name one in demo/src/targets/${tool}.ts`);
  return found;
}
