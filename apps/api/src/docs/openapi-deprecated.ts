import type { Deprecation } from '../http/deprecations.ts';

/** The paths, with a mark at deprecated calls. */
export function marked(deprecations: readonly Deprecation[], paths: Readonly<Record<string, object>>) {
  const entries = Object.entries(paths).map(([path, calls]) => {
    const methods = deprecations.filter((one) => one.path === path).map(({ method }) => method.toLowerCase());
    const all = Object.entries(calls).map(([method, call]) => [
      method,
      methods.includes(method) ? { ...call, deprecated: true } : call,
    ]);
    return [path, Object.fromEntries(all)];
  });
  return Object.fromEntries(entries);
}
