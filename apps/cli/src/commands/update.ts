import type { DataSetState } from '@sonde/contract';
import { counted } from '@sonde/contract/text/counted';
import type { CliContext } from '../cli-context.ts';
import { EXIT, WRONG_USAGE } from '../exit-status.ts';
import { generalOptions, option } from '../input/option.ts';
import { printable } from '../print/printable.ts';
import { defineCommand } from './command.ts';

interface UpdateCall {
  /** If empty, all that can be renewed. */
  readonly ids: readonly string[];
  /** Files and URLs; if empty, those of the publisher. */
  readonly sources: readonly string[];
  /** Whether to print the state of the data only. */
  readonly isCheck: boolean;
}

async function updatedSets(): Promise<readonly string[]> {
  return (await import('../node-engines.ts')).renewableDataSets;
}

const options = [
  option(
    'from',
    'text',
    'FILES',
    'Comma-separated files or URLs instead of the publisher’s, for one set. The signature of log_list.json is read from log_list.sig beside it.',
  ),
  option('check', 'flag', '', 'Change nothing; print the state of all data, for monitoring.'),
  ...generalOptions,
];

export const updateCommand = defineCommand<UpdateCall>({
  name: 'update',
  summary: 'Update the data in SONDE_DATA_DIR: certificate logs, MAC addresses, places and networks',
  words: '[SET...]',
  details: [
    [
      'Description:',
      [
        'Downloads the data, checks it, and replaces the copy in SONDE_DATA_DIR. The copy before it is kept.',
        'A copy that is damaged, wrongly signed, implausible or older is refused, and nothing changes.',
      ],
    ],
  ],
  options: [{ heading: 'Options:', options }],
  statuses: [
    ['0', 'every set was updated; with --check, all data is fresh'],
    ['1', 'a set was not updated; standard error says why'],
    ['2', 'with --check: a set is old'],
    ['3', 'with --check: a set has expired, or is missing'],
    WRONG_USAGE,
  ],
  examples: ['sonde update', 'sonde update ct-logs --from log_list.json', 'sonde update --check'],
  offered: updatedSets,
  async read({ words, values }) {
    const known = await updatedSets();
    const unknown = words.find((word) => !known.includes(word));
    if (unknown !== undefined) return { problem: `update takes any of ${known.join(', ')}.` };
    const sources = (values.get('from') ?? '').split(',').filter((source) => source !== '');
    if (sources.length > 0 && words.length !== 1) return { problem: '--from needs exactly one set.' };
    return { asked: { ids: words, sources, isCheck: values.get('check') === 'true' } };
  },
  run: (call, context) => (call.isCheck ? check(context) : renew(call, context)),
});

async function renew({ ids, sources }: UpdateCall, context: CliContext): Promise<number> {
  const { dataSetsOf, renewDataSet, UpdateRefused } = await import('../node-engines.ts');
  const { withEngines } = await import('../engines.ts');
  return withEngines(context, async ({ data }) => {
    const wanted = dataSetsOf(data).filter(({ facts, renew: can }) =>
      ids.length === 0 ? can !== null : ids.includes(facts.id),
    );
    let status: number = EXIT.answer;
    for (const set of wanted) {
      try {
        const { text } = await renewDataSet(data, set, { sources, signal: context.signal, now: Date.now });
        context.out(printable(text));
      } catch (error) {
        if (context.signal.aborted) return EXIT.interrupted;
        if (!(error instanceof UpdateRefused)) throw error;
        context.err(`sonde: ${set.facts.id}: Nothing was changed. ${printable(error.message)}`);
        status = EXIT.failure;
      }
    }
    return status;
  });
}

async function check(context: CliContext): Promise<number> {
  const { dataSetsOf, listDataSets } = await import('../node-engines.ts');
  const { withEngines } = await import('../engines.ts');
  return withEngines(context, async ({ data }) => {
    const states = await listDataSets(data, dataSetsOf(data), Date.now());
    for (const one of states) context.out(printable(lineOf(one)));
    const has = (...wanted: DataSetState['state'][]) => states.some(({ state }) => wanted.includes(state));
    if (has('expired', 'missing')) return EXIT.findings;
    return has('old') ? EXIT.gaps : EXIT.answer;
  });
}

function lineOf({ id, state, date, ageDays, origin, error }: DataSetState): string {
  const undated = origin === null ? 'no copy' : `${origin}, without a date`;
  const what = date === null ? undated : `of ${date.slice(0, 10)}, ${counted(ageDays ?? 0, 'day')}, ${origin}`;
  return `${id}: ${state} (${what})${error === null ? '' : `. The last update failed: ${error}`}`;
}
