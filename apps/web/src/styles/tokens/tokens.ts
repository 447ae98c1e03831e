// In this folder: colours, sizes and their contrast; `npm run tokens -w @sonde/web` writes tokens.css.
import { themes } from './palette.ts';

const colours = (theme: Readonly<Record<string, string>>) =>
  Object.entries(theme)
    .map(([role, hex]) => `  --c-${role}: ${hex};`)
    .join('\n');

const scales = `\
  --font-sans: "Geist", "Geist Fallback", ui-sans-serif, system-ui, sans-serif;
  --font-mono: "Geist Mono", "Geist Mono Fallback", ui-monospace, monospace;
  --text-2xs: 0.75rem;
  --text-xs: 0.8125rem;
  --text-sm: 0.875rem;
  --text-md: 1rem;
  --text-lg: 1.125rem;
  --text-xl: 1.375rem;
  --text-2xl: clamp(1.5rem, 1.2rem + 1.2vw, 2rem);
  --lh-tight: 1.2;
  --lh-snug: 1.4;
  --lh-body: 1.6;
  --r-sm: 0.375rem;
  --r-md: 0.625rem;
  --r-lg: 0.875rem;
  --r-xl: 1.25rem;
  --r-full: 999px;
  --ease: cubic-bezier(0.2, 0.7, 0.2, 1);
  --t-fast: 120ms;
  --t-med: 200ms;
  --t-slow: 320ms;
  --sidebar-w: 15rem;
  --content-max: 72rem;
  --control-h: 2.75rem;`;

const lightShadows = `\
  --shadow-1: 0 1px 2px rgb(15 23 42 / 0.05), 0 1px 1px rgb(15 23 42 / 0.03);
  --shadow-2: 0 2px 4px rgb(15 23 42 / 0.05), 0 8px 24px -8px rgb(15 23 42 / 0.14);
  --shadow-3: 0 12px 40px -12px rgb(15 23 42 / 0.28);`;

const darkShadows = `\
  --shadow-1: 0 1px 2px rgb(0 0 0 / 0.4);
  --shadow-2: 0 8px 24px -8px rgb(0 0 0 / 0.6);
  --shadow-3: 0 16px 48px -12px rgb(0 0 0 / 0.75);`;

const darkBlock = (selector: string) => `${selector} {
  color-scheme: dark;
${colours(themes.dark)}
${darkShadows}
}`;

const indented = (css: string) => css.replace(/^/gm, '  ');

/**
 * The text of `tokens.css`. The dark block occurs twice: for the visitor's choice and for the system's setting. It
 * never applies to print, which is white.
 */
export function tokensCss(): string {
  return `/* Written by "npm run tokens -w @sonde/web" from palette.ts and tokens.ts; a test compares. */
:root {
  color-scheme: light;
${colours(themes.light)}
${lightShadows}
${scales}
}

@media screen {
${indented(darkBlock('[data-theme="dark"]'))}
}

@media screen and (prefers-color-scheme: dark) {
${indented(darkBlock(':root:not([data-theme="light"])'))}
}
`;
}
