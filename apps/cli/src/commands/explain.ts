import { closestTo } from '@sonde/contract/text/closest';
import { type CliContext, terminalOf } from '../cli-context.ts';
import { EXIT } from '../exit-status.ts';
import { generalOptions } from '../input/option.ts';
import { readColor } from '../input/options.ts';
import { printable } from '../print/printable.ts';
import { defineCommand, printingStatuses } from './command.ts';

const MAX_SIMILAR = 5;

interface ExplainCall {
  /** Null: list all codes. */
  readonly code: string | null;
  readonly color: boolean | null;
}

export const explainCommand = defineCommand<ExplainCall>({
  name: 'explain',
  summary: 'Explain a finding and what to do about it; without a code, list all codes',
  words: '[CODE]',
  options: [{ heading: 'Options:', options: generalOptions }],
  statuses: printingStatuses,
  examples: ['sonde explain no-reply'],
  offered: async () => (await import('../print/explanation.ts')).findingCodes,
  async read({ words, values }, commands) {
    // `sonde ping --explain no-reply`: the code is the option's value, and the name of the tool does not matter.
    const given = values.get('explain');
    const names = given === undefined ? [] : await commands.names();
    const [code = null, ...rest] = [
      ...(given === undefined ? [] : [given]),
      ...words.filter((word) => !names.includes(word)),
    ];
    return rest.length > 0 ? { problem: 'explain takes one code.' } : { asked: { code, color: readColor(values) } };
  },
  run: explain,
});

async function explain({ code, color }: ExplainCall, context: CliContext): Promise<number> {
  const { findingCodes, renderCodes, renderExplanation } = await import('../print/explanation.ts');
  const terminal = terminalOf(context, color);
  const known = findingCodes.find((one) => one === code);
  if (code === null) context.out(renderCodes(terminal).join('\n'));
  else if (known !== undefined) context.out(renderExplanation(known, terminal).join('\n'));
  else return unknownCode(code, findingCodes, context);
  return EXIT.answer;
}

function unknownCode(code: string, known: readonly string[], { err }: CliContext): number {
  // Codes are long and share many words: half of the letters may differ.
  const similar = closestTo(code, known, Math.ceil(code.length / 2)).slice(0, MAX_SIMILAR);
  const containing = known.filter((one) => code.length > 2 && one.includes(code));
  const nearest = [...new Set([...containing, ...similar])].slice(0, MAX_SIMILAR);
  err(`sonde: There is no finding with the code ${printable(JSON.stringify(code))}.`);
  if (nearest.length > 0) err(`Similar codes: ${nearest.join(', ')}.`);
  err('sonde explain lists all codes.');
  return EXIT.usage;
}
