// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from './colour.ts';
import { contrastPairs } from './contrast-pairs.ts';
import { themes } from './palette.ts';
import { tokensCss } from './tokens.ts';

const checked = Object.entries(themes).flatMap(([theme, roles]) =>
  contrastPairs.map(({ foreground, background, minimum }) => ({
    name: `${theme}: ${foreground} on ${background}`,
    ratio: contrast(roles[foreground] ?? 'missing', roles[background] ?? 'missing'),
    minimum,
  })),
);

describe('colour tokens', () => {
  it('computes contrast as WCAG defines it', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it('holds the minimum of every one of the 192 pairs', () => {
    expect(checked).toHaveLength(192);
    expect(checked.filter(({ ratio, minimum }) => !(ratio >= minimum))).toEqual([]);
  });

  it('has in tokens.css what is computed', () => {
    expect(readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')).toBe(tokensCss());
  });
});
