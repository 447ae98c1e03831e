import type { Demo } from '../demo.ts';
import type { MainTarget } from '../targets.ts';

/** What the program inside tells of its demo, or why it has none; a line of JSON. */
export type StartedInside =
  | (Pick<Demo, 'url' | 'targets' | 'hasUsualPorts' | 'path'> & {
      readonly mainTargets: readonly (readonly [id: string, target: MainTarget])[];
    })
  | { readonly problem: string };
