// Content Security Policies as a browser reads them (CSP Level 3): every policy holds, a directive that is written again is
// ignored, and fetch directives that are absent fall back to others.
import { trimSpace } from '../header-fields.ts';
import { parseSourceList, type SourceList } from './sources.ts';

export interface ContentPolicy {
  /** Values by the directive's name in lower case, in the order of the policy. */
  readonly directives: ReadonlyMap<string, string>;
  /** Directives that were written again and are ignored. */
  readonly duplicates: readonly string[];
  /** Names that no specification knows. */
  readonly unknown: readonly string[];
}

/** Fetch directives with what they fall back to, the nearest first (section 6.8.3). */
const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
  'script-src-elem': ['script-src', 'default-src'],
  'script-src-attr': ['script-src', 'default-src'],
  'style-src-elem': ['style-src', 'default-src'],
  'style-src-attr': ['style-src', 'default-src'],
  'worker-src': ['child-src', 'script-src', 'default-src'],
  'frame-src': ['child-src', 'default-src'],
  'fenced-frame-src': ['frame-src', 'child-src', 'default-src'],
  'child-src': ['default-src'],
  'connect-src': ['default-src'],
  'font-src': ['default-src'],
  'img-src': ['default-src'],
  'manifest-src': ['default-src'],
  'media-src': ['default-src'],
  'object-src': ['default-src'],
  'prefetch-src': ['default-src'],
  'script-src': ['default-src'],
  'style-src': ['default-src'],
};

const OTHERS = [
  'default-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'navigate-to',
  'sandbox',
  'report-uri',
  'report-to',
  'require-trusted-types-for',
  'trusted-types',
  'upgrade-insecure-requests',
  // Former directives, which browsers still recognize.
  'block-all-mixed-content',
  'plugin-types',
  'referrer',
  'reflected-xss',
  'require-sri-for',
  'webrtc',
];
const KNOWN: ReadonlySet<string> = new Set([...Object.keys(FALLBACKS), ...OTHERS]);

/** Directives that have no effect in a `meta` element (HTML, section 4.2.5.3). */
const ONLY_IN_HEADER: ReadonlySet<string> = new Set(['frame-ancestors', 'report-uri', 'sandbox']);

/** Limits against hostile fields: what follows is not read. */
const MAX_POLICIES = 100;
const MAX_DIRECTIVES = 500;

/** Reads the value of a `Content-Security-Policy` field: policies with commas between them. Policies without a directive are left out. */
export function parsePolicies(value: string): ContentPolicy[] {
  return value
    .split(',', MAX_POLICIES)
    .map(parsePolicy)
    .filter(({ directives }) => directives.size > 0);
}

/** Reads the content of a `meta` element, which is one policy; directives that have no effect there are left out. */
export function parseMetaPolicy(content: string): ContentPolicy {
  const policy = parsePolicy(content);
  return { ...policy, directives: new Map([...policy.directives].filter(([name]) => !ONLY_IN_HEADER.has(name))) };
}

function parsePolicy(text: string): ContentPolicy {
  const directives = new Map<string, string>();
  const duplicates: string[] = [];
  const unknown: string[] = [];
  for (const piece of text.split(';', MAX_DIRECTIVES)) {
    const directive = trimSpace(piece);
    if (directive === '' || !/^[\t\n\f\r -~]*$/.test(directive)) continue;
    const end = directive.search(/[\t\n\f\r ]/);
    const name = (end === -1 ? directive : directive.slice(0, end)).toLowerCase();
    if (directives.has(name)) {
      duplicates.push(name);
      continue;
    }
    if (!KNOWN.has(name)) unknown.push(name);
    directives.set(name, end === -1 ? '' : trimSpace(directive.slice(end)));
  }
  return { directives, duplicates, unknown };
}

/** The sources that apply to a fetch directive, after its fallbacks; null if nothing restricts it. */
export function sourcesFor(policy: ContentPolicy, directive: string): SourceList | null {
  const names = [directive, ...(FALLBACKS[directive] ?? [])];
  const name = names.find((candidate) => policy.directives.has(candidate));
  return name === undefined ? null : parseSourceList(policy.directives.get(name) ?? '');
}

/** Whether inline scripts or styles run (section 6.7.3.2): a nonce or a hash makes browsers ignore `'unsafe-inline'`. */
export function allowsInline(sources: SourceList | null): boolean {
  if (sources === null) return true;
  const { keywords, nonces, hashes } = sources;
  return keywords.has('unsafe-inline') && nonces.length === 0 && hashes.length === 0 && !keywords.has('strict-dynamic');
}

/** Whether texts are run as code by `eval` and the like. */
export const allowsEval = (sources: SourceList | null): boolean =>
  sources === null || sources.keywords.has('unsafe-eval');

const ANY_HOST: ReadonlySet<string> = new Set(['http', 'https', 'ws', 'wss', 'data', 'blob', 'filesystem']);

/**
 * The sources of a list from which anybody can have a script loaded: `*`, whole schemes, and `data:`. With
 * `'strict-dynamic'`, browsers ignore hosts and schemes.
 */
export function openSources(sources: SourceList): string[] {
  if (sources.keywords.has('strict-dynamic')) return [];
  const schemes = sources.schemes.filter((scheme) => ANY_HOST.has(scheme)).map((scheme) => `${scheme}:`);
  const hosts = sources.hosts.filter(({ host }) => host === '*');
  return [...schemes, ...hosts.map(({ scheme, host }) => (scheme === null ? host : `${scheme}://${host}`))];
}
