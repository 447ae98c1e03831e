import { ToolError } from '@sonde/contract';
import type { TokenScope } from '@sonde/contract/tokens';
import { configuredClient, type TokenRate } from '@sonde/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { sendFailure } from '../http/request-failure.ts';
import { networkOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import { type ApiToken, hashOfToken, sentToken } from './api-token.ts';
import { createConfiguredTokens } from './configured-tokens.ts';
import type { TokenGuesses } from './token-guesses.ts';

/** Cost units charged to a client for a wrong token, which limits guessing. */
const COST_OF_WRONG_TOKEN = 1;

/** The rate limit of a token's client: its own, or else that of all tokens. */
export function createTokenRate({ apiTokens, tokenRateLimit }: Config): TokenRate {
  const rates = new Map(apiTokens.map(({ name, rate }) => [configuredClient(name), rate ?? tokenRateLimit]));
  return (client) => rates.get(client) ?? tokenRateLimit;
}

/** The tokens of members. */
export interface OtherTokens {
  /** Whether the token was valid a moment ago, so that finding it costs nothing. */
  isRemembered(hash: Buffer): boolean;
  /** Finds a token by its hash; null if there is none. */
  find(hash: Buffer): Promise<ApiToken | null>;
}

export interface TokenChecks {
  readonly limits: ClientLimits;
  readonly others: OtherTokens;
  readonly guesses: TokenGuesses;
}

/**
 * Checks the token of every request that has one. A wrong token is refused rather than ignored: otherwise its holder would
 * silently get the smaller rights of an anonymous visitor.
 */
export function registerTokens(
  app: FastifyInstance,
  { apiTokens }: Config,
  { limits, others, guesses }: TokenChecks,
): void {
  const findConfigured = createConfiguredTokens(apiTokens);
  app.decorateRequest('apiToken', null);
  app.addHook('onRequest', (request, reply, done) => {
    const sent = sentToken(request);
    if (sent === null) {
      done();
      return;
    }
    if (sent === 'malformed') {
      void refuse(request, reply, limits, MALFORMED);
      return;
    }
    const hash = hashOfToken(sent.token);
    request.apiToken = findConfigured(hash);
    if (request.apiToken !== null) {
      done();
      return;
    }
    const findOther = others.isRemembered(hash)
      ? others.find(hash)
      : guesses.take(networkOf(request), () => others.find(hash));
    findOther
      .then((found) => {
        request.apiToken = found;
        if (found === null) void refuse(request, reply, limits, WRONG);
        else done();
      })
      .catch((error: Error) => done(error));
  });
}

const WRONG = 'This token is not valid: it is unknown, was revoked, or has expired.';
const MALFORMED = 'Send the token in one header field: Authorization: Bearer sonde_…';

async function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  limits: ClientLimits,
  message: string,
): Promise<void> {
  reply.header('www-authenticate', `Bearer error="${message === WRONG ? 'invalid_token' : 'invalid_request'}"`);
  const refusal = new ToolError('not-signed-in', message, { reason: 'wrong-token' });
  try {
    await limits.charge(reply, networkOf(request), COST_OF_WRONG_TOKEN);
    sendFailure(reply, refusal);
  } catch (error) {
    sendFailure(reply, error instanceof ToolError ? error : refusal);
  }
}

/** Whether a request may use this scope. Requests without a token may; their senders are checked by other means. */
export const hasScope = ({ apiToken }: Pick<FastifyRequest, 'apiToken'>, scope: TokenScope): boolean =>
  apiToken === null || apiToken.scopes.includes(scope);

/** @throws ToolError `forbidden` if the token lacks the scope. A request without a token passes. */
export function checkScope(request: Pick<FastifyRequest, 'apiToken'>, scope: TokenScope): void {
  if (!hasScope(request, scope))
    throw new ToolError('forbidden', `This token lacks the scope for ${SCOPE_WORDS[scope]}.`);
}

const SCOPE_WORDS: Readonly<Record<TokenScope, string>> = {
  lookups: 'lookups and kept results',
  lists: 'lists',
  watches: 'watches and channels',
  mcp: 'MCP',
  deep: 'lookups that burden their targets',
};
