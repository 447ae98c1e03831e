import { existsSync, readFileSync } from 'node:fs';
import { codeOf } from './measured-code.ts';
import type { Target } from './report.ts';

/** A stored run of a bench. */
export interface Result {
  readonly at: string;
  /** The digest of what it measured; runs before 28 November 2026 have none. */
  readonly code?: string;
  readonly machine: { readonly processor: string; readonly processors: number; readonly loadBefore: number };
  /** What repeats the run; default: `npm run bench -- NAME`. */
  readonly command?: string;
  readonly targets: readonly Target[];
  readonly lines: readonly string[];
}

const fileOf = (bench: string) => new URL(`results/${bench}.json`, import.meta.url);

/** Whether there was a whole run: the figures of quick ones are not stored. */
export const hasResult = (bench: string): boolean => existsSync(fileOf(bench));

/** @throws if the bench has no stored run */
export function resultOf(bench: string): Result {
  return JSON.parse(readFileSync(fileOf(bench), 'utf8'));
}

/** Whether nothing that the bench measures has changed since its stored run. */
export function isOfPresentCode(bench: string): boolean {
  return resultOf(bench).code === codeOf(bench);
}
