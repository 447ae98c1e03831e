/** Tokens of programs that call the API. */

/** Every token begins like this, so that scanners for secrets find one that was published. */
export const TOKEN_PREFIX = 'sonde_';

/** What a token may be used for. */
export const tokenScopes = ['lookups', 'lists', 'mcp'] as const;
export type TokenScope = (typeof tokenScopes)[number];
