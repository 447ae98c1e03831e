/** What a lookup begins with. */
export interface Starts {
  /** A name in A-labels, or an address without brackets. */
  readonly host: string;
  /** The URLs of the first requests; the last one is that which leads to the final page if it has a response. */
  readonly urls: readonly string[];
}

/** Reads the target of the query: a URL stands for itself, a host for http and https. */
export function startsOf(target: string): Starts {
  if (/^https?:/.test(target)) {
    const url = new URL(target);
    return { host: hostOf(url), urls: [url.href] };
  }
  const authority = target.includes(':') ? `[${target}]` : target;
  return { host: target, urls: [`http://${authority}/`, `https://${authority}/`] };
}

/** The host in the form that the guard reads: IPv6 addresses without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
