// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const source = new URL('../', import.meta.url);
/** `(width < 768px)`, `(min-width: 768px)`: how wide the window is asked to be. */
const WINDOW_WIDTH = /\((?:min-|max-)?width\s*(?:[<>]=?|:)\s*([\d.]+[a-z]+)\)/g;

it('R2.9 R2.12 R9.2 the layout changes at 768px, and at few other widths', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(css|tsx?)$/.test(name));
  const widths = files
    .filter((name) => !name.includes('.test.'))
    .flatMap((name) => [...readFileSync(new URL(name, source), 'utf8').matchAll(WINDOW_WIDTH)])
    .map(([, width]) => width);
  expect([...new Set(widths)].sort()).toEqual(['1100px', '360px', '44rem', '500px', '768px', '900px']);
});
