import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { escapeMarkup } from '@sonde/contract/escaping/escaping';
import * as z from 'zod';
import type { Config } from '../config.ts';
import { type StoredForms, storedForms } from '../http/stored-forms.ts';
import { StartProblem } from '../start-problem.ts';
import { contentSecurityPolicy } from './content-security.ts';
import { demoNotice, type Notice } from './notice.ts';
import { siteConfig, siteConfigJson } from './site-config.ts';

/** `pages.json`, written by the web build: the files in `pages/` by route. */
const Manifest = z.object({
  routes: z.record(z.string().startsWith('/'), z.string()),
  /** Pages shown in place of disabled tools, by route; a disabled tool without one has no page. */
  announced: z.record(z.string().startsWith('/'), z.string()),
  /** Paths of the implemented tools by id. */
  tools: z.record(z.string(), z.string()),
  notFound: z.string(),
});
type Manifest = z.infer<typeof Manifest>;

/** A page ready to be sent, rendered at startup and again when the notice changes. */
export interface Page extends StoredForms {
  readonly policy: string;
}

export interface Pages {
  /** The folder of the web build. */
  readonly root: string;
  readonly routes: ReadonlyMap<string, Page>;
  readonly notFound: Page;
  /** Renders every page again with this notice; null removes the notice. */
  setNotice(notice: Notice | null): Promise<void>;
}

/**
 * Reads the prerendered pages and fills in the operator's settings.
 * @throws StartProblem if the web app has not been built.
 */
export async function loadPages(root: string, config: Config): Promise<Pages> {
  const manifest = await readManifest(root);
  const packed = await readPackedPages(root);
  const makeAll = async (notice: Notice | null) => {
    const load = async (file: string, path: string | null) => {
      const page = takeFromMenu(packed?.[file] ?? (await readPage(root, file)), manifest, config.toolsOff);
      return makePage(fill(page, config, placeNotice(notice, path)), config);
    };
    const pages = pagesOf(manifest, config.toolsOff);
    const routes = await Promise.all(pages.map(async ([route, file]) => [route, await load(file, route)] as const));
    return { routes: new Map(routes), notFound: await load(manifest.notFound, null) };
  };
  let shown = config.demo === null ? null : demoNotice(config.demo);
  let made = await makeAll(shown);
  return {
    root,
    get routes() {
      return made.routes;
    },
    get notFound() {
      return made.notFound;
    },
    async setNotice(notice) {
      if (notice === null && shown === null) return;
      shown = notice;
      made = await makeAll(notice);
    },
  };
}

async function readManifest(root: string): Promise<Manifest> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(root, 'pages.json'), 'utf8')));
  } catch (cause) {
    throw new StartProblem(`The web pages are not built (no pages.json in ${root}): run npm start.`, { cause });
  }
}

/** Matches a tool's menu item, as `tool-nav.tsx` of the web app renders it. */
const MENU_ITEM = /<li data-tool="([\w-]+)">(.*?)<\/a><\/li>/g;
const SOON = '<span class="soon">Soon</span>';

/** Lists the pages to serve. A disabled tool has the page that announces it, or none. */
function pagesOf(
  { routes, announced, tools }: Manifest,
  toolsOff: ReadonlySet<string>,
): [path: string, file: string][] {
  const off = new Set(Object.keys(tools).flatMap((tool) => (toolsOff.has(tool) ? [tools[tool]] : [])));
  return Object.entries(routes).flatMap(([path, file]): [string, string][] => {
    const shown = off.has(path) ? announced[path] : file;
    return shown === undefined ? [] : [[path, shown]];
  });
}

/** Marks disabled tools in the menu as coming soon if a page announces them, and removes the others. */
function takeFromMenu(page: string, { announced, tools }: Manifest, toolsOff: ReadonlySet<string>): string {
  return page.replace(MENU_ITEM, (item, tool: string, link: string) => {
    const path = tools[tool];
    if (path === undefined || !toolsOff.has(tool)) return item;
    return path in announced ? `<li data-tool="${tool}">${link}${SOON}</a></li>` : '';
  });
}

/** Reads the single compressed file with all pages, a tenth of their separate sizes. Only the npm package has it. */
async function readPackedPages(root: string): Promise<Readonly<Record<string, string>> | null> {
  try {
    const bytes = await readFile(join(root, 'pages.json.br'));
    return z.record(z.string(), z.string()).parse(JSON.parse(brotliDecompressSync(bytes).toString('utf8')));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StartProblem(`The web pages cannot be read (pages.json.br in ${root}): install sonde again.`, { cause });
  }
}

async function readPage(root: string, file: string): Promise<string> {
  try {
    return await readFile(join(root, 'pages', file), 'utf8');
  } catch (cause) {
    throw new StartProblem(`The web pages are not built completely (no pages/${file} in ${root}): run npm start.`, {
      cause,
    });
  }
}

/** Matches an ad slot. Prerendered pages contain all of them; a slot contains no other element. */
const AD_SLOT = /<aside [^>]*data-ad="(\w+)"[^>]*>[^<]*<\/aside>/g;

/** Matches the choice of places. Prerendered pages contain it closed; it contains no other such element. */
const PLACES_SLOT = /<details [^>]*data-places[^>]*>.*?<\/details>/gs;

function placeNotice(notice: Notice | null, path: string | null) {
  return [
    ['SONDE_NOTICE_STYLE', notice?.style ?? ''],
    ['SONDE_NOTICE', notice?.markup(path) ?? ''],
  ] as const;
}

/** Fills in the placeholders in a single pass, so that a brand that looks like a placeholder is not replaced. */
function fill(page: string, config: Config, more: readonly (readonly [string, string])[]): string {
  const site = siteConfig(config);
  const values = new Map([
    ['SONDE_BRAND', escapeMarkup(site.brand)],
    ['SONDE_CONTACT_EMAIL', escapeMarkup(site.contactEmail)],
    ['SONDE_CONFIG', siteConfigJson(config)],
    ...more,
  ]);
  const { asked, kept }: Readonly<Record<string, Readonly<Record<string, string>>>> = { ...site.installation };
  for (const [group, texts] of Object.entries({ asked, kept })) {
    for (const [name, text] of Object.entries(texts ?? {})) values.set(`SONDE_${group}-${name}`, escapeMarkup(text));
  }
  const slots: readonly string[] = site.adSlots;
  const slotted = page.replace(AD_SLOT, (slot, name: string) => (slots.includes(name) ? slot : ''));
  const placed = config.hasPlaces ? slotted : slotted.replace(PLACES_SLOT, '');
  return placed.replace(/%(SONDE_[\w-]+)%/g, (placeholder, name: string) => values.get(name) ?? placeholder);
}

function makePage(page: string, config: Config): Page {
  return { ...storedForms(page), policy: contentSecurityPolicy(page, config) };
}
