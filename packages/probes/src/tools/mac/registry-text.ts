import { type MacRegistry, macRegistries } from '@sonde/contract';

/** One assignment of the IEEE; an empty text means unknown. */
export interface Assignment {
  readonly registry: MacRegistry;
  /** Upper-case hex digits without separators. */
  readonly prefix: string;
  readonly owner: string;
  readonly address: string;
  readonly country: string;
}

const clean = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
// By code units, as in the search.
const inOrder = (a: string, b: string) => (a < b ? -1 : 1);

/**
 * Assignments as text: a line with the date and the registries, one line per owner, an empty line, and one line per
 * assignment in the order of the prefixes, with the number of its owner's line. Columns are separated by tabs. One owner has
 * 1,500 assignments; its postal address is stored once.
 * @param date YYYY-MM-DD
 */
export function registryText(date: string, assignments: readonly Assignment[]): string {
  const ownerOf = ({ owner, address, country }: Assignment) => [owner, address, country].map(clean).join('\t');
  const owners = [...new Set(assignments.map(ownerOf))].sort(inOrder);
  const numbers = new Map(owners.map((owner, number) => [owner, number]));
  const lines = assignments.map(
    (one) => `${one.prefix.toUpperCase()}\t${one.registry}\t${numbers.get(ownerOf(one)) ?? 0}`,
  );
  const held = macRegistries.filter((registry) => assignments.some((one) => one.registry === registry));
  // Duplicate entries are dropped; equal prefixes with different owners stay adjacent.
  const sorted = [...new Set(lines)].sort(inOrder);
  return `${[date, ...held].join(' ')}\n${owners.join('\n')}\n\n${sorted.join('\n')}\n`;
}

const LINE_FEED = 10;
const TAB = 9;

/** The registry, held as one text and searched in place: a map of its 58,000 assignments would take three times the memory. */
export interface RegistryIndex {
  readonly date: string;
  /** The registries from which the copy has assignments. */
  readonly registries: ReadonlySet<MacRegistry>;
  readonly size: number;
  /** All assignments of exactly this prefix, in upper-case hex digits. */
  find(prefix: string): Assignment[];
  /** Whether part of this block is assigned separately. */
  isDivided(prefix: string): boolean;
  /** The names of all owners, by number; a name is repeated for each postal address. */
  ownerNames(): string[];
  /** All assignments, sorted by prefix. */
  assignments(): Generator<{ readonly owner: number } & Pick<Assignment, 'registry' | 'prefix'>>;
}

/**
 * The first line of a text of which at least that line is there.
 * @throws Error for a line that `registryText` did not write
 */
export function readHeader(text: Buffer): Pick<RegistryIndex, 'date' | 'registries'> & { readonly end: number } {
  const end = text.indexOf(LINE_FEED);
  const [date = '', ...held] = text.toString('latin1', 0, Math.max(0, end)).split(' ');
  const registries = new Set(macRegistries.filter((registry) => held.includes(registry)));
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || registries.size !== held.length) {
    throw new Error('The MAC address registry has no date.');
  }
  return { date, registries, end };
}

/** @throws Error for a text that `registryText` did not write */
export function indexRegistry(text: Buffer): RegistryIndex {
  const { date, registries, end: headerEnd } = readHeader(text);
  const ownersEnd = text.indexOf('\n\n', headerEnd, 'latin1');
  if (ownersEnd < 0) throw new Error('The MAC address registry has no owners.');
  const owners = lineStarts(text, headerEnd + 1, ownersEnd + 1);
  const lines = lineStarts(text, ownersEnd + 2, text.length);
  // Each line ends with a line feed, unlike a truncated text.
  if (lines.length === 0 || text.at(-1) !== LINE_FEED) throw new Error('The MAC address registry has been cut off.');
  const ownerLine = (number: number) => lineAt(text, owners, number, ownersEnd + 1).split('\t');
  const prefixAt = (line: number) => text.toString('latin1', lines[line], text.indexOf(TAB, lines[line]));
  const read = (line: number) => {
    const [prefix = '', registry, owner] = lineAt(text, lines, line, text.length).split('\t');
    return { prefix, registry: registry as MacRegistry, owner: Number(owner) };
  };
  const firstFrom = (prefix: string) => lowerBound(lines.length, (at) => prefixAt(at) < prefix);
  return {
    date,
    registries,
    size: lines.length,
    find(prefix) {
      const found: Assignment[] = [];
      for (let line = firstFrom(prefix); line < lines.length && prefixAt(line) === prefix; line += 1) {
        const { owner: number, ...assignment } = read(line);
        const [owner = '', address = '', country = ''] = ownerLine(number);
        found.push({ ...assignment, owner, address, country });
      }
      return found;
    },
    isDivided(prefix) {
      const next = firstFrom(`${prefix}0`);
      return next < lines.length && prefixAt(next).startsWith(prefix);
    },
    ownerNames: () => Array.from(owners, (_, number) => ownerLine(number)[0] ?? ''),
    *assignments() {
      for (let line = 0; line < lines.length; line += 1) yield read(line);
    },
  };
}

/** Start of each line. Counted first: a growing list would take twice the memory. */
function lineStarts(text: Buffer, from: number, to: number): Uint32Array {
  let count = 0;
  for (let at = from; at < to; at = text.indexOf(LINE_FEED, at) + 1 || to) count += 1;
  const starts = new Uint32Array(count);
  let line = 0;
  for (let at = from; at < to; at = text.indexOf(LINE_FEED, at) + 1 || to) {
    starts[line] = at;
    line += 1;
  }
  return starts;
}

function lineAt(text: Buffer, starts: Uint32Array, line: number, end: number): string {
  return text.toString('utf8', starts[line], (starts[line + 1] ?? end) - 1);
}

/** The first index that is not before the searched value. */
function lowerBound(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
