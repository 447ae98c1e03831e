import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { explanations } from '../packages/contract/src/answers/explanations.ts';
import { withFindings } from './findings-table.ts';

const text = readFileSync(new URL('../docs/findings.md', import.meta.url), 'utf8');

it('docs/findings.md is up to date with the explanations (npm run findings)', () => {
  expect(text).toBe(withFindings(text));
});

it('docs/findings.md has one row for every code', () => {
  const rows = [...(text.split('<!-- findings')[1] ?? '').matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map(([, code]) => code);
  expect(rows).toEqual(Object.keys(explanations));
});
