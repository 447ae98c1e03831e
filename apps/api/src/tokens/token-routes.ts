import { answerEnvelope, ToolError } from '@sonde/contract';
import { MAX_TOKEN_DAYS, MAX_TOKEN_NAME, tokenScopes } from '@sonde/contract/tokens';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { EntryPath, read } from '../accounts/bodies.ts';
import { createForgeryGuard } from '../accounts/same-origin.ts';
import { personOf, type Visitors } from '../accounts/visitors.ts';
import { clientOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import type { AccountTokens } from './account-tokens.ts';

/** The body of the call that creates a token. */
const NewToken = z.strictObject({
  name: z
    .string('Please enter a name for the token')
    .trim()
    .min(1, 'Please enter a name for the token')
    .max(MAX_TOKEN_NAME, 'The name is too long.')
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u, 'The name contains characters that cannot be displayed.'),
  scopes: z
    .array(z.enum(tokenScopes, 'There is no such scope.'))
    .min(1, 'Please choose what the token is for.')
    // Alone, it would be refused by every call.
    .refine((scopes) => !scopes.includes('deep') || scopes.some((one) => one === 'lists' || one === 'mcp'), {
      error: 'The scope deep extends lists and mcp: choose one of them, too.',
    })
    .default(['lookups']),
  days: z
    .int('The days are a whole number.')
    .min(1, 'A token must last at least one day.')
    .max(MAX_TOKEN_DAYS, 'A token can last at most ten years.')
    .nullable()
    .default(null),
});

interface WithId {
  readonly Params: { readonly id: string };
}

export interface TokenRouteOptions {
  readonly tokens: AccountTokens;
  readonly visitors: Visitors;
  readonly limits: ClientLimits;
  readonly publicUrl: string | null;
  readonly hasMcp: boolean;
}

/** Registers the calls for tokens of the signed-in person. They require a sign-in: a token cannot create others. */
export async function registerTokenCalls(app: FastifyInstance, options: TokenRouteOptions): Promise<void> {
  const { tokens, visitors, limits, publicUrl, hasMcp } = options;
  const offered = tokenScopes.filter((scope) => hasMcp || scope !== 'mcp');
  await app.register(async (scope) => {
    // Only JSON, which a form on another site cannot send.
    scope.removeContentTypeParser('text/plain');
    scope.addHook('onRequest', createForgeryGuard(publicUrl));
    scope.addHook('onRequest', async (request, reply) => {
      await limits.charge(reply, clientOf(request), 1);
    });
    scope.get('/api/account/tokens', async (request) => {
      const { owner } = await personOf(visitors, request);
      return answerEnvelope({ tokens: await tokens.list(owner), offered });
    });
    scope.post('/api/account/tokens', async (request) => {
      const { owner } = await personOf(visitors, request);
      return answerEnvelope(await tokens.make(owner, read(NewToken, request.body)));
    });
    scope.delete<WithId>('/api/account/tokens/:id', async (request) => {
      const { owner } = await personOf(visitors, request);
      const { id } = read(EntryPath, request.params);
      const changed = await tokens.revoke(owner, id);
      if (changed === 0) throw new ToolError('not-found', 'There is no such token.');
      return answerEnvelope({ changed });
    });
  });
}
