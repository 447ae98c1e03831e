// Draws which folder of the contract imports which, into docs/architecture.md: `npm run imports`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = 'packages/contract/src';
const document = new URL('../docs/architecture.md', import.meta.url);
const REGION = /(<!-- imports of the contract: [^>]*-->\n)[\s\S]*?(<!-- end of imports -->)/;

/** Files directly in the folder: what a tool and its module are, and small ones that everything may import. */
const DEFINITIONS = new Set([
  'tool.ts',
  'tool-call.ts',
  'tool-module.ts',
  'reading.ts',
  'query-parameters.ts',
  'parameters.ts',
]);
/** The registry of the tools, and that of their modules. */
const REGISTRIES = /^tools\/(index|modules)\.ts$/;

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the document with its picture of the imports drawn anew. */
export function withImports(text: string): string {
  return text.replace(REGION, (_, begin: string, end: string) => `${begin}${pictureOf(importsOf(root))}${end}`);
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** Which part of the contract imports which, tests left out; all folders in `tools/` count as one part. */
export function importsOf(repository: string): Graph {
  const folder = join(repository, SOURCES);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(path),
  );
  const graph = new Map<string, Set<string>>();
  for (const path of files) {
    const part = partOf(path);
    const text = readFileSync(join(folder, path), 'utf8');
    const imported = graph.get(part) ?? new Set();
    for (const [, name = ''] of text.matchAll(/(?:from|import) '(\.{1,2}\/[^']+)'/g)) {
      const other = partOf(join(dirname(path), name));
      if (other !== part) imported.add(other);
    }
    graph.set(part, imported);
  }
  return graph;
}

function partOf(path: string): string {
  const [first = '', ...rest] = path.split('/');
  if (path === 'index.ts') return path;
  if (rest.length === 0) return DEFINITIONS.has(path) ? 'tool.ts, tool-module.ts …' : 'other files';
  if (REGISTRIES.test(path)) return 'tools/*.ts';
  return first === 'tools' ? 'tools/‹id›/' : `${first}/`;
}

/** As a Mermaid flow chart, without the arrows that follow from others. */
export function pictureOf(graph: Graph): string {
  const parts = [...graph.keys()].sort();
  const nameOf = (part: string) => `p${parts.indexOf(part)}`;
  const arrows = parts.flatMap((from) =>
    [...(graph.get(from) ?? [])]
      .filter((to) => graph.has(to) && !follows(graph, from, to))
      .sort()
      .map((to) => `  ${nameOf(from)} --> ${nameOf(to)}\n`),
  );
  const boxes = parts.map((part) => `  ${nameOf(part)}["${part}"]\n`);
  return `\n\`\`\`mermaid\nflowchart TD\n${boxes.join('')}${arrows.join('')}\`\`\`\n\n`;
}

/** True if `to` is reached from `from` by way of another part; an arrow that also leads back is always drawn. */
function follows(graph: Graph, from: string, to: string): boolean {
  const reached = new Set<string>();
  const pending = [...(graph.get(from) ?? [])].filter((part) => part !== to && part !== from);
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (reached.has(part) || part === from) continue;
    reached.add(part);
    pending.push(...(graph.get(part) ?? []));
  }
  return reached.has(to) && !reachable(graph, to).has(from);
}

function reachable(graph: Graph, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending = [...(graph.get(start) ?? [])];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (reached.has(part)) continue;
    reached.add(part);
    pending.push(...(graph.get(part) ?? []));
  }
  return reached;
}

/** Pairs of parts that import each other, by whatever way. */
export function circlesIn(graph: Graph): readonly string[] {
  return [...graph.keys()].filter((part) => reachable(graph, part).has(part)).sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(document, withImports(readFileSync(document, 'utf8')));
}
