import { Changed } from '@sonde/contract/account';
import { KeepOne, KeepSeveral, KeptSnapshot, MadeSnapshot, Snapshot } from '@sonde/contract/snapshots/snapshot';
import { type JsonSchema, toJsonSchema } from '@sonde/service';
import { body, type CommonResponses, responsesOf } from './openapi-parts.ts';

const schemas = { Snapshot, KeptSnapshot, MadeSnapshot } as const;

export function snapshotSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toJsonSchema(schema, 'output')]));
}

/** The calls that keep, read and delete results. */
export function snapshotPaths(common: CommonResponses) {
  const responses = responsesOf(common);
  const reference = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });
  const id = {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id of the snapshot.',
    schema: { type: 'string' },
    example: '7k2mq4zt5v3n6xw2y4a5b6c7d8',
  };
  return {
    '/api/v2/snapshots': {
      post: {
        operationId: 'keep',
        summary: 'Keep a result',
        description:
          'Keeps one or more results under one link, exactly as this server has measured them. A token needs the scope lookups for this, and for reading kept results.',
        requestBody: body({ anyOf: [KeepOne, KeepSeveral].map((schema) => toJsonSchema(schema, 'input')) }),
        responses: responses('The link of the snapshot.', reference('MadeSnapshot'), [
          ...([
            'invalid-input',
            'refused-target',
            'not-held',
            'not-found',
            'rate-limited',
            'busy',
            'store-failed',
          ] as const),
        ]),
      },
    },
    '/api/v2/snapshots/{id}': {
      get: {
        operationId: 'readSnapshot',
        summary: 'Read a kept result',
        description:
          'Returns a kept result and whether its signature is valid. Nothing is measured. It costs a quarter of a unit, and as much again for each further 100 kB.',
        parameters: [id],
        responses: responses('The snapshot.', reference('KeptSnapshot'), ['not-found', 'hidden', 'store-failed']),
      },
      delete: {
        operationId: 'deleteSnapshot',
        summary: 'Delete a kept result',
        description: 'Deletes a result that was kept without an account.',
        parameters: [id],
        requestBody: body({
          type: 'object',
          properties: { token: { type: 'string', description: 'The revokeToken of the snapshot.' } },
          required: ['token'],
        }),
        responses: responses('The snapshot is deleted.', toJsonSchema(Changed, 'output'), [
          'not-found',
          'store-failed',
        ]),
      },
    },
  };
}
