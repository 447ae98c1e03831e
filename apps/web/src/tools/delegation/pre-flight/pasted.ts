import { toIpv4 } from '@sonde/contract/targets/ipv4';
import { toIpv6 } from '@sonde/contract/targets/ipv6';
import {
  type GivenDs,
  givenDsText,
  MAX_GIVEN,
  readGivenDs,
  readGivenServer,
  readLabelledDs,
} from '@sonde/contract/tools/delegation/data/given';

/** Servers and DS records to test before publishing, as in the query: comma separated, empty for none. */
export interface PreFlightTexts {
  readonly servers: string;
  readonly ds: string;
}

/** A pasted text in the syntax of the query, or what is wrong with it. */
export type PastedField = { readonly value: string; readonly problem: null } | { readonly problem: string };

/** Words of a zone file that may occur between a name and an address. */
const BETWEEN = /^(?:\d+|IN|A|AAAA)$/i;

/** Name servers, one per line: `ns1.example.net`, optionally followed by addresses, or a line of a zone file. */
export function readPastedServers(text: string): PastedField {
  const entries: string[] = [];
  for (const [index, line] of linesOf(text).entries()) {
    const read = readServerLine(line);
    if (read === null) {
      const example = 'ns1.example.net or ns1.example.net/192.0.2.1';
      return { problem: `Line ${index + 1}, “${shortened(line)}”, is not a name server such as ${example}.` };
    }
    entries.push(...read);
  }
  const unique = [...new Set(entries)];
  if (unique.length > MAX_GIVEN)
    return { problem: `There are ${unique.length} addresses: at most ${MAX_GIVEN} can be tested at once.` };
  return { value: unique.join(','), problem: null };
}

/** `ns1.example.net/192.0.2.1` for each address, or the name alone. */
function readServerLine(line: string): string[] | null {
  const words = line.split(/[\s/]+/).filter((word) => word !== '');
  const ns = words.findIndex((word) => word.toUpperCase() === 'NS');
  const told = ns === -1 ? words.filter((word) => !BETWEEN.test(word)) : words.slice(ns + 1);
  const addresses = told.flatMap((word) => toIpv4(word) ?? toIpv6(word) ?? []);
  const [nameText = '', ...others] = told.filter((word) => toIpv4(word) === null && toIpv6(word) === null);
  const name = others.length > 0 ? null : (readGivenServer(nameText)?.name ?? null);
  if (name === null) return null;
  return addresses.length === 0 ? [name] : addresses.map((address) => `${name}/${address}`);
}

/** DS records as registrars and signers show them: lines of a zone file, four fields, or labelled fields. */
export function readPastedDs(text: string): PastedField {
  const labelled = readLabelledDs(text);
  if (labelled.length > 0) {
    const known = labelled.filter((one) => one !== null);
    return known.length === labelled.length
      ? withinLimit(known)
      : { problem: 'One of the records has a digest of the wrong length for its type.' };
  }
  const records: GivenDs[] = [];
  for (const [index, line] of joined(linesOf(text.replace(/;.*/g, '').replace(/[()]/g, ' '))).entries()) {
    const ds = readGivenDs(line);
    if (ds === null) return { problem: `Line ${index + 1}, “${shortened(line)}”, ${whyNoDs(line)}` };
    records.push(ds);
  }
  return withinLimit(records);
}

function withinLimit(records: readonly GivenDs[]): PastedField {
  if (records.length > MAX_GIVEN)
    return { problem: `There are ${records.length} records: at most ${MAX_GIVEN} can be tested at once.` };
  return { value: records.map(givenDsText).join(','), problem: null };
}

const DIGITS: Readonly<Record<string, number>> = { 1: 40, 2: 64, 4: 96 };

function whyNoDs(line: string): string {
  const [, type = '', hex = ''] = /\d+\s+\d+\s+(\d+)\s+([\da-f\s]+)$/i.exec(line.slice(0, 600)) ?? [];
  const expected = DIGITS[type];
  const digits = hex.replace(/\s/g, '').length;
  if (hex !== '' && expected !== undefined && digits !== expected) {
    return `has a digest of ${digits} digits: type ${type} has ${expected}.`;
  }
  return 'is not a DS record such as 34505 13 2 E06D44B8….';
}

/** A digest may continue on the next line. */
function joined(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const before = whole.at(-1);
    if (before !== undefined && /^[\da-f\s]{8,}$/i.test(line) && !/^\d+\s+\d+\s+\d\s/.test(line))
      whole[whole.length - 1] = `${before} ${line}`;
    else whole.push(line);
  }
  return whole;
}

/** Links separate entries by commas, pasted text by line breaks. */
function linesOf(text: string): string[] {
  return text
    .split(/[\n,]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
