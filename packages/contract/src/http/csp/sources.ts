// Source lists of a Content Security Policy (CSP Level 3, section 2.3.1).
import { isSpace } from '../header-fields.ts';

/** `[scheme://]host[:port][/path]`. */
export interface HostSource {
  readonly scheme: string | null;
  /** In lower case; begins with `*.` for all names below, and is `*` for any host. */
  readonly host: string;
  readonly port: string | null;
  readonly path: string | null;
}

export interface SourceList {
  /** Nothing is allowed: `'none'` alone, an empty list, or one in which nothing is valid. */
  readonly isNone: boolean;
  /** In lower case and without quotes, such as `self`, `unsafe-inline` or `strict-dynamic`. */
  readonly keywords: ReadonlySet<string>;
  readonly nonces: readonly string[];
  /** Such as `sha256-…`. */
  readonly hashes: readonly string[];
  /** In lower case, without the colon. */
  readonly schemes: readonly string[];
  readonly hosts: readonly HostSource[];
  /** What a browser ignores with a message in its console. */
  readonly invalid: readonly string[];
}

const KEYWORDS: ReadonlySet<string> = new Set([
  'self',
  'unsafe-inline',
  'unsafe-eval',
  'strict-dynamic',
  'unsafe-hashes',
  'report-sample',
  'unsafe-allow-redirects',
  'wasm-unsafe-eval',
  'trusted-types-eval',
  'report-sha256',
  'report-sha384',
  'report-sha512',
]);

const NONCE = /^'nonce-([A-Za-z0-9+/_-]+={0,2})'$/i;
const HASH = /^'(sha(?:256|384|512)-[A-Za-z0-9+/_-]+={0,2})'$/i;
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):$/;
const HOST =
  /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}|\*))?(\/[^?#]*)?$/;

/** Reads the value of a directive as a source list. */
export function parseSourceList(value: string): SourceList {
  const list = {
    keywords: new Set<string>(),
    nonces: [] as string[],
    hashes: [] as string[],
    schemes: [] as string[],
    hosts: [] as HostSource[],
    invalid: [] as string[],
  };
  for (const token of tokensOf(value)) {
    if (token.toLowerCase() === "'none'") continue;
    const keyword = token.startsWith("'") ? token.slice(1, -1).toLowerCase() : '';
    const nonce = NONCE.exec(token)?.[1];
    const hash = HASH.exec(token)?.[1];
    const scheme = SCHEME.exec(token)?.[1];
    if (token.endsWith("'") && KEYWORDS.has(keyword)) list.keywords.add(keyword);
    else if (nonce !== undefined) list.nonces.push(nonce);
    else if (hash !== undefined) list.hashes.push(hash);
    else if (scheme !== undefined) list.schemes.push(scheme.toLowerCase());
    else addHost(token, list);
  }
  const { keywords, nonces, hashes, schemes, hosts } = list;
  const valid = keywords.size + nonces.length + hashes.length + schemes.length + hosts.length;
  return { ...list, isNone: valid === 0 };
}

function addHost(token: string, list: { readonly hosts: HostSource[]; readonly invalid: string[] }): void {
  const found = HOST.exec(token);
  if (found === null) {
    list.invalid.push(token);
    return;
  }
  const [, scheme, host = '', port, path] = found;
  list.hosts.push({
    scheme: scheme?.toLowerCase() ?? null,
    host: host.toLowerCase(),
    port: port ?? null,
    path: path ?? null,
  });
}

/** The words of a value. */
export function tokensOf(value: string): string[] {
  const tokens: string[] = [];
  let from = -1;
  for (let at = 0; at <= value.length; at += 1) {
    const isEnd = at === value.length || isSpace(value.charAt(at));
    if (!isEnd && from === -1) from = at;
    if (isEnd && from !== -1) {
      tokens.push(value.slice(from, at));
      from = -1;
    }
  }
  return tokens;
}
