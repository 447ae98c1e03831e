// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const source = new URL('../', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, source), 'utf8');
/** Queries for the width of the window or of an answer: `(width < 768px)`, `(min-width: 768px)`. */
const WINDOW_WIDTH = /\((?:min-|max-)?width\s*(?:[<>]=?|:)\s*([\d.]+[a-z]+)\)/g;

it('R2.9 R2.12 R9.2 the layout changes at 768px and at no similar width', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(css|tsx?)$/.test(name));
  const widths = files
    .filter((name) => !name.includes('.test.'))
    .flatMap((name) => [...read(name).matchAll(WINDOW_WIDTH)].map(([, width]) => width));
  const near = widths.filter((width = '') => /^7\d\d(\.\d+)?px$/.test(width));
  expect(near.length).toBeGreaterThan(10);
  expect([...new Set(near)]).toEqual(['768px']);
});

/** The declarations of a selector's only rule. */
function ruleOf(sheet: string, selector: string): string {
  const [rule = '', ...more] = `\n${read(`styles/${sheet}.css`)}`.split(`\n${selector} {\n`).slice(1);
  expect(more, `${selector} has one rule`).toEqual([]);
  return rule.split('\n}')[0] ?? '';
}

it('R1.13 R9.12 the space of a banner is 468 by 60', () => {
  const banner = ruleOf('feedback', '.ad');
  expect(banner).toContain('\n  height: 60px;');
  expect(banner).toContain('\n  width: 468px;');
});

it('R1.14 a native ad has the default height of a frame', () => {
  expect(ruleOf('feedback', '.ad-native')).toContain('height: 150px;');
});

it('R2.64 R9.13 a list of suites is no higher than 15rem', () => {
  expect(ruleOf('records', '.scroll15')).toContain('max-height: 15rem;');
});

it('R2.51 the map is 300 px high, and 400 px from 768px on', () => {
  const map = ruleOf('answer', '.map');
  expect(map).toContain('\n  height: 300px;');
  expect(map).toContain('@container from-768 (width >= 640px) {\n    height: 400px;');
});

it('R2.8 R9.1 the sidebar is 15rem wide', () => {
  expect(read('styles/tokens/tokens.css')).toContain('--sidebar-w: 15rem;');
  expect(ruleOf('layout', '.shell')).toContain('grid-template-columns: var(--sidebar-w) minmax(0, 1fr);');
  expect(ruleOf('nav', '.drawer')).toContain('width: min(var(--sidebar-w), 85vw);');
});

it('what belongs to tools asks for the width of its answer, since two answers can stand beside each other', () => {
  const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?:tools|ui)\/.*\.css$/.test(name),
  );
  expect(sheets.length).toBeGreaterThan(20);
  expect(sheets.filter((name) => /@media[^{]*\bwidth\b/.test(read(name)))).toEqual([]);
  expect(sheets.some((name) => /@container [a-z-]+\d+ \(width/.test(read(name)))).toBe(true);
});
