import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/ready/run-command.mjs';
import type { Judgement } from './judgement.ts';
import type { Mutant } from './mutants.ts';

const FILE = join(root, '.cache/mutation.jsonl');

/** That a change was detected, by which test, and the content of that test's file. */
interface Note {
  readonly change: string;
  readonly test: string | null;
  readonly testHash: string | null;
  readonly judged: { readonly judge: string; readonly verdict: Judgement };
}

/**
 * A change detected in an earlier run is skipped as long as the changed file and the detecting test are the same.
 * `MUTATE_ANEW=1` forgets all of it.
 */
export function openMemory() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const isKept = existsSync(FILE) && process.env['MUTATE_ANEW'] !== '1';
  const lines = isKept ? readFileSync(FILE, 'utf8').trim().split('\n').filter(Boolean) : [];
  const notes = new Map(lines.map((line) => JSON.parse(line) as Note).map((note) => [note.change, note]));
  return {
    /** Test files, in their current state, that passed without any change. */
    proven: new Set(
      [...notes.values()].flatMap(({ test, testHash }) => (hashOfTest(test) === testHash ? (test ?? []) : [])),
    ),
    recall(mutant: Mutant): Note['judged'] | null {
      const note = notes.get(hashOf(mutant));
      return note !== undefined && note.testHash === hashOfTest(note.test) ? note.judged : null;
    },
    keep(mutant: Mutant, judged: Note['judged']): void {
      if (judged.verdict.is !== 'red') return;
      const test = judged.verdict.test ?? null;
      const note: Note = { change: hashOf(mutant), test, testHash: hashOfTest(test), judged };
      appendFileSync(FILE, `${JSON.stringify(note)}\n`);
    },
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hashOf = ({ file, at, to, text }: Mutant) => sha256(`${file} ${at} ${to}\n${text}`);

function hashOfTest(test: string | null): string | null {
  if (test === null) return null;
  const path = join(root, test);
  return existsSync(path) ? sha256(readFileSync(path, 'utf8')) : 'gone';
}
