// protocols/html-page/: the title of an HTML page, and what it loads over http.

export interface HtmlContent {
  /** Without surrounding space, at most 200 characters; null without one. */
  readonly title: string | null;
  /** http URLs that browsers block in a page loaded by https: scripts, style sheets, frames and objects. */
  readonly active: readonly string[];
  /** http URLs that they load by https instead: images, audio and video. */
  readonly passive: readonly string[];
}

const MAX_CHARACTERS = 512 * 1024;
const MAX_TAG = 8192;
const MAX_URLS = 20;
const MAX_URL = 500;
const MAX_TITLE = 200;

/** The attribute of each element that names what is loaded (HTML, section 4; Mixed Content, section 2). */
const loaded: Readonly<Record<string, { readonly attribute: string; readonly kind: 'active' | 'passive' }>> = {
  script: { attribute: 'src', kind: 'active' },
  iframe: { attribute: 'src', kind: 'active' },
  frame: { attribute: 'src', kind: 'active' },
  embed: { attribute: 'src', kind: 'active' },
  object: { attribute: 'data', kind: 'active' },
  link: { attribute: 'href', kind: 'active' },
  img: { attribute: 'src', kind: 'passive' },
  audio: { attribute: 'src', kind: 'passive' },
  video: { attribute: 'src', kind: 'passive' },
  source: { attribute: 'src', kind: 'passive' },
};
/** Their text is not markup. */
const RAW: ReadonlySet<string> = new Set(['script', 'style', 'title', 'textarea', 'template', 'noscript']);
const NAME = /^[a-z][a-z0-9-]{0,30}/i;
const ATTRIBUTE = /([^\s"'<>/=]{1,40})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g;

/**
 * Scans a page from its beginning, at most 512 Ki characters, in linear time. Not a whole HTML parser: what scripts add is
 * not seen.
 * @param base the URL of the page, for URLs without a scheme
 */
export function readPage(html: string, base: string): HtmlContent {
  const found = { title: null as string | null, active: new Set<string>(), passive: new Set<string>() };
  const page = html.slice(0, MAX_CHARACTERS);
  for (let at = page.indexOf('<'); at !== -1; at = page.indexOf('<', at)) {
    if (page.startsWith('<!--', at)) {
      at = endOf(page, '-->', at + 4);
      continue;
    }
    const name = NAME.exec(page.slice(at + 1, at + 33))?.[0].toLowerCase();
    if (name === undefined) {
      at += 1;
      continue;
    }
    const end = tagEnd(page, at);
    note(name, page.slice(at + 1 + name.length, end), base, found);
    at = end;
    if (!RAW.has(name)) continue;
    const textEnd = endTag(page, name, end);
    if (name === 'title') found.title ??= titleOf(page.slice(end, textEnd));
    at = textEnd;
  }
  return { title: found.title, active: [...found.active], passive: [...found.passive] };
}

function note(
  name: string,
  tag: string,
  base: string,
  found: { readonly active: Set<string>; readonly passive: Set<string> },
): void {
  const rule = Object.hasOwn(loaded, name) ? loaded[name] : undefined;
  if (rule === undefined) return;
  const attributes = new Map<string, string>();
  for (const [, key = '', ...values] of tag.matchAll(ATTRIBUTE)) {
    const lower = key.toLowerCase();
    if (!attributes.has(lower)) attributes.set(lower, values.find((value) => value !== undefined) ?? '');
  }
  if (name === 'link' && !/\bstylesheet\b/i.test(attributes.get('rel') ?? '')) return;
  const url = httpUrl(attributes.get(rule.attribute), base);
  if (url !== null && found[rule.kind].size < MAX_URLS) found[rule.kind].add(url);
}

function httpUrl(text: string | undefined, base: string): string | null {
  if (text === undefined || text === '') return null;
  try {
    const { protocol, href } = new URL(text.replaceAll('&amp;', '&'), base);
    return protocol === 'http:' ? href.slice(0, MAX_URL) : null;
  } catch {
    return null;
  }
}

/** Behind the tag that begins here; a `>` within quotes does not end it. */
function tagEnd(page: string, from: number): number {
  let quote = '';
  const last = Math.min(page.length, from + MAX_TAG);
  for (let at = from; at < last; at += 1) {
    const character = page.charAt(at);
    if (quote === '' && character === '>') return at + 1;
    if (quote === character) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) quote = character;
  }
  return last;
}

function endOf(page: string, text: string, from: number): number {
  const at = page.indexOf(text, from);
  return at === -1 ? page.length : at + text.length;
}

/** Where the end tag of an element begins. */
function endTag(page: string, name: string, from: number): number {
  for (let at = page.indexOf('</', from); at !== -1; at = page.indexOf('</', at + 2)) {
    if (page.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at;
  }
  return page.length;
}

function titleOf(text: string): string | null {
  const title = text.slice(0, MAX_TAG).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE);
  return title === '' ? null : title;
}
