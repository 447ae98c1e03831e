// How a page is separated from others: Cross-Origin-Opener-Policy, -Embedder-Policy and -Resource-Policy.
import { parseItem } from './structured-fields.ts';

export const openerPolicies = [
  'unsafe-none',
  'same-origin-allow-popups',
  'same-origin',
  'noopener-allow-popups',
] as const;
export const embedderPolicies = ['unsafe-none', 'require-corp', 'credentialless'] as const;
export const resourcePolicies = ['same-origin', 'same-site', 'cross-origin'] as const;

const tokenOf = <Word extends string>(value: string, words: readonly Word[]): Word | null => {
  const item = parseItem(value)?.item;
  return item?.kind === 'token' ? (words.find((word) => word === item.value) ?? null) : null;
};

/** Reads Cross-Origin-Opener-Policy; null for a value that browsers ignore. */
export const parseOpenerPolicy = (value: string) => tokenOf(value, openerPolicies);

/** Reads Cross-Origin-Embedder-Policy; null for a value that browsers ignore. */
export const parseEmbedderPolicy = (value: string) => tokenOf(value, embedderPolicies);

/** Reads Cross-Origin-Resource-Policy, which is compared letter by letter (Fetch, section 3.7); null for a value that browsers ignore. */
export const parseResourcePolicy = (value: string): (typeof resourcePolicies)[number] | null =>
  resourcePolicies.find((word) => word === value) ?? null;
