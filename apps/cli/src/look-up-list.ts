import { setMaxListeners } from 'node:events';
import { tools } from '@sonde/contract';
import { listItems, unusedTargets } from '@sonde/contract/lists/list-items';
import { fileText, Misuse, shown, targetsOf } from './check/list-input.ts';
import type { LookupContext } from './cli-context.ts';
import { EXIT } from './exit-status.ts';
import { type LookupCall, lookUp } from './look-up.ts';
import type { OutputFormat } from './print/format-names.ts';
import { printable } from './print/printable.ts';

/** Formats in which several answers after each other are no document. */
const SINGLE: readonly (OutputFormat | null)[] = ['csv', 'csv-findings', 'junit', 'sarif'];

/** From the least to the most severe. */
const SEVERITY: readonly number[] = [EXIT.answer, EXIT.gaps, EXIT.findings, EXIT.failure, EXIT.interrupted, EXIT.usage];

/** Looks up the targets from standard input, one after the other, and returns the most severe exit status. */
export async function lookUpList(command: LookupCall, context: LookupContext): Promise<number> {
  const { signal, err } = context;
  try {
    const items = await itemsOf(command, context);
    setMaxListeners(0, signal);
    let worst: number = EXIT.answer;
    for (const [index, { question }] of items.entries()) {
      const status = await lookUp({ ...command, query: { ...command.query, ...question } }, context);
      if (SEVERITY.indexOf(status) > SEVERITY.indexOf(worst)) worst = status;
      if (!signal.aborted) continue;
      const left = items.length - index - 1;
      if (left > 0) err(`sonde: Stopped early: ${left} of ${items.length} lookups were not made.`);
      return EXIT.interrupted;
    }
    return worst;
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    err(`sonde: ${error.message.split('\n').map(printable).join('\n')}`);
    return EXIT.usage;
  }
}

async function itemsOf({ id, format }: LookupCall, { err }: LookupContext) {
  if (SINGLE.includes(format))
    throw new Misuse(`${format} of a list: sonde check -f - --tools ${id} --format ${format}`);
  const targets = targetsOf(await fileText('-'));
  const items = listItems(targets, [tools[id]]);
  if (items.length === 0) throw new Misuse(`${id} can look up none of the targets.`);
  const left = unusedTargets(targets, [tools[id]]);
  if (left.length > 0)
    err(`sonde: skipped, because ${id} does not accept them: ${shown(left.map(({ target }) => target))}`);
  return items;
}
