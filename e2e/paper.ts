import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page, TestInfo } from '@playwright/test';
import { isLong } from './test-set.ts';

const PAPERS = ['A4', 'Letter'] as const;

/** Both formats have the same content, so only the long set checks both. */
export const formats = isLong ? PAPERS : PAPERS.slice(0, 1);

export interface Paper {
  readonly pages: number;
  /** How many of them have nothing but their number. */
  readonly blank: number;
  /** The text on it in page order, without spaces and line ends, which depend on the width. */
  readonly text: string;
}

const run = promisify(execFile);

/** Prints a page to PDF and reads its text with pdftotext. Text outside of the paper is not read. */
export async function print(page: Page, info: TestInfo, format: (typeof PAPERS)[number]): Promise<Paper> {
  const path = info.outputPath(`${format}.pdf`);
  await page.pdf({ path, format });
  try {
    const { stdout } = await run('pdftotext', ['-raw', '-enc', 'UTF-8', path, '-'], { maxBuffer: 2 ** 24 });
    // Each page ends with a form feed.
    const pages = stdout.split('\f').slice(0, -1);
    const blank = pages.filter((page) => /^\s*(\d+\s*\/\s*\d+)?\s*$/.test(page)).length;
    return { pages: pages.length, blank, text: stdout.replace(/\s/g, '') };
  } finally {
    await rm(path);
  }
}

/** Allows for text that is not from the server: titles of cells, seconds in words. */
const BETWEEN = '.{0,60}?';

/** Finds a row of cells in the text of a paper. */
export function rowPattern(cells: readonly string[]): RegExp {
  const parts = cells.map((cell) => cell.replace(/\s/g, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(parts.join(BETWEEN));
}

/** Label, value and note of every row of every list on the screen. */
export const rowsOnScreen = (page: Page) =>
  page
    .locator('main .kv > div')
    .evaluateAll((all) => all.map((row) => [...row.children].map(({ textContent }) => textContent ?? '')));

/** The rows that are not on a paper with this text. */
export const missingOnPaper = (rows: readonly (readonly string[])[], text: string) =>
  rows.filter((cells) => !rowPattern(cells).test(text)).map((cells) => cells.join(' '));
