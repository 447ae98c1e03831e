import type { FindingState } from '@sonde/contract/finding/finding';

/** The terminal for which text is formatted: the width of a line, and the colours. */
export interface Terminal {
  readonly columns: number;
  readonly isColoured: boolean;
}

const DEFAULT_COLUMNS = 80;
const MIN_COLUMNS = 20;

/**
 * The width of a line in columns: `COLUMNS` if set, otherwise that of the terminal, or 80 without one, as in a pipe. Never
 * less than 20.
 */
export function columnsOf(variable: string | undefined, ofTerminal: number | undefined): number {
  const asked = /^[1-9]\d{0,4}$/.test(variable ?? '') ? Number(variable) : ofTerminal;
  return Math.max(MIN_COLUMNS, asked || DEFAULT_COLUMNS);
}

const BOLD = ['1', '22'] as const;
const DIM = ['2', '22'] as const;
const COLOURS: Readonly<Record<FindingState, string>> = {
  good: '32',
  note: '34',
  unknown: '35',
  warn: '33',
  bad: '31',
};

export const bold = (text: string, terminal: Terminal) => styled(text, BOLD, terminal);
export const dim = (text: string, terminal: Terminal) => styled(text, DIM, terminal);
/** The text in the colour of a state; the state is always written out as well. */
export const coloured = (text: string, state: FindingState, terminal: Terminal) =>
  styled(text, [COLOURS[state], '39'], terminal);

function styled(text: string, [on, off]: readonly [string, string], { isColoured }: Terminal): string {
  return isColoured ? `\u001b[${on}m${text}\u001b[${off}m` : text;
}
