import type { Verdict } from '@sonde/contract/finding/check-result';
import type { FindingState } from '@sonde/contract/finding/finding';
import { signOf } from '@sonde/contract/finding/verdict';
import { verdictWords } from '@sonde/contract/finding/verdict-words';
import { CircleHelp } from '../../ui/icons/lucide/circle-help.ts';
import { CircleX } from '../../ui/icons/lucide/circle-x.ts';
import { Info } from '../../ui/icons/lucide/info.ts';
import { ShieldCheck } from '../../ui/icons/lucide/shield-check.ts';
import { TriangleAlert } from '../../ui/icons/lucide/triangle-alert.ts';
import type { Icon } from '../../ui/icons/svg-icon.ts';

const icons: Readonly<Record<FindingState, Icon>> = {
  bad: CircleX,
  warn: TriangleAlert,
  unknown: CircleHelp,
  note: Info,
  good: ShieldCheck,
};

/** The sign of a verdict, or of a check with so many notes; a state is never told by its colour alone. */
export function signFor(verdict: Verdict, notes = 0) {
  const state = signOf(verdict, notes);
  return { state, Icon: icons[state], words: verdictWords[verdict] + (state === 'note' ? ', with a note' : '') };
}
