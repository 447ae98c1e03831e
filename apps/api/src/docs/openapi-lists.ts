import { Changed } from '@sonde/contract/account';
import {
  KeptListAnswer,
  ListChanges,
  ListEstimate,
  ListState,
  ListWish,
  LookupChanges,
  OwnLists,
  StartedList,
} from '@sonde/contract/lists/list-calls';
import { type JsonSchema, toJsonSchema } from '@sonde/service';
import { body, type CommonResponses, responsesOf } from './openapi-parts.ts';

const schemas = { ListEstimate, ListState, KeptListAnswer, LookupChanges, ListChanges, OwnLists, StartedList } as const;

export function listSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toJsonSchema(schema, 'output')]));
}

const example = '9f3c2a52-7b0e-4a57-8a2e-6c1b5d0f7e11';
const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the list.',
  schema: { type: 'string' },
  example,
};
const format = {
  name: 'format',
  in: 'query',
  required: false,
  description: 'The format of the answer: csv for a table, ndjson for one result per line; default: json.',
  schema: { type: 'string', enum: ['json', 'ndjson', 'csv'] },
  example: 'csv',
};
const since = {
  name: 'since',
  in: 'query',
  required: true,
  description: 'The id of the earlier list.',
  schema: { type: 'string' },
  example,
};

const inList = (name: 'target' | 'tool' | 'place', description: string, given: string) => ({
  name,
  in: 'query',
  required: name !== 'place',
  description,
  schema: { type: 'string' },
  example: given,
});
const lookup = [
  inList('target', 'The target as in the list.', 'example.com'),
  inList('tool', 'The id of the tool.', 'ssl'),
  inList('place', 'The id of the place; only in lists that several places look up.', 'fra'),
];

/** A list belongs to the person, or to the configured token, that started it: nobody else can see it. */
const security = [{ token: [] }];

const all = { security, tags: ['lists'] };
const reference = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });

/** The calls that start, read, compare and remove lists. */
export function listPaths(common: CommonResponses) {
  const responses = responsesOf(common);
  return {
    '/api/v2/lists': {
      post: {
        ...all,
        operationId: 'startList',
        summary: 'Start a list',
        description: 'Starts to look up a list in the background; with dryRun, only estimates how long it would take.',
        requestBody: body(toJsonSchema(ListWish, 'input')),
        responses: responses('The started list, or the estimate.', reference('StartedList'), [
          ...(['invalid-input', 'rate-limited', 'store-failed'] as const),
        ]),
      },
      get: {
        ...all,
        operationId: 'lists',
        summary: 'List your lists',
        description: 'All lists of the caller, without their results.',
        responses: responses('The lists.', reference('OwnLists'), ['rate-limited', 'store-failed']),
      },
    },
    ...oneListPaths(common),
  };
}

/** The calls about one list. */
function oneListPaths(common: CommonResponses) {
  const responses = responsesOf(common);
  const state = responses('The list with its results so far.', reference('ListState'), [
    ...(['invalid-input', 'not-found', 'rate-limited', 'store-failed'] as const),
  ]);
  const files = { 'application/x-ndjson': { schema: { type: 'string' } }, 'text/csv': { schema: { type: 'string' } } };
  return {
    '/api/v2/lists/{id}': {
      get: {
        ...all,
        operationId: 'readList',
        summary: 'Read a list',
        description: 'The results of a list so far: a summary as JSON, a table as CSV, or complete results as NDJSON.',
        parameters: [id, format],
        responses: {
          ...state,
          200: { ...state[200], content: { ...state[200].content, ...files } },
        },
      },
      delete: {
        ...all,
        operationId: 'removeList',
        summary: 'Remove a list',
        description: 'Removes a list with its results; a running list is stopped.',
        parameters: [id],
        responses: responses('The list is removed.', toJsonSchema(Changed, 'output'), [
          ...(['not-found', 'rate-limited', 'store-failed'] as const),
        ]),
      },
    },
    '/api/v2/lists/{id}/stop': {
      post: {
        ...all,
        operationId: 'stopList',
        summary: 'Stop a list',
        description:
          'Stops a running list and keeps what it has found; changed is 0 if the list had ended already. To remove a list, use DELETE.',
        parameters: [id],
        responses: responses('The list has ended.', toJsonSchema(Changed, 'output'), [
          ...(['not-found', 'rate-limited', 'store-failed'] as const),
        ]),
      },
    },
    '/api/v2/lists/{id}/answer': {
      get: {
        ...all,
        operationId: 'listAnswer',
        summary: 'Read one answer of a list',
        description: 'The whole answer of one lookup of a list, as it was measured. Nothing is measured again.',
        parameters: [id, ...lookup],
        responses: responses('The answer.', reference('KeptListAnswer'), [
          ...(['invalid-input', 'not-found', 'rate-limited', 'store-failed'] as const),
        ]),
      },
    },
    '/api/v2/lists/{id}/changes': {
      get: {
        ...all,
        operationId: 'listChanges',
        summary: 'Compare two lists',
        description:
          'What has changed since an earlier list, by target and tool. Values that only one of two answers has measured are not compared.',
        parameters: [id, since],
        responses: responses('The changes.', reference('ListChanges'), [
          ...(['invalid-input', 'not-found', 'rate-limited', 'timeout', 'store-failed'] as const),
        ]),
      },
    },
  };
}
