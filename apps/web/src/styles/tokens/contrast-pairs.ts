import { groups, hueNames } from './palette.ts';

/** A foreground role that must reach `minimum` on a background role (WCAG 2.2, 1.4.3, 1.4.6, 1.4.11). */
export interface ContrastPair {
  readonly foreground: string;
  readonly background: string;
  readonly minimum: number;
}

const pair = (foreground: string, background: string, minimum: number): ContrastPair => ({
  foreground,
  background,
  minimum,
});

const neutralPairs = ['canvas', 'surface', 'surface-sunken', 'surface-hover'].flatMap((background) => [
  pair('text', background, 7),
  pair('text-muted', background, 4.5),
  pair('text-subtle', background, 4.5),
]);

const edgePairs = ['canvas', 'surface', 'surface-sunken'].flatMap((background) => [
  pair('border-strong', background, 3),
  pair('focus', background, 3),
]);

const huePairs = hueNames.flatMap((hue) => [
  pair('text-on-solid', `${hue}-solid`, 4.5),
  pair('text-on-solid', `${hue}-solid-hover`, 4.5),
  pair('text', `${hue}-soft`, 7),
  ...['canvas', 'surface', 'surface-sunken', `${hue}-soft`].map((background) => pair(`${hue}-text`, background, 4.5)),
  ...['surface', 'surface-sunken'].flatMap((background) => [
    pair(`${hue}-graph`, background, 3),
    pair(`${hue}-solid`, background, 3),
  ]),
]);

const heroPairs = groups.flatMap((group) =>
  [`${group}-hero-1`, `${group}-hero-2`].flatMap((background) => [
    pair('text-on-solid', background, 7),
    pair(`${group}-hero-sub`, background, 4.5),
  ]),
);

/** All pairs that the interface uses; each must hold in both themes. */
export const contrastPairs: readonly ContrastPair[] = [...neutralPairs, ...edgePairs, ...huePairs, ...heroPairs];
