import { Changed } from '@sonde/contract/account';
import {
  Channel,
  ChannelProof,
  ChannelWish,
  Delivery,
  MadeChannel,
  OwnChannels,
  TestedChannel,
  WatchFeed,
} from '@sonde/contract/watch/channel';
import { type JsonSchema, toJsonSchema } from '@sonde/service';
import { body, type CommonResponses, responsesOf } from './openapi-parts.ts';

const schemas = { Channel, MadeChannel, OwnChannels, TestedChannel, WatchFeed, Delivery } as const;

export function channelSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toJsonSchema(schema, 'output')]));
}

const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the channel.',
  schema: { type: 'string' },
  example: '1b5d0f7e-6c1b-4a57-8a2e-9f3c2a527b0e',
};

/** A channel belongs to a member, also with a token of this member. */
const all = { security: [{ token: [] }, { signedIn: [] }], tags: ['channels'] };
const reference = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });
const failures = ['invalid-input', 'not-found', 'rate-limited', 'store-failed'] as const;

/** The calls for channels and the feed. */
export function channelPaths(common: CommonResponses) {
  const responses = responsesOf(common);
  return {
    '/api/v2/channels': {
      get: {
        ...all,
        operationId: 'channels',
        summary: 'List your channels',
        description: 'The channels of the caller with their states, and the addresses of the feed.',
        responses: responses('The channels.', reference('OwnChannels'), ['rate-limited', 'store-failed']),
      },
      post: {
        ...all,
        operationId: 'makeChannel',
        summary: 'Add a channel',
        description:
          'Adds a channel and sends a code to it. For an address whose code has not been entered, a new code is sent. What a webhook then receives is a Delivery, signed in the header field Sonde-Signature: t=<unix seconds>,v1=<hexadecimal HMAC-SHA256 of the seconds, a dot and the body, with the secret as key>.',
        requestBody: body(toJsonSchema(ChannelWish, 'input')),
        responses: responses('The channel.', reference('MadeChannel'), [
          ...(['invalid-input', 'refused-target', 'rate-limited', 'store-failed'] as const),
        ]),
      },
    },
    ...oneChannelPaths(common),
    '/api/v2/channels/feed': {
      post: {
        ...all,
        operationId: 'renewFeed',
        summary: 'Make or renew the feed',
        description: 'Gives the feed of the caller a new secret address; the one before ends.',
        responses: responses('The addresses.', reference('WatchFeed'), ['rate-limited', 'store-failed']),
      },
      delete: {
        ...all,
        operationId: 'removeFeed',
        summary: 'End the feed',
        description: 'Ends the feed of the caller.',
        responses: responses('The feed has ended.', toJsonSchema(Changed, 'output'), ['rate-limited', 'store-failed']),
      },
    },
  };
}

/** The calls about one channel. */
function oneChannelPaths(common: CommonResponses) {
  const responses = responsesOf(common);
  return {
    '/api/v2/channels/{id}': {
      delete: {
        ...all,
        operationId: 'removeChannel',
        summary: 'Remove a channel',
        description: 'Removes a channel; nothing more is sent to it.',
        parameters: [id],
        responses: responses('The channel is removed.', toJsonSchema(Changed, 'output'), failures),
      },
    },
    '/api/v2/channels/{id}/prove': {
      post: {
        ...all,
        operationId: 'proveChannel',
        summary: 'Enter the code of a channel',
        description: 'Proves that the caller reads what is sent to the channel. A code counts for an hour.',
        parameters: [id],
        requestBody: body(toJsonSchema(ChannelProof, 'input')),
        responses: responses('The channel works.', reference('Channel'), failures),
      },
    },
    '/api/v2/channels/{id}/test': {
      post: {
        ...all,
        operationId: 'testChannel',
        summary: 'Test a channel',
        description: 'Sends a test. If it arrives at a channel that was failing, everything that waits is sent.',
        parameters: [id],
        responses: responses('What became of the test.', reference('TestedChannel'), failures),
      },
    },
  };
}
