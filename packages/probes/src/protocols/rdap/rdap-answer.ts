import type { Subject } from '../whois-text/questions.ts';
import { isObject, type JsonObject, lineIn, linesIn, objectsIn } from './json-values.ts';

/** Real answers have about ten levels; very many would overflow the stack when they are serialized again. */
const MAX_DEPTH = 64;

const MEDIA_TYPE = 'application/rdap+json';
export const RDAP_ACCEPT = `${MEDIA_TYPE}, application/json;q=0.9`;

/** The URL of a subject below a server's base address (RFC 9082 section 3.1). */
export function rdapUrl(base: string, subject: Subject): string {
  const root = base.endsWith('/') ? base : `${base}/`;
  switch (subject.kind) {
    case 'domain':
      return `${root}domain/${subject.name}`;
    case 'network':
      return `${root}ip/${subject.address}`;
    case 'autnum':
      return `${root}autnum/${subject.number}`;
  }
}

export type RdapAnswer =
  | { readonly kind: 'object'; readonly object: JsonObject }
  /** An error object (RFC 9083 section 6), or a limit reported with status 200; notices may be terms of use. */
  | { readonly kind: 'error'; readonly status: number | null; readonly words: string; readonly notices: string }
  | { readonly kind: 'unreadable' };

/** Reads the body of an answer about a subject; an answer about a different one counts as unreadable. */
export function readRdapAnswer(text: string, subject: Subject): RdapAnswer {
  const value = parseJson(text);
  if (!isObject(value) || isDeeperThan(MAX_DEPTH, value)) return { kind: 'unreadable' };
  if (isAbout(value, subject)) return { kind: 'object', object: value };
  if ('objectClassName' in value) return { kind: 'unreadable' };
  const status = Number(lineIn(value, 'errorCode') ?? Number.NaN);
  const words = joinWords([lineIn(value, 'title') ?? '', ...linesIn(value, 'description')]);
  const notices = joinWords(noticesIn(value));
  if (Number.isNaN(status) && words === '' && notices === '') return { kind: 'unreadable' };
  return { kind: 'error', status: Number.isNaN(status) ? null : status, words, notices };
}

function joinWords(words: readonly string[]): string {
  return words
    .filter((word) => word !== '')
    .join(' ')
    .slice(0, 2000);
}

/** `notices` should be a list; one registry sends an object when a limit is exceeded. */
function noticesIn(value: JsonObject): string[] {
  const notices = isObject(value['notices']) ? [value['notices']] : objectsIn(value, 'notices');
  return notices.flatMap((one) => [lineIn(one, 'title') ?? '', ...linesIn(one, 'description')]);
}

function isAbout(value: JsonObject, subject: Subject): boolean {
  switch (subject.kind) {
    case 'domain': {
      const name = lineIn(value, 'ldhName')?.toLowerCase().replace(/\.$/, '');
      return name === undefined ? value['objectClassName'] === 'domain' : name === subject.name;
    }
    case 'network':
      return lineIn(value, 'startAddress') !== null;
    case 'autnum':
      return lineIn(value, 'startAutnum') !== null || lineIn(value, 'handle')?.toUpperCase() === `AS${subject.number}`;
  }
}

/** Links to more about the same object, such as at the registrar's server (RFC 9083 section 4.2, `related`). */
export function relatedUrls(object: JsonObject): readonly string[] {
  const links = objectsIn(object, 'links');
  const related = links.filter((link) => lineIn(link, 'rel') === 'related' && lineIn(link, 'type') === MEDIA_TYPE);
  return related.flatMap((link) => lineIn(link, 'href') ?? []);
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeperThan(levels - 1, one));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
