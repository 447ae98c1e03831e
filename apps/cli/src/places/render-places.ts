import type { Reading, ToolId } from '@sonde/contract';
import { signOf, worstOf } from '@sonde/contract/finding/verdict';
import { hopsText, sharedWords } from '@sonde/contract/places/merged-paths';
import { roundTripText, type ShownPlace } from '@sonde/contract/places/place-rows';
import type { PlacesAnswer } from '@sonde/contract/places/places';
import { type PlacesInWords, placesInWords } from '@sonde/contract/places/places-in-words';
import { counted } from '@sonde/contract/text/counted';
import { marked } from '../print/findings.ts';
import { printable } from '../print/printable.ts';
import { renderPairs, renderTable } from '../print/table.ts';
import { bold, type Terminal } from '../print/terminal.ts';
import { wrap, wrapBehind } from '../print/width.ts';

interface PlacesToPrint {
  readonly id: ToolId;
  readonly target: string;
  readonly answer: Reading<typeof PlacesAnswer>;
  readonly terminal: Terminal;
}

const INDENT = '  ';

/** One line with the worst verdict and the comparison, then place by place, then what sets groups of answers apart. */
export function renderPlaces({ id, target, answer, terminal }: PlacesToPrint): string[] {
  const { sentence, rows, groups, paths } = placesInWords(id, answer);
  const known = rows.flatMap(({ verdict }) => verdict ?? []);
  const sign = known.length === 0 ? 'unknown' : signOf(worstOf(known));
  const sections = [
    marked(sign, printable(`${target}: ${sentence}`), terminal, (line) => bold(line, terminal)),
    placeTable(id, rows, terminal),
    ...groups.map((group) => groupLines(group, terminal)),
    ...paths.map((path) =>
      withHeading(
        'Path at the side of the target, ',
        path.places,
        terminal,
        wrapBehind(INDENT, printable(`${sharedWords(path)}: ${hopsText(path)}`), terminal.columns),
      ),
    ),
  ];
  return sections.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

function placeTable(id: ToolId, rows: readonly ShownPlace[], { columns }: Terminal): string[] {
  const isTimed = id === 'ping' || id === 'traceroute';
  const titles = ['Place', 'Result', ...(isTimed ? ['Round trip'] : []), 'Answer'];
  const cells = rows.map((row) => [row.place, row.result, ...(isTimed ? [roundTripText(row)] : []), row.headline]);
  return renderTable(titles, cells, columns);
}

function groupLines({ places, differs, reason }: PlacesInWords['groups'][number], terminal: Terminal): string[] {
  const { columns } = terminal;
  const facts = differs.map(({ label, value }) => [`${INDENT}${label}`, value] as const);
  const why = reason === null ? [] : wrapBehind(INDENT, printable(reason), columns);
  return withHeading('', places, terminal, [...renderPairs(facts, columns), ...why]);
}

function withHeading(what: string, places: readonly string[], terminal: Terminal, lines: readonly string[]): string[] {
  const heading = printable(`${what}${counted(places.length, 'place')}: ${places.join(', ')}`);
  return [...wrap(heading, terminal.columns).map((line) => bold(line, terminal)), ...lines];
}
