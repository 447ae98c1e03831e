import type { ToolId } from '@sonde/contract';
import type { CliContext } from '../cli-context.ts';
import { EXIT } from '../exit-status.ts';
import { generalOptions } from '../input/option.ts';
import { printable } from '../print/printable.ts';
import { defineCommand } from './command.ts';

interface UpdateCall {
  readonly id: ToolId;
  /** Files and URLs; if empty, those of the publisher. */
  readonly sources: readonly string[];
}

/** The tools whose data can be updated. */
async function updatedTools(): Promise<readonly ToolId[]> {
  const { dataUpdates } = await import('../node-engines.ts');
  return Object.keys(dataUpdates) as ToolId[];
}

export const updateCommand = defineCommand<UpdateCall>({
  name: 'update',
  summary: 'Update the registry of MAC addresses in SONDE_DATA_DIR',
  words: 'mac [FILE...]',
  details: [['FILE:', ['Files or URLs of the registry; by default, it is fetched from the IEEE.']]],
  options: [{ heading: 'Options:', options: generalOptions }],
  statuses: [
    ['0', 'the copy was replaced'],
    ['1', 'the copy was not replaced; standard error says why'],
    ['64', 'wrong usage, or an invalid environment variable'],
  ],
  examples: ['sonde update mac', 'sonde update mac oui.csv mam.csv oui36.csv'],
  offered: updatedTools,
  async read({ words: [name, ...sources] }) {
    const known = await updatedTools();
    const id = known.find((one) => one === name);
    return id === undefined ? { problem: `update takes one of ${known.join(', ')}.` } : { asked: { id, sources } };
  },
  run: renew,
});

/** Updates the data that a tool keeps in the data folder. */
async function renew({ id, sources }: UpdateCall, context: CliContext): Promise<number> {
  const { dataUpdates, UpdateRefused } = await import('../node-engines.ts');
  const { withEngines } = await import('../engines.ts');
  return withEngines(context, async ({ data }) => {
    try {
      context.out(printable((await dataUpdates[id]?.(data, sources, context.signal)) ?? ''));
      return EXIT.answer;
    } catch (error) {
      if (context.signal.aborted) return EXIT.interrupted;
      if (!(error instanceof UpdateRefused)) throw error;
      context.err(`sonde: Nothing was changed. ${printable(error.message)}`);
      return EXIT.failure;
    }
  });
}
