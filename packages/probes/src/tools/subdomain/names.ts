import { toHostName } from '@sonde/contract/targets/domain';

/**
 * The part of a name before the domain, or null when it is not a host name below it. A wildcard stands for its parent. Sources
 * are untrusted input: anything but a well-formed host name is dropped.
 */
export function prefixOf(text: string, domain: string): string | null {
  const name = toHostName(text.trim().replace(/^(?:\*\.)+/, ''));
  if (name === null || !name.endsWith(`.${domain}`)) return null;
  return name.slice(0, -domain.length - 1);
}

/** Prefixes of all names below the domain that occur in a text, such as mail policies, addresses or links. */
export function prefixesIn(text: string, domain: string): string[] {
  const escaped = domain.replaceAll('.', '\\.');
  const pattern = new RegExp(`(?<![a-z0-9._-])(?:[a-z0-9_-]{1,63}\\.){1,40}${escaped}(?![a-z0-9_-]|\\.[a-z0-9])`, 'gi');
  return [...text.matchAll(pattern)].flatMap(([name]) => prefixOf(name, domain) ?? []);
}

/** The parent of a prefix: `b` for `a.b`, the empty string for `a`. */
export function parentOf(prefix: string): string {
  const dot = prefix.indexOf('.');
  return dot === -1 ? '' : prefix.slice(dot + 1);
}

/** Sorts from the domain down, so that names of one branch are adjacent. */
export function byBranch(prefixes: Iterable<string>): string[] {
  const keyed = Array.from(prefixes, (prefix) => ({ prefix, key: prefix.split('.').reverse().join(' ') }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return keyed.map(({ prefix }) => prefix);
}
