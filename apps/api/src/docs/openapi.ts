import { FailureEnvelope, failureEnvelope, ToolError } from '@sonde/contract';
import { type FailureFacts, type JsonSchema, type ToolFacts, toJsonSchema } from './tool-facts.ts';

export interface ApiDescription {
  readonly brand: string;
  readonly publicUrl: string | null;
  readonly tools: readonly ToolFacts[];
}

/** The OpenAPI 3.1 document of the whole API. */
export function openApi({ brand, publicUrl, tools }: ApiDescription): Readonly<Record<string, unknown>> {
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand} API`,
      version: '2',
      summary: 'Network and domain lookups that are measured for each call.',
      description: 'Every answer, failures included, is an envelope of success, message and _data.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    tags: tools.map(({ id, title, summary }) => ({ name: id, description: `${title}: ${summary}` })),
    paths: Object.fromEntries(tools.map((tool) => [tool.path, { get: operation(tool) }])),
    components: {
      schemas: {
        Failure: toJsonSchema(FailureEnvelope, 'output'),
        ...Object.fromEntries(tools.map(({ id, answer }) => [`${id}Answer`, answer])),
      },
    },
  };
}

function operation(tool: ToolFacts) {
  return {
    operationId: tool.id,
    tags: [tool.id],
    summary: tool.title,
    description: tool.summary,
    parameters: parameters(tool),
    responses: { 200: answerResponse(tool), ...failureResponses(tool.failures), ...requestResponses },
  };
}

function parameters({ query, example }: ToolFacts) {
  const required = new Set(query.required ?? []);
  return Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
    ...(name in example ? { example: example[name] } : {}),
  }));
}

function answerResponse({ id, title }: ToolFacts) {
  const schema = {
    type: 'object',
    properties: {
      success: { type: 'boolean', const: true },
      message: { type: 'string' },
      _data: { $ref: `#/components/schemas/${id}Answer` },
    },
    required: ['success', 'message', '_data'],
  };
  return { description: `The answer of ${title}.`, content: { 'application/json': { schema } } };
}

/** One response per status: several failures may share one. */
function failureResponses(failures: readonly FailureFacts[]) {
  const byStatus = new Map<number, FailureFacts[]>();
  for (const failure of failures) byStatus.set(failure.status, [...(byStatus.get(failure.status) ?? []), failure]);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, failureResponse(group)]));
}

function failureResponse(group: readonly FailureFacts[]) {
  const codes = group.map(({ code }) => code);
  const mayRetry = codes.includes('rate-limited') || codes.includes('busy');
  return {
    description: group.map(({ code, means }) => `${code}: ${means}`).join(' '),
    ...(mayRetry ? { headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } } } : {}),
    content: {
      'application/json': {
        schema: { allOf: [failureSchema, { type: 'object', properties: { code: { enum: codes } } }] },
        examples: Object.fromEntries(group.map((failure) => [failure.code, { value: failureExample(failure) }])),
      },
    },
  };
}

function failureExample({ code, means, reasons: [reason] }: FailureFacts): FailureEnvelope {
  return failureEnvelope(new ToolError(code, means, reason === undefined ? {} : { reason }));
}

const failureSchema: JsonSchema = { $ref: '#/components/schemas/Failure' };
const requestFailure = (description: string) => ({
  description,
  content: { 'application/json': { schema: failureSchema } },
});

/** What is wrong with the request itself, before a tool has seen it. */
const requestResponses = {
  405: requestFailure('Only GET and HEAD are answered.'),
  408: requestFailure('The request did not arrive in time.'),
  413: requestFailure('The body of the request is too large.'),
  414: requestFailure('The address of the request is too long.'),
  431: requestFailure('The header fields of the request are too large.'),
};
