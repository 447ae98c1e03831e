/** API tokens for programs, and the calls with which a member creates and revokes them. */
import * as z from 'zod/mini';
import { described } from './described.ts';

/** Every token begins with this, so that secret scanners find one that was published by accident. */
export const TOKEN_PREFIX = 'sonde_';

/** What a token may be used for. `lookups` includes keeping results and reading kept ones; `watches` includes channels. `deep` extends lists and MCP to lookups that burden their targets (see `burdens` of a tool). */
export const tokenScopes = ['lookups', 'lists', 'watches', 'mcp', 'deep'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** The maximum number of tokens per member. */
export const MAX_TOKENS = 20;
export const MAX_TOKEN_NAME = 60;
export const MAX_TOKEN_DAYS = 3_650;

/** The body of `POST /api/account/tokens`. */
export const TokenWish = z.object({
  name: described(z.string(), 'The name of the token, chosen by its owner.', 'nightly check'),
  scopes: described(
    z.optional(z.array(z.enum(tokenScopes))),
    'The scopes of the token; default: lookups only, which includes keeping results and reading kept ones. deep extends lists and mcp to lookups that burden their targets.',
    ['lookups'],
  ),
  days: described(
    z.optional(z.nullable(z.number())),
    'Lifetime in days; null or absent: the token does not expire.',
    90,
  ),
});
export type TokenWish = z.infer<typeof TokenWish>;

const id = described(z.string(), 'The id of the token, used in calls.', '2f1c6c0e-6d0f-4f5b-9a57-0d1f6f6f3a11');

/** A token as listed for its owner. The token itself is shown only once, when it is created. */
export const TokenEntry = z.object({
  id,
  name: described(z.string(), 'The name of the token, chosen by its owner.', 'nightly check'),
  scopes: described(z.array(z.enum(tokenScopes)), 'The scopes of the token: what it may be used for.', [
    'lookups',
    'lists',
  ]),
  madeAt: described(z.string(), 'When the token was created, ISO 8601 in UTC.', '2026-11-22T04:06:00.000Z'),
  usedAt: described(
    z.nullable(z.string()),
    'When the token was last used, accurate to the minute, ISO 8601 in UTC; null if never.',
    '2026-11-22T04:06:00.000Z',
  ),
  expiresAt: described(
    z.nullable(z.string()),
    'When the token expires, ISO 8601 in UTC; null if it does not expire.',
    '2027-02-20T04:06:00.000Z',
  ),
});
export type TokenEntry = z.infer<typeof TokenEntry>;

/** The answer of `GET /api/account/tokens`. */
export const TokenList = z.object({
  tokens: described(z.array(TokenEntry), 'The tokens of the signed-in member, newest first.'),
  offered: described(z.array(z.enum(tokenScopes)), 'The scopes that this server supports.', [...tokenScopes]),
});
export type TokenList = z.infer<typeof TokenList>;

/** The answer of `POST /api/account/tokens`. */
export const MadeToken = z.object({
  id,
  token: described(z.string(), 'The token itself. It is shown only in this answer.', `${TOKEN_PREFIX}3v5n…`),
});
export type MadeToken = z.infer<typeof MadeToken>;
