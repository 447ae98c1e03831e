// protocols/hsts-preload/: the list of hosts for which browsers use only https from the first visit on.

/** The list, as far as membership needs it. */
export interface PreloadList {
  /** How many names it has. */
  readonly size: number;
  /** The entry that covers a host in lower-case A-labels: its own, or one above it that includes subdomains; null if none does. */
  entryFor(host: string): PreloadEntry | null;
}

export interface PreloadEntry {
  readonly name: string;
  readonly includesSubdomains: boolean;
}

/** Far more than the list has. */
const MAX_ENTRIES = 1_000_000;

/**
 * Reads Chromium's `transport_security_state_static.json`: JSON with lines of comments, whose entries for https have the mode
 * `force-https`.
 * @returns null if the text is not such a list, or names no host
 */
export function readPreloadList(text: string): PreloadList | null {
  const hosts = new Map<string, boolean>();
  for (const entry of entriesIn(text)) {
    if (!isObject(entry)) return null;
    const { name, mode, include_subdomains: includes } = entry;
    if (typeof name !== 'string') return null;
    if (mode === 'force-https') hosts.set(name.toLowerCase(), includes === true);
  }
  if (hosts.size === 0) return null;
  return { size: hosts.size, entryFor: (host) => entryFor(hosts, host) };
}

function entriesIn(text: string): readonly unknown[] {
  // Comments have lines of their own; within a line, two slashes may be part of an address.
  const json = text.replace(/^\uFEFF/, '').replace(/^[ \t]*\/\/.*$/gm, '');
  try {
    const read: unknown = JSON.parse(json);
    const entries = isObject(read) ? read['entries'] : null;
    return Array.isArray(entries) && entries.length <= MAX_ENTRIES ? entries : [];
  } catch {
    return [];
  }
}

function entryFor(hosts: ReadonlyMap<string, boolean>, host: string): PreloadEntry | null {
  for (let name = host; name !== ''; name = parentOf(name)) {
    const includesSubdomains = hosts.get(name);
    if (includesSubdomains !== undefined && (name === host || includesSubdomains)) return { name, includesSubdomains };
  }
  return null;
}

function parentOf(name: string): string {
  const dot = name.indexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
