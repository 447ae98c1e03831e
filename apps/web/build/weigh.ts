/**
 * `npm run weigh -w @sonde/web`: what each kilobyte of the first load of `/` is for. Builds the pages of the browser once
 * more, with source maps, and divides the compressed size of each script between the modules it was made of.
 */
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What is not worth a line of its own. */
const SMALL = 250;

const PARTS: readonly (readonly [name: string, path: RegExp])[] = [
  ['React', /node_modules\/(?:react|react-dom|scheduler)\//],
  ['router', /node_modules\/wouter\/|src\/loaded-location|src\/route-chunks/],
  ['icons', /src\/ui\/icons\//],
  ['packages of others', /node_modules\//],
  ['targets', /packages\/contract\/src\/targets\//],
  ['contract, the rest', /packages\/contract\//],
  ['site: navigation, header, footer, palette', /src\/shell\//],
  ['accounts', /src\/browser\/accounts\//],
  ['browser', /src\/browser\//],
  ['pages of tools, their forms and examples', /src\/tools\//],
  ['components', /src\/ui\//],
  ['pages, routes and the entry', /src\//],
];

interface Weight {
  readonly module: string;
  readonly bytes: number;
}

const sumOf = (weights: readonly Weight[]) => weights.reduce((total, { bytes }) => total + bytes, 0);
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(2).padStart(6);

process.stdout.write(`${report(await weighFirstLoad()).join('\n')}\n`);

async function weighFirstLoad(): Promise<Weight[]> {
  const { output } = (await build({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: 'error',
    build: { write: false, sourcemap: 'hidden', rolldownOptions: { input: `${root}src/entry.client.tsx` } },
  })) as Rolldown.RolldownOutput;
  const chunks = output.filter((one) => one.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const first = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || first.has(chunk)) return;
    first.add(chunk);
    for (const name of chunk.imports) visit(byName.get(name));
  };
  visit(chunks.find(({ isEntry }) => isEntry));
  visit(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/tools/geo/page.tsx')));
  return [...first].flatMap(weigh);
}

/** The compressed size of a chunk, divided by what the text of each of its modules compresses to alone. */
function weigh(chunk: Rolldown.OutputChunk): Weight[] {
  const texts = textByModule(chunk);
  const alone = [...texts].map(([module, text]) => ({ module, bytes: gzipSync(text, { level: 9 }).length }));
  const sum = alone.reduce((total, { bytes }) => total + bytes, 0);
  const whole = gzipSync(chunk.code, { level: 9 }).length;
  return alone.map(({ module, bytes }) => ({ module, bytes: (bytes * whole) / sum }));
}

function textByModule({ code, map }: Rolldown.OutputChunk): Map<string, string> {
  // A chunk that only imports others has no map.
  if (map === null) return new Map([['(between modules)', code]]);
  const positions = new SourceMap(JSON.parse(map.toString()));
  const texts = new Map<string, string>();
  for (const [line, text] of code.split('\n').entries()) {
    for (let column = 0; column < text.length; column += 1) {
      const entry = positions.findEntry(line, column) as { originalSource?: string };
      const module = entry.originalSource?.replace(/^(?:\.\.\/)+/, '') ?? '(between modules)';
      texts.set(module, (texts.get(module) ?? '') + text[column]);
    }
  }
  return texts;
}

function report(weights: readonly Weight[]): string[] {
  const total = sumOf(weights);
  const lines = [`${kilobytes(total)}  first load of /`];
  for (const { part, modules } of byPart(weights)) {
    lines.push('', `${kilobytes(sumOf(modules))}  ${part}`);
    const large = modules.filter(({ bytes }) => bytes >= SMALL).toSorted((one, other) => other.bytes - one.bytes);
    for (const { module, bytes } of large) lines.push(`${kilobytes(bytes)}    ${module}`);
    const rest = modules.length - large.length;
    if (rest > 0) lines.push(`${kilobytes(sumOf(modules) - sumOf(large))}    ${rest} smaller ones`);
  }
  return lines;
}

function byPart(weights: readonly Weight[]): { part: string; modules: Weight[] }[] {
  const partOf = ({ module }: Weight) => PARTS.find(([, path]) => path.test(module))?.[0] ?? 'what joins the modules';
  const groups = new Map<string, Weight[]>();
  for (const weight of weights) groups.set(partOf(weight), [...(groups.get(partOf(weight)) ?? []), weight]);
  return [...groups]
    .map(([part, modules]) => ({ part, modules }))
    .toSorted((a, b) => sumOf(b.modules) - sumOf(a.modules));
}
