// protocols/ieee-registry/: the files in which the IEEE publishes its registries (oui.csv, mam.csv, oui36.csv, iab.csv, cid.csv).

import { type MacRegistry, macRegistries } from '@sonde/contract';

/** One row of a registry file. */
export interface RegistryRow {
  readonly registry: MacRegistry;
  /** Upper-case hex digits. */
  readonly prefix: string;
  readonly owner: string;
  /** On one line, as the IEEE writes it; empty for an owner who is not published. */
  readonly address: string;
}

/** The input is not a complete registry file. The message says why, in a sentence for the operator. */
export class NotARegistryFile extends Error {
  override readonly name = 'NotARegistryFile';
}

const HEADER = ['Registry', 'Assignment', 'Organization Name', 'Organization Address'].join();
const DIGITS: Readonly<Record<MacRegistry, number>> = { 'MA-L': 6, 'MA-M': 7, 'MA-S': 9, IAB: 9, CID: 6 };

/**
 * Reads one of the five files: CSV (RFC 4180) in UTF-8 with a heading, whose fields may contain quotes and line breaks.
 * @throws NotARegistryFile for anything else, and for a truncated file, since part of a registry would look complete
 */
export function readRegistryFile(text: string): RegistryRow[] {
  const body = text.replace(/^\ufeff/, '');
  if (/^\s*</.test(body)) throw new NotARegistryFile('This is a web page, not a CSV file.');
  const [heading, ...records] = readCsv(body);
  if (heading?.map((name) => name.trim()).join() !== HEADER) {
    throw new NotARegistryFile(`The first line is not the heading ${HEADER}.`);
  }
  const rows = records.map((record, index) => rowOf(record, index + 2));
  const [first] = rows;
  if (first === undefined) throw new NotARegistryFile('The file has no assignments.');
  const other = rows.find(({ registry }) => registry !== first.registry);
  if (other !== undefined) throw new NotARegistryFile(`The file mixes ${first.registry} and ${other.registry}.`);
  return rows;
}

function rowOf(record: readonly string[], number: number): RegistryRow {
  const [name, prefix = '', owner = '', address = ''] = record.map((field) => field.trim());
  const registry = macRegistries.find((one) => one === name);
  const isShaped = record.length === 4 && owner !== '' && /^[\dA-Fa-f]+$/.test(prefix);
  if (registry === undefined || !isShaped || prefix.length !== DIGITS[registry]) {
    throw new NotARegistryFile(`Record ${number} is not an assignment of the IEEE.`);
  }
  return { registry, prefix: prefix.toUpperCase(), owner, address };
}

/** A field with its terminator. A quoted field may contain anything, with quotes doubled. */
const FIELD = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n)/y;

function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < text.length) {
    const found = FIELD.exec(text);
    if (found === null) {
      throw new NotARegistryFile(`The file is cut off or not valid CSV in record ${records.length + 1}.`);
    }
    const [, quoted, plain = '', end] = found;
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  if (record.length > 0) throw new NotARegistryFile('The file is cut off.');
  return records;
}
