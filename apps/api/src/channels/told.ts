import type { WatchChange, WatchEntry } from '@sonde/contract/watch/watch';
import { shownLine } from './shown-text.ts';

/** One delivery: a change and the watch that found it. */
export interface ToldChange {
  /** The id of the delivery, the same in every attempt. */
  readonly id: string;
  readonly watch: Pick<WatchEntry, 'id' | 'tool' | 'target' | 'name'>;
  readonly change: WatchChange;
  /** True for a test. */
  readonly test?: true;
}

export interface Message {
  readonly title: string;
  readonly text: string;
  /** The page where more can be read. */
  readonly url: string;
  readonly isUrgent: boolean;
}

const MAX_TARGET = 100;
const MAX_LABEL = 80;
const MAX_TEXT = 400;
const MAX_TITLE = 150;

const nameOf = ({ name, target }: ToldChange['watch']) =>
  name === '' ? shownLine(target, MAX_TARGET) : `${shownLine(name, MAX_TARGET)} (${shownLine(target, MAX_TARGET)})`;

/** The changes as plain text, for ntfy and mail. Texts of strangers are single lines in it. */
export function messageOf(told: readonly ToldChange[], baseUrl: string): Message {
  const [first] = told;
  const isOne = told.length === 1 && first !== undefined;
  return {
    title: isOne ? titleOf(first) : `${told.length} changes`,
    text: told.map((one) => paragraph(one, isOne ? null : baseUrl)).join('\n\n'),
    url: isOne ? pageOf(first, baseUrl) : `${baseUrl}/watch`,
    isUrgent: told.some(({ change }) => change.weight === 'high'),
  };
}

const titleOf = ({ watch, change }: ToldChange) =>
  shownLine(`${nameOf(watch)}: ${shownLine(change.label, MAX_LABEL)}`, MAX_TITLE);

const pageOf = ({ watch }: ToldChange, baseUrl: string) => `${baseUrl}/watch/${watch.id}`;

function paragraph(told: ToldChange, baseUrl: string | null): string {
  const { watch, change } = told;
  const lines = [
    ...(baseUrl === null ? [] : [titleOf(told)]),
    shownLine(change.text, MAX_TEXT),
    `${watch.tool}, ${change.at}`,
    ...(baseUrl === null ? [] : [pageOf(told, baseUrl)]),
  ];
  return lines.filter((line) => line !== '').join('\n');
}
