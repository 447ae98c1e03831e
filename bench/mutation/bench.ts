import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyHouse } from '../../scripts/house-copy.ts';
import { root } from '../../scripts/ready/run-command.mjs';
import type { BenchReport } from '../report.ts';
import { notices } from './judges.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { codeSubjects, type Subject, textSubjects } from './subjects.ts';

/** `MUTATE=R2.5` tries only the requirements whose numbers begin so. */
const wanted = process.env['MUTATE'] ?? 'R';

/**
 * Changes each text, constant, route and key of the specification by one character, in a copy of the repository, and
 * expects a test to notice: those near the file first, then the browser's tests of the requirement.
 */
export async function run(): Promise<BenchReport> {
  const subjects = [...textSubjects(readFileSync(`${root}/docs/requirements.md`, 'utf8')), ...codeSubjects].filter(
    ({ ids }) => ids.some((id) => id.startsWith(wanted)),
  );
  const house = copyHouse();
  try {
    const survivors: Mutant[] = [];
    const absent: Subject[] = [];
    let tried = 0;
    for (const subject of subjects) {
      const mutants = mutantsOf(house.folder, subject);
      if (mutants.length === 0) absent.push(subject);
      for (const mutant of mutants) {
        tried += 1;
        if (await survives(house.folder, mutant)) survivors.push(mutant);
      }
    }
    return {
      conditions: { subjects: subjects.length, mutants: tried },
      targets: [
        { what: 'changes that no test has noticed', value: survivors.length, limit: 0, isMet: survivors.length === 0 },
      ],
      lines: [
        `${tried} changes of ${subjects.length} texts, constants, routes and keys`,
        ...survivors.map(({ ids, literal, file, line }) => `survived  ${ids.join(' ')}  ${literal}  ${file}:${line}`),
        ...absent.map(({ ids, literal }) => `nowhere   ${ids.join(' ')}  ${literal}`),
      ],
      rounds: survivors.map(({ ids, literal, file, line }) => ({ ids, literal, file, line })),
    };
  } finally {
    house.remove();
  }
}

async function survives(folder: string, mutant: Mutant): Promise<boolean> {
  const path = join(folder, mutant.file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(path, mutant.text);
  try {
    const noticed = await notices(folder, mutant);
    console.log(`  ${noticed ?? 'SURVIVED'}  ${mutant.literal}  ${mutant.file}:${mutant.line}`);
    return noticed === null;
  } finally {
    writeFileSync(path, original);
  }
}
