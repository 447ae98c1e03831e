// Adds tools to the lists of the README that do not have them yet: `npm run readme`.
import { readFileSync } from 'node:fs';
import { tools } from '../packages/contract/src/tools/index.ts';

interface Screen {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly status: string;
}

/** Imported at run time, because scripts are compiled without the pages. */
const registry = new URL('../apps/web/src/tools/index.ts', import.meta.url);
const { screens } = (await import(registry.href)) as { screens: readonly Screen[] };

const engineOf = (id: string) => `packages/probes/src/tools/${id}/README.md`;

/**
 * Returns the README with a row, a picture and a link for every tool. What is there stays as it is: the words of a new row
 * are those in the README of its engine, and may be edited.
 */
export function withTools(text: string): string {
  const listed = screens.reduce(withRow, text);
  const shown = screens.filter(({ id }) => Object.hasOwn(tools, id)).reduce(withPicture, listed);
  return Object.keys(tools).reduce(withLink, shown);
}

function withRow(text: string, { id, path, name, status }: Screen): string {
  if (text.includes(`| \`${path}\` |`)) return text;
  const [measures, cannotTell] = status === 'live' ? wordsOf(id) : ['announced', ''];
  return afterLast(
    text,
    /^\| [^|\n]+ \| `\/[^`\n]*` \|.*\n/gm,
    `| ${name} | \`${path}\` | ${measures} | ${cannotTell} |\n`,
  );
}

/** The first paragraph of the engine's README, and the one about what the tool cannot tell, as parts of a sentence. */
function wordsOf(id: string): readonly [measures: string, cannotTell: string] {
  const text = readFileSync(new URL(`../${engineOf(id)}`, import.meta.url), 'utf8');
  const [, first = ''] = /^# .*\n\n([\s\S]*?)\n\n/.exec(text) ?? [];
  const [, cannotTell = ''] = /^\*\*What it cannot tell\.\*\*\s*([\s\S]*?)(?:\n\n|$)/m.exec(text) ?? [];
  return [inSentence(first), inSentence(cannotTell)];
}

const inSentence = (paragraph: string) =>
  paragraph
    .replaceAll('\n', ' ')
    .trim()
    .replace(/\.$/, '')
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

function withPicture(text: string, { id, name }: Screen): string {
  if (text.includes(`docs/pictures/${id}-light.webp`)) return text;
  const source = (theme: string) => `docs/pictures/${id}-${theme}.webp`;
  const [shows] = wordsOf(id);
  const picture =
    `<picture><source media="(prefers-color-scheme: dark)" srcset="${source('dark')}">` +
    `<img src="${source('light')}" width="420" alt="${name}: ${shows.replaceAll('"', '&quot;')}"></picture>\n`;
  return afterLast(text, /^<picture>.*<\/picture>\n/gm, picture);
}

function withLink(text: string, id: string): string {
  if (text.includes(`(${engineOf(id)})`)) return text;
  return afterLast(text, /\[\w+\]\(packages\/probes\/src\/tools\/\w+\/README\.md\)/g, `,\n[${id}](${engineOf(id)})`);
}

/** @throws if the list has changed so that its end is not found */
function afterLast(text: string, pattern: RegExp, added: string): string {
  const last = [...text.matchAll(pattern)].at(-1);
  if (last === undefined) throw new Error(`The README has no line like ${pattern}`);
  const end = last.index + last[0].length;
  return text.slice(0, end) + added + text.slice(end);
}
