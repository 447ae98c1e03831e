import type { World } from '../world.ts';

/** A target, and what it shows. */
export type Offer = readonly [target: string, shows: string];

/** What the demo offers on the page of one tool: the file of the tool in this folder exports it as `page`. */
export interface DemoPage {
  readonly path: string;
  /** The query parameter of the target in links to the page. */
  readonly field: string;
  /** The targets to try, the first one in good order; none if the demo cannot show the tool on this machine. */
  offers(world: World): readonly Offer[];
  /** What the demo cannot show there, or shows differently. */
  note?(world: World): string | null;
  /** The target of the picture in the README; default: the first. */
  readonly picture?: string;
  /** Targets with these verdicts, for pictures of the states of the page, which are not taken if the measured one differs; what is missing cannot be shown there. */
  readonly verdicts?: Readonly<Partial<Record<'good' | 'warning' | 'broken' | 'unknown' | 'error', string>>>;
}
