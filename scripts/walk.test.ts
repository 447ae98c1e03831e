import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codeLinksIn, declaringLines, withCurrentLines } from './walk.ts';

const text = readFileSync(new URL('../docs/walk.md', import.meta.url), 'utf8');
const links = codeLinksIn(text);

it.each(links)(
  'docs/walk.md links to the declaration of $symbol in $path (after a move inside the file: npm run walk)',
  (link) => {
    expect(declaringLines(link)).toContain(link.line);
  },
);

it('docs/walk.md has such a link in every step, and no other link to code', () => {
  const steps = text.match(/^\d+\. .*(?:\n {3}.*)*/gm) ?? [];
  expect(steps.length).toBeGreaterThan(20);
  expect(steps.filter((step) => codeLinksIn(step).length === 0)).toEqual([]);
  expect(text.match(/\.tsx?#L/g)?.length).toBe(links.length);
  expect(text.match(/\.tsx?\)/g)).toBeNull();
});

it('a link follows its declaration, and stays unchanged if there is none', () => {
  const moved = '[`linesOf`](../scripts/walk.ts#L1) [`nowhere`](../scripts/walk.ts#L7)';
  const [found] = declaringLines({ symbol: 'linesOf', path: 'scripts/walk.ts' });
  expect(withCurrentLines(moved)).toBe(
    `[\`linesOf\`](../scripts/walk.ts#L${found}) [\`nowhere\`](../scripts/walk.ts#L7)`,
  );
});
