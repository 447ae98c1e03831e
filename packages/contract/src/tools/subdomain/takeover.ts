import { takeoverServiceOf } from '../../finding/names/takeover-services.ts';

/** What the aliases of a name lead to. */
export interface AliasedName {
  readonly subdomain: string;
  readonly aliases: readonly string[];
  readonly resolves: boolean | null;
}

/** The end of its aliases. */
export const targetOf = ({ aliases }: Pick<AliasedName, 'aliases'>): string => aliases.at(-1) ?? '';

/**
 * True for an alias without an address at its end. Names with an underscore carry records other than addresses:
 * `_domainkey`, `_acme-challenge`.
 */
export function isDangling({ subdomain, aliases, resolves }: AliasedName): boolean {
  return aliases.length > 0 && resolves === false && !subdomain.split('.').some((label) => label.startsWith('_'));
}

/** True for an alias that leads to a name that anyone can create. */
export function isOpenToTakeover(name: AliasedName): boolean {
  return isDangling(name) && takeoverServiceOf(targetOf(name)) !== null;
}
