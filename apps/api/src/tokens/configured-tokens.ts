import { timingSafeEqual } from 'node:crypto';
import { tokenScopes } from '@sonde/contract/tokens';
import { configuredClient } from '@sonde/service';
import type { ConfiguredToken } from '../environment-formats.ts';
import type { ApiToken } from './api-token.ts';

/** Finds configured tokens by hash. Compares with each in constant time, so that the duration reveals nothing. */
export function createConfiguredTokens(configured: readonly ConfiguredToken[]): (hash: Buffer) => ApiToken | null {
  const known = configured.map(({ name, hash }) => ({
    hash: Buffer.from(hash, 'hex'),
    token: { client: configuredClient(name), owner: null, scopes: tokenScopes },
  }));
  return (hash) => {
    let found: ApiToken | null = null;
    for (const one of known) if (timingSafeEqual(one.hash, hash)) found = one.token;
    return found;
  };
}
