import type { MacRegistry } from '@sonde/contract';

/** One assignment of the IEEE; empty texts are unknown. */
export interface Assignment {
  readonly registry: MacRegistry;
  /** Upper-case hex digits without separators. */
  readonly prefix: string;
  readonly owner: string;
  readonly address: string;
  readonly country: string;
}

const clean = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/**
 * Assignments as a text: the date of the data, then a line each in the order of the prefixes, in columns separated by tabs.
 * @param date YYYY-MM-DD.
 */
export function registryText(date: string, assignments: readonly Assignment[]): string {
  const lines = assignments.map(({ prefix, registry, owner, address, country }) =>
    [prefix.toUpperCase(), registry, clean(owner), clean(address), clean(country)].join('\t'),
  );
  // By code units, as the search compares; equal prefixes have several owners.
  lines.sort((a, b) => (a < b ? -1 : 1));
  return `${date}\n${lines.join('\n')}\n`;
}

const LINE_FEED = 10;
const TAB = 9;

/** The registry, held as one text and searched in it: a map of its 58,000 lines would take three times the memory. */
export interface RegistryIndex {
  readonly date: string;
  readonly size: number;
  /** All assignments of exactly this prefix, upper-case hex digits. */
  find(prefix: string): Assignment[];
}

/** @throws Error when the text is not what `registryText` writes. */
export function indexRegistry(text: Buffer): RegistryIndex {
  const starts: number[] = [];
  for (let at = text.indexOf(LINE_FEED); at >= 0 && at + 1 < text.length; at = text.indexOf(LINE_FEED, at + 1)) {
    starts.push(at + 1);
  }
  const offsets = Uint32Array.from(starts);
  const date = text.toString('latin1', 0, 10);
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || text[10] !== LINE_FEED || offsets.length === 0) {
    throw new Error('The MAC address registry has no date or no lines.');
  }
  const prefixAt = (line: number) => {
    const start = offsets[line] ?? 0;
    return text.toString('latin1', start, text.indexOf(TAB, start));
  };
  return {
    date,
    size: offsets.length,
    find(prefix) {
      const found: Assignment[] = [];
      for (let line = lowerBound(offsets.length, (at) => prefixAt(at) < prefix); ; line += 1) {
        if (line >= offsets.length || prefixAt(line) !== prefix) return found;
        found.push(assignmentOf(text.toString('utf8', offsets[line], (offsets[line + 1] ?? text.length) - 1)));
      }
    },
  };
}

/** The first index that is not before what is searched. */
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

function assignmentOf(line: string): Assignment {
  const [prefix = '', registry, owner = '', address = '', country = ''] = line.split('\t');
  return { prefix, registry: registry as MacRegistry, owner, address, country };
}
