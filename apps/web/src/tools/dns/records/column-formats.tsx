// In this folder: how records are shown.

import { formatUtc } from '@sonde/contract/text/format-utc';
import { CopyButton } from '../../../ui/export/copy-button.tsx';
import type { ColumnFormat } from '../../../ui/tables/record-table.tsx';
import { shownText } from '../../../ui/text/shown-text.ts';
import { Seconds } from '../../../ui/times/seconds.tsx';
import type { DnsAnswer } from '../query.ts';
import { textOfStrings } from './character-strings.ts';

export type RecordsOfType = DnsAnswer['records'][number];

const seconds: ColumnFormat = { isRight: true, show: (text) => <Seconds text={text} /> };
const time: ColumnFormat = { show: timeInWords };
const text: ColumnFormat = { show: readableText };
const unseen: ColumnFormat = { isUnseen: true };

/** Columns with seconds, and columns with times (RFC 4034 section 3.2). */
const always: readonly (readonly [string, ColumnFormat])[] = [
  ...['TTL', 'Original TTL', 'Refresh', 'Retry', 'Expire', 'Minimum TTL'].map((title) => [title, seconds] as const),
  ...['Signature expiration', 'Signature inception'].map((title) => [title, time] as const),
];

/** True if the cells are strings that programs join before they read them. */
export const holdsText = ({ recordName }: RecordsOfType) => recordName === 'TXT' || recordName === 'SPF';

/**
 * The formats of a table's columns: names only if one differs from the queried name, readable seconds and times, texts
 * without quotes unless `isRaw`.
 */
export function formatsOf(table: RecordsOfType, domain: string, isRaw: boolean): ReadonlyMap<string, ColumnFormat> {
  const { titles, data: rows } = table;
  const formats = new Map(always);
  const nameAt = titles.indexOf('Name');
  if (nameAt !== -1 && titles.length > 1 && rows.every((row) => row[nameAt] === domain)) formats.set('Name', unseen);
  if (holdsText(table) && !isRaw) formats.set('Text', text);
  return formats;
}

/** The rows for the clipboard: texts without quotes unless `isRaw`. */
export function copiedRows(table: RecordsOfType, isRaw: boolean): readonly (readonly string[])[] {
  const { titles, data: rows } = table;
  if (isRaw || !holdsText(table)) return rows;
  return rows.map((row) => row.map((cell, at) => (titles[at] === 'Text' ? (textOfStrings(cell) ?? cell) : cell)));
}

function readableText(presentation: string) {
  const readable = textOfStrings(presentation) ?? presentation;
  return (
    <div className="copied">
      <span>{shownText(readable)}</span>
      <CopyButton label="text" text={readable} />
    </div>
  );
}

/** YYYYMMDDHHmmSS in UTC. */
const STAMP = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;

function timeInWords(stamp: string) {
  const [, year, month, day, hour, minute, second] = STAMP.exec(stamp) ?? [];
  if (year === undefined) return null;
  return (
    <span title={stamp}>
      {formatUtc(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)}
      <small>{stamp}</small>
    </span>
  );
}
