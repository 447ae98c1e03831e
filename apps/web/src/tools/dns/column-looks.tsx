import { CopyButton } from '../../ui/copy-button.tsx';
import { formatUtc } from '../../ui/format-utc.ts';
import type { ColumnLook } from '../../ui/record-table.tsx';
import { Seconds } from '../../ui/seconds.tsx';
import { shownText } from '../../ui/shown-text.ts';
import { textOfStrings } from './character-strings.ts';
import type { DnsAnswer } from './query.ts';

export type Table = DnsAnswer['records'][number];

const seconds: ColumnLook = { isRight: true, show: (text) => <Seconds text={text} /> };
const time: ColumnLook = { show: timeInWords };
const text: ColumnLook = { show: readableText };
const unseen: ColumnLook = { isUnseen: true };

/** Columns of the server's tables that hold seconds, and those that hold times (RFC 4034 section 3.2). */
const always: readonly (readonly [string, ColumnLook])[] = [
  ...['TTL', 'Original TTL', 'Refresh', 'Retry', 'Expire', 'Minimum TTL'].map((title) => [title, seconds] as const),
  ...['Signature expiration', 'Signature inception'].map((title) => [title, time] as const),
];

/** True where the cells are strings that programs put together before they read them. */
export const holdsText = ({ recordName }: Table) => recordName === 'TXT' || recordName === 'SPF';

/**
 * How the columns of a table are shown: names only where one of them is not the name that was asked for, seconds and
 * times for people, texts without their quotes unless `isRaw`.
 */
export function looksOf(table: Table, domain: string, isRaw: boolean): ReadonlyMap<string, ColumnLook> {
  const { titles, data: rows } = table;
  const looks = new Map(always);
  const nameAt = titles.indexOf('Name');
  if (nameAt !== -1 && titles.length > 1 && rows.every((row) => row[nameAt] === domain)) looks.set('Name', unseen);
  if (holdsText(table) && !isRaw) looks.set('Text', text);
  return looks;
}

/** The rows as they are copied: a text without its quotes unless `isRaw`. */
export function copiedRows(table: Table, isRaw: boolean): readonly (readonly string[])[] {
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
