import { Changed } from '@sonde/contract/account';
import { MadeToken, TokenList, TokenWish } from '@sonde/contract/tokens';
import { type JsonSchema, toJsonSchema } from '@sonde/service';
import { body, type CommonResponses, responsesOf } from './openapi-parts.ts';

const schemas = { TokenList, MadeToken } as const;

export function tokenSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toJsonSchema(schema, 'output')]));
}

/** The calls for the signed-in person's tokens: a token cannot create or revoke another. */
export function tokenPaths(common: CommonResponses) {
  const responses = responsesOf(common);
  const reference = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });
  const all = { security: [{ signedIn: [] }], tags: ['tokens'] };
  return {
    '/api/account/tokens': {
      get: {
        ...all,
        operationId: 'tokens',
        summary: 'List your tokens',
        description: 'The tokens of the signed-in member by name, without the secret values.',
        responses: responses('The list of tokens.', reference('TokenList'), ['rate-limited', 'store-failed']),
      },
      post: {
        ...all,
        operationId: 'makeToken',
        summary: 'Create a token',
        description: 'Creates a token. Only this answer contains it.',
        requestBody: body(toJsonSchema(TokenWish, 'input')),
        responses: responses('The token.', reference('MadeToken'), [
          ...(['invalid-input', 'rate-limited', 'store-failed'] as const),
        ]),
      },
    },
    '/api/account/tokens/{id}': {
      delete: {
        ...all,
        operationId: 'revokeToken',
        summary: 'Revoke a token',
        description: 'Revokes a token immediately; other instances of the server may accept it for another minute.',
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            description: 'The id of the token.',
            schema: { type: 'string' },
            example: '2f1c6c0e-6d0f-4f5b-9a57-0d1f6f6f3a11',
          },
        ],
        responses: responses('The token is revoked.', toJsonSchema(Changed, 'output'), [
          ...(['invalid-input', 'not-found', 'rate-limited', 'store-failed'] as const),
        ]),
      },
    },
  };
}
