// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { toolModules } from '@sonde/contract/tools/modules';
import { describe, expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const tools = fileURLToPath(new URL('../src/tools/', import.meta.url));
if (!existsSync(`${dist}pages.json`)) throw new Error('The web is not built: run `npm run build -w @sonde/web` first.');

const read = (path: string) => readFileSync(dist + path);
const index = JSON.parse(read('pages.json').toString()) as { routes: Record<string, string>; notFound: string };
const pages = [...Object.entries(index.routes), ['(any other)', index.notFound] as const].map(([route, file]) => {
  const html = read(`pages/${file}`).toString();
  const [, entry = '', chunks = '', lookup = ''] =
    /data-entry="([^"]+)" data-chunks="([^"]*)" data-lookup="([^"]*)"/.exec(html) ?? [];
  return { route, html, scripts: [entry, ...chunks.split(' ')].map((url) => url.slice(1)), lookup };
});

const css = (html: string) => /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
/** The other fonts are loaded for answers with characters that no page contains (`fonts.css`). */
const fonts = (html: string) => [
  ...new Set(
    [...css(html).matchAll(/url\("?\/(assets\/[^")]+\.woff2)"?\)/g)]
      .map(([, path]) => path ?? '')
      .filter((path) => !path.includes('-latin1-')),
  ),
];
const icon = (html: string) => /rel="icon" href="\/([^"]+)"/.exec(html)?.[1] ?? '';
const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
const scripts = (files: string[]) => files.map((file) => read(file).toString());

/** Occurs in zod and in none of our code. */
const ZOD = 'unrecognized_keys';
const TANSTACK_QUERY = 'isFetchedAfterMount';
const DECRYPTION = 'Missing encryption key in response headers';
const DOCUMENTS = 'Mnemonic of the record type';
const EVENT_PARSER = 'max-buffer-size-exceeded';

/** Of every tool with a screen; read as text, because these tests are compiled without the pages. */
const screenPaths = readdirSync(tools).flatMap((tool) => {
  const file = `${tools}${tool}/screen.ts`;
  if (!existsSync(file)) return [];
  const [, path = `no path in ${file}`] = /^ {2}path: '([^']+)'/m.exec(readFileSync(file, 'utf8')) ?? [];
  return path;
});

it('has a route for every screen and other page, and one page for all other paths', () => {
  const others = [
    '/privacy-policy',
    '/data',
    '/login',
    '/dashboard',
    '/certificate',
    '/lists',
    '/watch',
    '/watch/*',
    '/api/docs/*',
    '/r/*',
  ];
  expect(Object.keys(index.routes).sort()).toEqual([...screenPaths, ...others].sort());
});

describe.each(pages)('the first load of $route', ({ html, scripts: files }) => {
  // The limit of the scripts is in gzip, a figure that can be compared with other sites. All others are in what browsers load
  // over TLS, Brotli; without TLS they ask for gzip, which is a sixth more.
  it('keeps its budgets', () => {
    const htmlBytes = brotliCompressSync(html).length;
    const fontBytes = sum(fonts(html).map((file) => read(file).length));
    const transfer = htmlBytes + fontBytes + sum([...files, icon(html)].map((file) => read(`${file}.br`).length));
    expect(sum(scripts(files).map((script) => gzipSync(script, { level: 9 }).length))).toBeLessThanOrEqual(90_000);
    expect(brotliCompressSync(css(html)).length).toBeLessThanOrEqual(7_500);
    // With its header fields, a page fits into the first ten segments of a TCP connection (RFC 6928). Every tool adds up to a
    // hundred bytes to every page: its line in the menu.
    expect(htmlBytes).toBeLessThanOrEqual(13_800);
    expect(fontBytes).toBeGreaterThan(0);
    expect(fontBytes).toBeLessThanOrEqual(22_000);
    expect(transfer).toBeLessThanOrEqual(115_000);
    // Page, scripts, fonts, icon.
    expect(1 + files.length + fonts(html).length + 1).toBeLessThanOrEqual(10);
  });

  it('has no character for which further fonts would be loaded', () => {
    const text = html.slice(html.indexOf('<body')).replace(/<(script|style)\b.*?<\/\1>/gs, '');
    expect(text).not.toMatch(/[\u00a1-\u00a8\u00aa-\u00b6\u00b8-\u00ff\u2190-\u2193\u2212\u2318\u2715]/);
  });

  it('asks no other host', () => {
    expect(html.match(/(?:src|href|action)="(?:https?:)?\/\/[^"]*"|url\(["']?(?:https?:)?\/\/[^)]*\)/g)).toBeNull();
  });

  it('loads no code that only a lookup needs', () => {
    const code = scripts(files).join('');
    expect(code.includes(ZOD)).toBe(false);
    expect(code.includes(TANSTACK_QUERY)).toBe(false);
  });

  it('runs under a CSP that lists scripts and style sheets by hash', () => {
    const markup = html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '');
    expect(markup.match(/\s(?:style|on\w+)=/g)).toBeNull();
  });

  it('is complete without a script, and contains the placeholders of the server', () => {
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(/<title>[^<]+ · %SONDE_BRAND%<\/title>/.test(html)).toBe(true);
    expect(html.includes('mailto:%SONDE_CONTACT_EMAIL%')).toBe(true);
    expect(html.match(/%SONDE_CONFIG%/g)).toHaveLength(1);
    expect(html.match(/<meta name="theme-color" [^>]*data-scheme="(?:light|dark)"/g)).toHaveLength(2);
    expect(html.match(/<template|<!--\$\?/)).toBeNull();
  });
});

it('no prerendered element has a class that only the sheet of answers lays out', () => {
  const classes = (text: string) => new Set([...text.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name));
  const [page] = pages;
  const [, url = ''] = /data-styles="\/([^"]+)"/.exec(page?.html ?? '') ?? [];
  const first = classes(css(page?.html ?? ''));
  const later = [
    ...classes(
      read(url)
        .toString()
        .replace(/@media print[\s\S]*$/, ''),
    ),
  ].filter((name) => !first.has(name));
  expect(later.length).toBeGreaterThan(35);
  const used = new Set(
    pages.flatMap(({ html }) => [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))),
  );
  expect(later.filter((name) => name !== undefined && used.has(name))).toEqual([]);
});

it('lists the chunks that a shared link needs', () => {
  const dns = pages.find(({ route }) => route === '/dns');
  const files = dns?.lookup.split(' ').map((url) => url.slice(1)) ?? [];
  expect(scripts(files).join('').includes(ZOD)).toBe(true);
  expect(files.some((file) => dns?.scripts.includes(file))).toBe(false);
});

it('keeps code that few answers need out of an ordinary lookup', () => {
  const dns = pages.find(({ route }) => route === '/dns');
  const loaded = [...(dns?.scripts ?? []), ...(dns?.lookup.split(' ').map((url) => url.slice(1)) ?? [])];
  const all = readdirSync(`${dist}assets`).flatMap((name) => (name.endsWith('.js') ? [`assets/${name}`] : []));
  for (const mark of [DECRYPTION, EVENT_PARSER]) {
    const chunks = all.filter((file) => read(file).toString().includes(mark));
    expect(chunks).toHaveLength(1);
    expect(loaded).not.toContain(chunks[0]);
  }
});

it.each(toolModules.filter(({ contract: { id } }) => pages.some(({ route }) => route === `/${id}`)))(
  'loads of the explanations only those of $contract.id with its answers',
  ({ contract: { id }, explanations }) => {
    const page = pages.find(({ route }) => route === `/${id}`);
    const loaded = scripts([
      ...(page?.scripts ?? []),
      ...(page?.lookup.split(' ').map((url) => url.slice(1)) ?? []),
    ]).join('');
    const own = new Set(Object.values(explanations).map(({ meaning }) => meaning));
    const others = toolModules.flatMap((tool) => Object.values(tool.explanations).map(({ meaning }) => meaning));
    expect([...own].some((meaning) => loaded.includes(meaning))).toBe(true);
    expect(others.filter((meaning) => !own.has(meaning) && loaded.includes(meaning))).toEqual([]);
  },
);

it('has the same inline scripts in every page', () => {
  const inline = pages.map(({ html }) =>
    [...html.matchAll(/<script(?![^>]*json)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code),
  );
  expect(inline[0]).toHaveLength(2);
  for (const each of inline) expect(each).toEqual(inline[0]);
});

it('loads zod and the query client with the answers, without the descriptions of fields', () => {
  const code = scripts(
    readdirSync(`${dist}assets`)
      .filter((name) => name.endsWith('.js'))
      .map((name) => `assets/${name}`),
  ).join('');
  expect(code.includes(DOCUMENTS)).toBe(false);
  expect(code.includes(ZOD)).toBe(true);
  expect(code.includes(TANSTACK_QUERY)).toBe(true);
});

it('has every asset in its compressed forms', () => {
  const names = readdirSync(`${dist}assets`).filter((name) => /\.(?:js|svg)$/.test(name));
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const bytes = read(`assets/${name}`);
    expect(brotliDecompressSync(read(`assets/${name}.br`)).equals(bytes)).toBe(true);
    expect(gunzipSync(read(`assets/${name}.gz`)).equals(bytes)).toBe(true);
  }
});
