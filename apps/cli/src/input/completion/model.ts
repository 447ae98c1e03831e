import type { Offered } from '../../commands/command.ts';
import { meaningOf, type Option } from '../option.ts';

/** One command with everything that may follow it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** What may follow its name. */
  readonly offered: Offered;
}

/** The first sentence, without its full stop: a list of a shell has one line for each option. */
export function shortMeaning(option: Option): string {
  return meaningOf(option)
    .replace(/(?<=[^.])[.:;](\s.*)?$/s, '')
    .replaceAll(/\s+/g, ' ');
}
