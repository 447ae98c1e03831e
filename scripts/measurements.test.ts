import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { measurementsTable } from '../bench/figures.ts';
import { digestOf, measuredBenches } from '../bench/measured-code.ts';
import { hasResult, resultOf } from '../bench/results.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sonde-measurements-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the figures of the benches', () => {
  it('stand in the documents as they were measured, marked where the code has changed since (`npm run figures`)', () => {
    expect(readFileSync(`${root}docs/measurements.md`, 'utf8')).toBe(measurementsTable());
  });

  it('are there for every bench that ran, or named as missing; each bench says what it measures', () => {
    const benches = readdirSync(`${root}bench`).filter((name) => existsSync(`${root}bench/${name}/bench.ts`));
    expect([...measuredBenches].sort()).toEqual(benches.sort());
    for (const bench of benches) {
      if (hasResult(bench)) expect(resultOf(bench).targets.length).toBeGreaterThan(0);
      else expect(measurementsTable()).toContain(`## ${bench}\n\nNot measured yet`);
    }
  });

  it('are those of earlier code as soon as a file is added, changed or renamed; tests do not count', () => {
    const place = join(folder, 'code');
    mkdirSync(place);
    const digest = () => digestOf(['code'], `${folder}/`);
    const seen = [digest()];
    writeFileSync(join(place, 'a.ts'), 'one');
    seen.push(digest());
    writeFileSync(join(place, 'a.ts'), 'two');
    seen.push(digest());
    renameSync(join(place, 'a.ts'), join(place, 'b.ts'));
    seen.push(digest());
    expect(new Set(seen).size).toBe(4);
    writeFileSync(join(place, 'b.test.ts'), 'three');
    expect(digest()).toBe(seen.at(-1));
  });
});
