import { meaningOf, type Option } from '../options.ts';

/** One command with everything that may follow it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** What its first word may be; null for a target, for which shells offer the hosts that they know. */
  readonly words: readonly string[] | null;
}

/** The first sentence, without its full stop: a list of a shell has one line for each option. */
export function shortMeaning(option: Option): string {
  return meaningOf(option)
    .replace(/(?<=[^.])[.:;](\s.*)?$/s, '')
    .replaceAll(/\s+/g, ' ');
}
