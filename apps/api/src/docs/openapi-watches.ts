import { Changed } from '@sonde/contract/account';
import { OwnWatches, Watch, WatchAt, WatchChanges, WatchEdit, WatchWish } from '@sonde/contract/watch/watch';
import { type JsonSchema, toJsonSchema } from '@sonde/service';
import { body, type CommonResponses, responsesOf } from './openapi-parts.ts';

const schemas = { Watch, OwnWatches, WatchAt, WatchChanges } as const;

export function watchSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toJsonSchema(schema, 'output')]));
}

const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the watch.',
  schema: { type: 'string' },
  example: '2b5d0f7e-6c1b-4a57-8a2e-9f3c2a527b0e',
};
const time = {
  name: 'time',
  in: 'query',
  required: true,
  description: 'The time whose state is wanted, ISO 8601.',
  schema: { type: 'string' },
  example: '2026-11-22T04:06:00Z',
};
const since = {
  name: 'since',
  in: 'query',
  required: false,
  description: 'The `next` of an earlier call; default: from the first change.',
  schema: { type: 'string' },
  example: '2026-11-22T04:07:02.000Z_9f3c2a52-7b0e-4a57-8a2e-6c1b5d0f7e11',
};

/** Watches belong to accounts: a configured token has none. */
const all = { security: [{ token: [] }, { signedIn: [] }], tags: ['watches'] };
const reference = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });

/** The calls that make, read, change and remove watches. */
export function watchPaths(common: CommonResponses) {
  const responses = responsesOf(common);
  return {
    '/api/v2/watches': {
      post: {
        ...all,
        operationId: 'makeWatch',
        summary: 'Watch a target',
        description: 'Has a target measured again and again, and tells what has changed.',
        requestBody: body(toJsonSchema(WatchWish, 'input')),
        responses: responses('The watch, before its first measurement.', reference('Watch'), [
          ...(['invalid-input', 'refused-target', 'rate-limited', 'store-failed'] as const),
        ]),
      },
      get: {
        ...all,
        operationId: 'watches',
        summary: 'List your watches',
        description: 'All watches of the caller, without their history.',
        responses: responses('The watches.', reference('OwnWatches'), ['rate-limited', 'store-failed']),
      },
    },
    '/api/v2/watches/changes': {
      get: {
        ...all,
        operationId: 'watchChanges',
        summary: 'Read what has changed',
        description: 'Confirmed changes of all watches of the caller, the oldest first.',
        parameters: [since],
        responses: responses('The changes.', reference('WatchChanges'), [
          ...(['invalid-input', 'rate-limited', 'store-failed'] as const),
        ]),
      },
    },
    ...oneWatchPaths(common),
  };
}

/** The calls about one watch. */
function oneWatchPaths(common: CommonResponses) {
  const responses = responsesOf(common);
  const codes = ['invalid-input', 'not-found', 'rate-limited', 'store-failed'] as const;
  return {
    '/api/v2/watches/{id}': {
      get: {
        ...all,
        operationId: 'readWatch',
        summary: 'Read a watch',
        description: 'The state that is watched, its changes, and since when everything is as it is.',
        parameters: [id],
        responses: responses('The watch.', reference('Watch'), ['not-found', 'rate-limited', 'store-failed']),
      },
      patch: {
        ...all,
        operationId: 'editWatch',
        summary: 'Change a watch',
        description:
          'Changes its interval, name, channels or quiet paths, what is expected of certificates, or pauses it.',
        parameters: [id],
        requestBody: body(toJsonSchema(WatchEdit, 'input')),
        responses: responses('The changed watch.', reference('Watch'), codes),
      },
      delete: {
        ...all,
        operationId: 'removeWatch',
        summary: 'Remove a watch',
        description: 'Removes a watch with its history.',
        parameters: [id],
        responses: responses('The watch is removed.', toJsonSchema(Changed, 'output'), [
          ...(['not-found', 'rate-limited', 'store-failed'] as const),
        ]),
      },
    },
    '/api/v2/watches/{id}/check': {
      post: {
        ...all,
        operationId: 'checkWatch',
        summary: 'Measure now',
        description: 'Has it measured soon, before its time. It costs what the lookup costs.',
        parameters: [id],
        responses: responses('The watch as it was before.', reference('Watch'), codes),
      },
    },
    '/api/v2/watches/{id}/at': {
      get: {
        ...all,
        operationId: 'watchAt',
        summary: 'Read the state at a time',
        description: 'The state that was watched at a time in the past, and the kept result.',
        parameters: [id, time],
        responses: responses('The state at that time.', reference('WatchAt'), codes),
      },
    },
  };
}
