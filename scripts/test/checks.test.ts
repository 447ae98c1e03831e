import { expect, it } from 'vitest';
import config from '../../e2e/playwright.config.ts';
import { browserProjects } from './checks.mjs';

it('all checks run every project of the browser tests once', () => {
  const run = [...browserProjects.beside, ...browserProjects.after];
  expect(run.sort()).toEqual(config.projects?.map(({ name }) => name).sort());
});
