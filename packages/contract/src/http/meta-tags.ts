// What `meta` elements in the head of a page say in place of header fields (HTML, section 4.2.5).
import { isSpace } from './header-fields.ts';

export interface MetaTags {
  /** Contents of `<meta http-equiv="content-security-policy">`, in order. */
  readonly policies: readonly string[];
  /** Content of the last `<meta name="referrer">`. */
  readonly referrer: string | null;
  /** Content of the first `<meta http-equiv="refresh">`. */
  readonly refresh: string | null;
}

/** Elements whose text is not markup. */
const RAW = /^(?:script|style|title|noscript|template|textarea)$/;
const MAX_CHARACTERS = 512 * 1024;
const MAX_ATTRIBUTES = 50;
const MAX_POLICIES = 20;

/** Scans the head of an HTML page. It ends with the body or with 512 Ki characters. Not a whole HTML parser, but a linear one. */
export function readMetaTags(page: string): MetaTags {
  const html = page.slice(0, MAX_CHARACTERS);
  const found = { policies: [] as string[], referrer: null as string | null, refresh: null as string | null };
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      at = after(html, '-->', at + 4);
      continue;
    }
    const name = nameAt(html, at + 1);
    if (name === 'body' || name === '/head') break;
    const tag = attributesAt(html, at + 1 + name.length);
    at = RAW.test(name) ? endOfRaw(html, name, tag.end) : Math.max(tag.end, at + 1);
    if (name === 'meta') take(tag.attributes, found);
  }
  return found;
}

function take(
  attributes: ReadonlyMap<string, string>,
  found: { readonly policies: string[]; referrer: string | null; refresh: string | null },
): void {
  const content = attributes.get('content');
  if (content === undefined) return;
  const equivalent = attributes.get('http-equiv')?.toLowerCase();
  if (equivalent === 'content-security-policy' && found.policies.length < MAX_POLICIES) found.policies.push(content);
  if (equivalent === 'refresh') found.refresh ??= content;
  if (attributes.get('name')?.toLowerCase() === 'referrer') found.referrer = content;
}

function after(html: string, text: string, from: number): number {
  const at = html.indexOf(text, from);
  return at === -1 ? html.length : at + text.length;
}

/** The first end tag of an element with raw text. */
function endOfRaw(html: string, name: string, from: number): number {
  for (let at = html.indexOf('</', from); at !== -1; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return after(html, '>', at);
  }
  return html.length;
}

function nameAt(html: string, from: number): string {
  let at = from;
  while (at < html.length && at - from < 32 && /[A-Za-z0-9/!-]/.test(html.charAt(at))) at += 1;
  return html.slice(from, at).toLowerCase();
}

function attributesAt(html: string, from: number): { readonly attributes: Map<string, string>; readonly end: number } {
  const attributes = new Map<string, string>();
  let at = from;
  while (at < html.length && html.charAt(at) !== '>') {
    const start = at;
    while (at < html.length && !/[\s/>=]/.test(html.charAt(at))) at += 1;
    const name = html.slice(start, at).toLowerCase();
    while (isSpace(html.charAt(at))) at += 1;
    const value = html.charAt(at) === '=' ? valueAt(html, at + 1) : { text: '', end: at };
    at = value.end;
    if (name !== '' && !attributes.has(name) && attributes.size < MAX_ATTRIBUTES) attributes.set(name, value.text);
    if (at === start) at += 1;
  }
  return { attributes, end: Math.min(at + 1, html.length) };
}

function valueAt(html: string, from: number): { readonly text: string; readonly end: number } {
  let at = from;
  while (isSpace(html.charAt(at))) at += 1;
  const quote = html.charAt(at);
  if (quote === '"' || quote === "'") {
    const end = html.indexOf(quote, at + 1);
    const text = decoded(html.slice(at + 1, end === -1 ? html.length : end));
    return { text, end: end === -1 ? html.length : end + 1 };
  }
  const start = at;
  while (at < html.length && !/[\s>]/.test(html.charAt(at))) at += 1;
  return { text: decoded(html.slice(start, at)), end: at };
}

const REFERENCES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/** The character references that are written in policies: quotes, by name or by number. */
function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,5})|#x([0-9A-Fa-f]{1,4})|(amp|quot|apos|lt|gt));/g, (...found: string[]) => {
    const [, decimal, hex, name] = found;
    if (name !== undefined) return REFERENCES[name] ?? '';
    return String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}
