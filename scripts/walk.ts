// `npm run walk`: corrects the line numbers in docs/walk.md after code has moved inside its file.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A link of the walk, such as [`ask`](../apps/web/src/browser/api/ask.ts#L30). */
export interface CodeLink {
  readonly symbol: string;
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly line: number;
}

const LINK = /\[`([^`]+)`\]\(\.\.\/([^)#]+)#L(\d+)\)/g;
const walk = new URL('../docs/walk.md', import.meta.url);
const linesOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').split('\n');

export function codeLinksIn(text: string): CodeLink[] {
  return [...text.matchAll(LINK)].map(([, symbol = '', path = '', line]) => ({ symbol, path, line: Number(line) }));
}

/**
 * The lines of the file that declare the symbol: a function, a class, a type, a method with its body, or a property.
 */
export function declaringLines({ symbol, path }: Pick<CodeLink, 'symbol' | 'path'>): number[] {
  const name = symbol.replace(/[$#]/g, '\\$&');
  const declaration = new RegExp(
    [
      `^\\s*(?:export )?(?:async )?(?:function\\*? |const |class |interface |type )${name}\\b`,
      `^\\s+(?:return )?(?:async )?(?:function )?${name}(?:<\\w+>)?\\(.*\\{$`,
      `^\\s+${name}: `,
    ].join('|'),
  );
  return linesOf(path).flatMap((line, index) => (declaration.test(line) ? [index + 1] : []));
}

/** Returns the document with each link moved to the declaration nearest to its old line. */
export function withCurrentLines(text: string): string {
  return text.replace(LINK, (link, symbol: string, path: string, line: string) => {
    const [nearest] = declaringLines({ symbol, path }).sort(
      (a, b) => Math.abs(a - Number(line)) - Math.abs(b - Number(line)),
    );
    return nearest === undefined ? link : link.replace(/#L\d+/, `#L${nearest}`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(walk, withCurrentLines(readFileSync(walk, 'utf8')));
}
