import { explanationOf, explanations } from '@sonde/contract/answers/explanations';
import { renderPairs } from './table.ts';
import { bold, type Terminal } from './terminal.ts';
import { wrap, wrapBehind } from './width.ts';

export const findingCodes = Object.keys(explanations).toSorted();

/** Everything there is to know about one code. */
export function renderExplanation(code: string, terminal: Terminal): string[] {
  const { columns } = terminal;
  const explained = explanationOf(code);
  if (explained === null) throw new TypeError(`There is no finding with the code ${code}.`);
  const { title, states, meaning, importance, effect, remedies, source } = explained;
  const section = (heading: string, lines: readonly string[]) => ['', bold(heading, terminal), ...lines];
  return [
    ...wrap(title, columns).map((line) => bold(line, terminal)),
    ...renderPairs(
      [
        ['code', code],
        ['states', states.join(', ')],
      ],
      columns,
    ),
    ...section('What it means', wrap(meaning, columns)),
    ...section('Why it matters', wrap(importance, columns)),
    ...section('What clients do', wrap(effect, columns)),
    ...section('What to do', remedyLines(remedies, columns)),
    ...section('Source', [...wrap(source.name, columns), ...wrap(source.url, columns)]),
  ];
}

/** Lines of configuration keep their breaks and their indent. */
function remedyLines(remedies: Readonly<Record<string, string>> | string, columns: number): string[] {
  if (typeof remedies === 'string') return wrap(remedies, columns);
  return Object.entries(remedies).flatMap(([place, text]) => [
    `${place}:`,
    ...text.split('\n').flatMap((line) => wrapBehind('  ', line, columns)),
  ]);
}

/** All codes with their headings. */
export function renderCodes({ columns }: Terminal): string[] {
  return renderPairs(
    findingCodes.map((code) => [code, explanationOf(code)?.title ?? ''] as const),
    columns,
  );
}
