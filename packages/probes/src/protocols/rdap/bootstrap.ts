import { parseIpv6 } from '@sonde/contract/targets/ipv6';
import { parseUrl } from '../parse-url.ts';
import type { Subject } from '../whois-text/questions.ts';
import { isObject, lineIn, lineOf } from './json-values.ts';

/** One of IANA's four bootstrap files (RFC 9224): which servers are responsible for what. */
export interface Bootstrap {
  /** When IANA published it; null when it does not say. */
  readonly publication: string | null;
  readonly services: readonly BootstrapService[];
}

export interface BootstrapService {
  /** Top-level domains, CIDR prefixes, or ranges of AS numbers. */
  readonly keys: readonly string[];
  /** Base addresses, https first. */
  readonly urls: readonly string[];
}

/** Reads a bootstrap file; null for anything else, including an empty one. */
export function parseBootstrap(text: string): Bootstrap | null {
  const value = parseJson(text);
  if (!isObject(value) || !Array.isArray(value['services'])) return null;
  const services = value['services'].flatMap((entry: unknown) => {
    // Keys and base addresses, preceded by a contact in the object tag file (RFC 8521).
    const [keys = [], urls = []] = Array.isArray(entry) ? entry.slice(-2).map(lines) : [];
    const web = urls.filter(isWebAddress).sort(httpsFirst);
    return keys.length > 0 && web.length > 0 ? [{ keys: keys.map((key) => key.toLowerCase()), urls: web }] : [];
  });
  return services.length === 0 ? null : { publication: lineIn(value, 'publication'), services };
}

/** Not limited like other lists: one server may serve hundreds of top-level domains. */
function lines(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((one) => lineOf(one) ?? []) : [];
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/./i.test(text) && parseUrl(text) !== null;
}

function httpsFirst(a: string, b: string): number {
  return Number(/^https:/i.test(b)) - Number(/^https:/i.test(a));
}

/** The base address of the server for a subject: that of the longest match (RFC 9224 sections 4 and 5), or null. */
export function findServer({ services }: Bootstrap, subject: Subject): string | null {
  let best: { readonly url: string | undefined; readonly length: number } | null = null;
  const length = matcher(subject);
  for (const { keys, urls } of services) {
    for (const key of keys) {
      const matched = length(key);
      if (matched !== null && matched > (best?.length ?? -1)) best = { url: urls[0], length: matched };
    }
  }
  return best?.url ?? null;
}

/** Returns a function that gives the length of the match between a key and the subject; null for no match. */
function matcher(subject: Subject): (key: string) => number | null {
  switch (subject.kind) {
    case 'domain':
      return (key) => (subject.name === key || subject.name.endsWith(`.${key}`) ? key.length : null);
    case 'network': {
      const bits = addressBits(subject.address);
      return (key) => prefixLength(key, bits);
    }
    case 'autnum':
      return (key) => {
        const [, first, last = first] = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(key) ?? [];
        return first !== undefined && subject.number >= Number(first) && subject.number <= Number(last) ? 1 : null;
      };
  }
}

function prefixLength(key: string, bits: string): number | null {
  const [, address = '', lengthText] = /^([\da-f.:]+)\/(\d{1,3})$/.exec(key) ?? [];
  const length = Number(lengthText);
  const own = addressBits(address);
  const fits = lengthText !== undefined && own.length === bits.length && length <= bits.length;
  return fits && own.slice(0, length) === bits.slice(0, length) ? length : null;
}

/** The address as a string of 32 or 128 binary digits; empty if it is not an address. */
function addressBits(address: string): string {
  const groups = address.includes(':') ? parseIpv6(address) : address.split('.').map(Number);
  const width = address.includes(':') ? 16 : 8;
  return (groups ?? []).map((group) => group.toString(2).padStart(width, '0')).join('');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
