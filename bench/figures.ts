/** `npm run figures`: writes the figures of `results/` into the documents; a finished bench does so, too. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measuredBenches } from './measured-code.ts';
import { withFigures } from './readme-figures.ts';
import { hasResult, isOfPresentCode, resultOf } from './results.ts';

const readme = new URL('../README.md', import.meta.url);
const measurements = new URL('../docs/measurements.md', import.meta.url);

export function updateFigures(): void {
  writeFileSync(readme, withFigures(readFileSync(readme, 'utf8')));
  writeFileSync(measurements, measurementsTable());
}

/** The document of all stored runs. */
export function measurementsTable(): string {
  const machines = new Set(
    measuredBenches
      .filter(hasResult)
      .map((bench) => resultOf(bench).machine)
      .map((one) => `${one.processor}, ${one.processors} cores`),
  );
  const sections = measuredBenches.map((bench) => {
    if (!hasResult(bench)) return `## ${bench}\n\nNot measured yet: there was no whole run.\n`;
    const { at, targets, machine: used, command } = resultOf(bench);
    const state = isOfPresentCode(bench) ? 'present code' : 'earlier code: what it measures has changed since';
    const rows = targets.map(
      ({ what, value, limit, isMet }) =>
        `| ${what.replaceAll('|', '\\|')} | ${value} | ${limit} | ${isMet ? 'met' : 'missed'} |`,
    );
    return [
      `## ${bench}`,
      '',
      `${at.slice(0, 10)}, ${state}; the machine's load before was ${used.loadBefore.toFixed(1)}.${command === undefined ? '' : ` \`${command}\``}`,
      '',
      '| Figure | Measured | Limit | |',
      '|---|---:|---:|---|',
      ...rows,
      '',
    ].join('\n');
  });
  return `# Measurements

The latest whole run of each bench, from [bench/results](../bench/results), where its conditions and single rounds are. Machine:
${[...machines].join('; ')}; it also ran the servers that were asked. \`npm run bench -- NAME\` repeats a run.
The figures of a bench are those of earlier code as soon as something that it measures is changed. \`npm run figures\` writes this page.

${sections.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) updateFigures();
