import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { oldestNode } from './oldest-node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [major = ''] = oldestNode.split('.');
const marker = `Only for Node ${major}`;

/** Paths of tracked files of the product with this text. */
function filesWith(text: string): string[] {
  const where = ['packages', 'apps', 'bench', 'scripts', 'lab/src', 'biome.json'];
  const args = ['-C', root, 'grep', '-lE', text, '--', ...where, ':!*.test.ts', ':!*.md'];
  return spawnSync('git', args, { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line !== '');
}

it(`everything that exists only because of Node ${major} says so, and the record of tools lists where it is`, () => {
  const record = readFileSync(`${root}docs/decisions/004-build-and-test-tools.md`, 'utf8');
  const [, listed = ''] = /\*\*Only for the oldest Node\*\*(.*?)(?:\n\n|$)/s.exec(record) ?? [];
  expect([...listed.matchAll(/`([^`]+\.\w+)`/g)].map(([, path]) => path).sort()).toEqual(filesWith(marker).sort());
});

it('the oldest Node is named only in the root manifest, and with that marker', () => {
  const others = filesWith(`Node ${major}\\b`).filter((path) => {
    const text = readFileSync(root + path, 'utf8');
    return text.split(`Node ${major}`).length !== text.split(marker).length;
  });
  expect(others).toEqual([]);
  expect(filesWith(`node${major}\\b`).filter((path) => !path.endsWith('oldest-node.mjs'))).toEqual([]);
});
