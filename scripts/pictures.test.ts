import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pagesWithSheet } from '../demo/src/pictures.ts';
import { tools } from '../packages/contract/src/index.ts';

const root = new URL('../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const folder = new URL('docs/pictures/', root);
const kept = readdirSync(folder);
const isSheet = (name: string) => name.endsWith('-sheet.webp');
const pictures = kept.filter((name) => !isSheet(name));

/** A picture of a light page, with one of a dark page for readers whose system is dark. */
const PICTURE =
  /<picture><source media="\(prefers-color-scheme: dark\)" srcset="docs\/pictures\/(\w+)-dark\.webp"><img src="docs\/pictures\/(\w+)-light\.webp" width="\d+" alt="([^"]*)"><\/picture>/g;

describe('the pictures of the README', () => {
  const shown = [...readme.matchAll(PICTURE)].map(([, dark, light, alt = '']) => ({ dark, light, alt }));

  // `registry.test.ts` names a tool without a picture.
  it('are all those in the folder, of tools, in both themes', () => {
    for (const { light } of shown) expect(Object.keys(tools)).toContain(light);
    for (const { dark, light } of shown) expect(dark).toBe(light);
    const files = shown.flatMap(({ light }) => [`${light}-dark.webp`, `${light}-light.webp`]);
    expect([...pictures].sort()).toEqual(files.sort());
  });

  it('have alternative texts', () => {
    for (const { alt } of shown) expect(alt.length).toBeGreaterThan(40);
    expect(new Set(shown.map(({ alt }) => alt)).size).toBe(shown.length);
  });

  it('are small: at most 90 kB each', () => {
    for (const name of pictures) expect(statSync(new URL(name, folder)).size, name).toBeLessThan(90_000);
  });
});

describe('the contact sheets of the states of the tools', () => {
  const sheets = kept.filter(isSheet);

  it('are of all tools and of the report, and at most 150 kB each', () => {
    const shown = sheets.map((name) => name.replace('-sheet.webp', ''));
    expect(shown.sort()).toEqual([...Object.keys(tools), ...pagesWithSheet].sort());
    for (const name of sheets) expect(statSync(new URL(name, folder)).size, name).toBeLessThan(150_000);
  });
});
