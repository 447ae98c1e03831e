import { toDnsName } from '@sonde/contract/targets/domain';
import { toUnicodeName } from '@sonde/contract/targets/unicode-name';
import { visibleText } from './text/visible-text.ts';

const PORT = /:\d+$/;

/** The other spelling of an IDN: A-labels for Unicode, Unicode for A-labels; null for other names. */
export function otherSpelling(target: string): string | null {
  const typed = target.replace(PORT, '');
  const name = toDnsName(typed);
  if (name === null) return null;
  return /[^\0-\x7f]/.test(typed) ? name : toUnicodeName(name);
}

/** As typed, with the other spelling beside it. */
export function bothSpellings(target: string): string {
  const other = otherSpelling(target);
  return visibleText(other === null ? target : `${target} (${other})`);
}
