import type { Verdict } from '@sonde/contract/finding/check-result';
import { CircleHelp } from '../../ui/icons/lucide/circle-help.ts';
import { CircleX } from '../../ui/icons/lucide/circle-x.ts';
import { ShieldCheck } from '../../ui/icons/lucide/shield-check.ts';
import { TriangleAlert } from '../../ui/icons/lucide/triangle-alert.ts';
import type { Icon } from '../../ui/icons/svg-icon.ts';

/** The icon of a verdict: a state is never told by its colour alone. */
export const verdictIcons: Readonly<Record<Verdict, Icon>> = {
  broken: CircleX,
  warning: TriangleAlert,
  unknown: CircleHelp,
  good: ShieldCheck,
};
