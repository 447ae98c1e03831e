import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build as bundle } from 'esbuild';
import type { Manifest } from 'vite';
import { type PageChunks, type PageParts, pageDocument, type RenderedPage } from './page-template.ts';

/** The exports of `src/entry.server.tsx` once built. */
export interface ServerBundle {
  renderPages(): Promise<RenderedPage[]>;
  renderAnnouncedPages(): Promise<RenderedPage[]>;
  /** The paths of the tools that work, by id. */
  readonly toolPaths: Readonly<Record<string, string>>;
}

export interface Build {
  /** Directories, ending in a slash. */
  readonly root: string;
  readonly dist: string;
  readonly manifest: Manifest;
  readonly server: ServerBundle;
}

const ENTRY = 'src/entry.client.tsx';

/**
 * Writes `dist/pages/*.html` and `dist/pages.json`: `routes` from path to file, `announced` the same for tools that are
 * turned off, `tools` the path of each tool that works, and `notFound` for every other path; files relative to `dist/pages/`.
 */
export async function writePages(build: Build): Promise<void> {
  const parts = await pageParts(build);
  const pages = await build.server.renderPages();
  const announced = await build.server.renderAnnouncedPages();
  await mkdir(`${build.dist}pages`, { recursive: true });
  const write = (page: RenderedPage, file: string) =>
    writeFile(`${build.dist}pages/${file}`, pageDocument(page, chunksOf(build.manifest, page.module), parts));
  for (const page of pages) await write(page, fileOf(page));
  for (const page of announced) await write(page, announcedFileOf(page));
  const index = {
    routes: filesByPath(pages, fileOf),
    announced: filesByPath(announced, announcedFileOf),
    tools: build.server.toolPaths,
    notFound: fileOf({ path: null }),
  };
  await writeFile(`${build.dist}pages.json`, `${JSON.stringify(index, null, 2)}\n`);
}

type Files = (page: RenderedPage) => string;

function filesByPath(pages: readonly RenderedPage[], file: Files): unknown {
  return Object.fromEntries(pages.flatMap((page) => (page.path === null ? [] : [[page.path, file(page)]])));
}

const announcedFileOf: Files = (page) => `announced-${fileOf(page)}`;

function fileOf({ path }: Pick<RenderedPage, 'path'>): string {
  if (path === null) return '404.html';
  return path === '/' ? 'index.html' : `${path.slice(1).replace(/\/\*$/, '').replaceAll('/', '-')}.html`;
}

async function pageParts({ root, dist, manifest }: Build): Promise<PageParts> {
  const sheet = Object.values(manifest).find(({ file }) => file.endsWith('.css'));
  if (sheet === undefined) throw new Error('The build made no stylesheet.');
  const css = (await readFile(dist + sheet.file, 'utf8')).trim();
  // Every page contains it inline, so it is never requested.
  for (const form of ['', '.br', '.gz']) await rm(`${dist}${sheet.file}${form}`, { force: true });
  return {
    css,
    answerStyles: await hashedAsset(dist, 'answers', 'css', await bundled(`${root}src/styles/answers.css`)),
    headScript: await inlineScript(`${root}src/head.ts`),
    bootScript: await inlineScript(`${root}src/boot.ts`),
    entry: `/${entryOf(manifest, ENTRY).file}`,
    icon: await hashedAsset(dist, 'icon', 'svg', await readFile(`${root}build/icon.svg`)),
  };
}

/**
 * Bundles a script that is small enough to be inlined. Its bytes are the same in all pages, so one CSP hash is enough.
 */
async function inlineScript(entry: string): Promise<string> {
  return Buffer.from(await bundled(entry))
    .toString()
    .trim();
}

/** A script or a style sheet that Vite does not see, in the syntax of the browsers that Vite builds for. */
async function bundled(entry: string): Promise<Uint8Array> {
  const { outputFiles } = await bundle({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    minify: true,
    target: ['es2022', 'chrome111', 'safari16.4', 'firefox114'],
    legalComments: 'none',
    write: false,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`${entry} is empty.`);
  return file.contents;
}

async function hashedAsset(dist: string, name: string, extension: string, bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  await writeFile(`${dist}assets/${name}-${hash}.${extension}`, bytes);
  return `/assets/${name}-${hash}.${extension}`;
}

function entryOf(manifest: Manifest, key: string) {
  const entry = manifest[key];
  if (entry === undefined) throw new Error(`${key} is no chunk of its own; does a route load another module?`);
  return entry;
}

/** URLs of what a route imports statically, without the entry, and of what its first lookup needs in addition. */
function chunksOf(manifest: Manifest, module: string): PageChunks {
  const firstLoad = closure(manifest, [ENTRY, module]);
  const lookup = closure(manifest, entryOf(manifest, module).dynamicImports ?? []);
  const urls = (keys: Iterable<string>) => [...keys].map((key) => `/${entryOf(manifest, key).file}`);
  const isNew = (key: string) => !firstLoad.has(key);
  return { firstLoad: urls([...firstLoad].filter((key) => key !== ENTRY)), lookup: urls([...lookup].filter(isNew)) };
}

function closure(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of entryOf(manifest, key).imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return seen;
}
