import { type FailureCode, failures } from '@sonde/contract';
import type { FailureFacts } from '@sonde/service';

type Responses = Readonly<Record<string, unknown>>;

/** Response parts common to all calls. */
export interface CommonResponses {
  failureResponses(failures: readonly FailureFacts[]): Responses;
  readonly requestResponses: Responses;
  readonly headers: Responses;
}

/**
 * The responses of a call that is not a lookup: its answer, the failures with these codes, and the failures that any
 * request may have.
 */
export const responsesOf =
  ({ failureResponses, requestResponses, headers }: CommonResponses) =>
  (description: string, data: object, codes: readonly FailureCode[]) => ({
    200: { description, headers, content: { 'application/json': { schema: envelope(data) } } },
    ...failureResponses(codes.map((code) => ({ code, ...failures[code], reasons: [] }))),
    ...requestResponses,
  });

export const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });

function envelope(data: object) {
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean', const: true, description: 'True for an answer.' },
      message: { type: 'string', description: 'OK.', examples: ['OK'] },
      _data: data,
    },
    required: ['success', 'message', '_data'],
  };
}
