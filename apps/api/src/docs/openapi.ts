import { dataSets, Evidence, FailureEnvelope, failureEnvelope, failures, myIp, ToolError } from '@sonde/contract';
import { explanations } from '@sonde/contract/answers/explanations';
import { type CallFacts, type FailureFacts, type JsonSchema, type ToolFacts, toJsonSchema } from '@sonde/service';
import type { Deprecation } from '../http/deprecations.ts';
import { type RequestFailureStatus, requestFailureCode, requestFailures } from '../http/request-failure.ts';
import { apiConventions } from './api-conventions.ts';
import { channelPaths, channelSchemas } from './openapi-channels.ts';
import { marked } from './openapi-deprecated.ts';
import { listPaths, listSchemas } from './openapi-lists.ts';
import { placePaths, placeSchemas } from './openapi-places.ts';
import { snapshotPaths, snapshotSchemas } from './openapi-snapshots.ts';
import { timingHeader, timingHeaderReference } from './openapi-timing.ts';
import { tokenPaths, tokenSchemas } from './openapi-tokens.ts';
import { watchPaths, watchSchemas } from './openapi-watches.ts';

export interface ApiDescription {
  readonly brand: string;
  readonly publicUrl: string | null;
  readonly tools: readonly ToolFacts[];
  readonly deprecations: readonly Deprecation[];
}

/** The OpenAPI 3.1 document of the whole API. `x-findings` contains the explanation of every finding code. */
export function openApi({ brand, publicUrl, tools, deprecations }: ApiDescription): Readonly<Record<string, unknown>> {
  const common = { failureResponses, requestResponses, headers: rateHeaderReferences };
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand} API`,
      version: '2',
      summary: 'Network and domain lookups that are measured for each call.',
      description: apiConventions.join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    tags: [...tools.map(({ id, title, summary }) => ({ name: id, description: `${title}: ${summary}` })), ...ownTags],
    paths: marked(deprecations, {
      ...Object.fromEntries(tools.flatMap(pathsOf)),
      [myIp.path]: { get: ownOperation('myIp', myIp) },
      [dataSets.path]: { get: ownOperation('datasets', dataSets) },
      ...snapshotPaths(common),
      ...listPaths(common),
      ...channelPaths(common),
      ...watchPaths(common),
      ...placePaths(common),
      ...tokenPaths(common),
    }),
    components: {
      schemas: {
        Failure: toJsonSchema(FailureEnvelope, 'output'),
        Evidence: toJsonSchema(Evidence, 'output'),
        ...Object.fromEntries(tools.map(({ id, answer }) => [`${id}Answer`, answer])),
        ...Object.fromEntries(
          tools.flatMap(({ calls }) => calls.map(({ id, answer }) => [`${id}Answer`, answer] as const)),
        ),
        myIpAnswer: toJsonSchema(myIp.answer, 'output'),
        datasetsAnswer: toJsonSchema(dataSets.answer, 'output'),
        ...snapshotSchemas(),
        ...listSchemas(),
        ...channelSchemas(),
        ...watchSchemas(),
        ...placeSchemas(),
        ...tokenSchemas(),
        ...Object.fromEntries(
          tools.flatMap(({ id, progress }) => (progress === null ? [] : [[`${id}Progress`, progress]])),
        ),
      },
      headers: { ...rateHeaders, ...timingHeader },
      securitySchemes: { token: tokenScheme, signedIn: signedInScheme },
    },
    security: [{}, { token: [] }],
    'x-findings': explanations,
  };
}

/** The path of a tool, and its further paths with the same answer. */
function pathsOf(tool: ToolFacts): [string, object][] {
  const post = tool.calls.find(({ method }) => method === 'POST');
  const alike = tool.alsoAt.map((path): [string, object] => [path, { get: operation(tool, path) }]);
  return [[tool.path, { get: operation(tool), ...(post && { post: listOperation(tool, post) }) }], ...alike];
}

/** Operation ids must be unique: at a further path they include the path. */
const operationId = ({ id }: ToolFacts, path: string | null) =>
  path === null ? id : `${id}At${path.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

function operation(tool: ToolFacts, alsoAt: string | null = null) {
  const further = tool.calls.filter(({ method }) => method === 'GET');
  const described = further.map(({ chosenBy, summary }) => `With \`${chosenBy}\`: ${summary}.`);
  return {
    operationId: operationId(tool, alsoAt),
    tags: [tool.id],
    summary: tool.title,
    description: [
      tool.summary,
      ...(alsoAt === null ? [] : [`The same call as ${tool.path} at another path`]),
      ...described,
    ].join('. '),
    parameters: parameters(tool),
    responses: { 200: answerResponse(tool), ...failureResponses(tool.failures), ...requestResponses },
  };
}

/** The body of a request with a list. */
function listOperation(tool: ToolFacts, { id, title, summary, input, example }: CallFacts) {
  return {
    operationId: id,
    tags: [tool.id],
    summary: title,
    description: summary,
    requestBody: { required: true, content: { 'application/json': { schema: input, example } } },
    responses: {
      200: {
        description: `The answer of ${title}.`,
        headers: rateHeaderReferences,
        content: { 'application/json': { schema: answerSchema(id) } },
      },
      ...failureResponses(tool.failures),
      ...requestResponses,
    },
  };
}

/** If another parameter selects another call, no parameter is required: the descriptions say which ones belong together. */
function parameters({ query, calls }: ToolFacts) {
  const further = calls.filter(({ method }) => method === 'GET');
  const required = new Set(further.length > 0 ? [] : (query.required ?? []));
  const fields = { ...query.properties, ...Object.assign({}, ...further.map(({ input }) => input.properties)) };
  return Object.entries(fields).map(([name, field]) => {
    const { description, examples: [example] = [], ...schema } = field as JsonSchema;
    return { name, in: 'query', required: required.has(name), description, ...asSent(schema, example) };
  });
}

/** In a query everything is text; clients made from the document should take booleans and numbers all the same. */
function asSent(schema: JsonSchema, example: unknown) {
  const isToggle = Array.isArray(schema.enum) && schema.enum.includes('true') && schema.enum.includes('false');
  if (isToggle) {
    const { enum: _texts, default: standard, ...rest } = schema;
    const hasDefault = standard !== undefined;
    return {
      schema: { ...rest, type: 'boolean', ...(hasDefault ? { default: isOn(standard) } : {}) },
      example: isOn(example),
    };
  }
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return { schema, example: isNumber && example !== undefined ? Number(example) : example };
}

const isOn = (value: unknown) => value === true || value === 'true' || value === '1';

/** Answers and failures have it in the same place. */
const evidenceSchema = { $ref: '#/components/schemas/Evidence', description: 'Only with `evidence=true`.' };

function answerSchema(id: string) {
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean', const: true, description: 'True for an answer.' },
      message: { type: 'string', description: 'OK.', examples: ['OK'] },
      _data: { $ref: `#/components/schemas/${id}Answer` },
      _evidence: evidenceSchema,
    },
    required: ['success', 'message', '_data'],
  };
}

function answerResponse({ id, title, progress, partEvent, calls }: ToolFacts) {
  const further = calls.filter(({ method }) => method === 'GET').map((call) => answerSchema(call.id));
  const schema = further.length === 0 ? answerSchema(id) : { anyOf: [answerSchema(id), ...further] };
  return {
    description: `The answer of ${title}.`,
    headers: { ...rateHeaderReferences, ...timingHeaderReference },
    content: {
      'application/json': { schema },
      'text/event-stream': { schema: eventStream(id, progress === null ? null : partEvent) },
    },
  };
}

/** OpenAPI 3.1 cannot describe stream events: the schema is a string, and its description lists the events. */
function eventStream(id: string, partEvent: string | null) {
  const parts = partEvent
    ? `Any number of "${partEvent}" events, whose data is a #/components/schemas/${id}Progress, then exactly`
    : 'Exactly';
  return {
    type: 'string',
    description: `${parts} one "result" event with the envelope of the plain call, or one "failure" event with the envelope of a failure.`,
  };
}

/** Header fields sent if clients are limited. */
const rateHeaders = {
  'RateLimit-Policy': {
    description: 'The allowance in cost units (q) and its window in seconds (w): "api";q=60;w=60.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'Cost units left (r), and seconds until the whole allowance is available again (t): "api";r=58;t=2.',
    schema: { type: 'string' },
  },
};

const rateHeaderReferences = Object.fromEntries(
  Object.keys(rateHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

/** One response per status, which several failures may share. */
function failureResponses(failures: readonly FailureFacts[]) {
  const byStatus = new Map<number, FailureFacts[]>();
  for (const failure of failures) byStatus.set(failure.status, [...(byStatus.get(failure.status) ?? []), failure]);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, failureResponse(group)]));
}

function failureResponse(group: readonly FailureFacts[]) {
  const codes = group.map(({ code }) => code);
  const mayRetry = codes.includes('rate-limited') || codes.includes('busy');
  return {
    description: group.map(({ code, meaning }) => `${code}: ${meaning}`).join(' '),
    headers: {
      ...rateHeaderReferences,
      ...(mayRetry ? { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } : {}),
    },
    content: {
      'application/json': {
        schema: { allOf: [failureSchema, { type: 'object', properties: { code: { enum: codes } } }] },
        examples: Object.fromEntries(group.map((failure) => [failure.code, { value: failureExample(failure) }])),
      },
    },
  };
}

function failureExample({ code, meaning, reasons: [reason] }: FailureFacts): FailureEnvelope {
  return failureEnvelope(new ToolError(code, meaning, reason === undefined ? {} : { reason }));
}

const failureSchema: JsonSchema = { $ref: '#/components/schemas/Failure' };
const requestFailure = (status: RequestFailureStatus, meaning: string = requestFailures[status].message) => {
  const code = requestFailureCode(status);
  return {
    description: `${code}: ${meaning}`,
    content: {
      'application/json': { schema: failureSchema, example: failureEnvelope(new ToolError(code, meaning)) },
    },
  };
};

const tokenScheme = {
  type: 'http',
  scheme: 'bearer',
  description: 'A token, which begins with sonde_. It is optional: calls with a token have a separate allowance.',
};

/** The security scheme of account calls; the page handles how the owner is identified. */
const signedInScheme = {
  type: 'apiKey',
  in: 'cookie',
  name: 'sonde.session',
  description:
    'The session cookie of a signed-in member. If accounts are at a hosted provider, its ID token is used instead.',
};

const ownTags = [
  { name: 'lists', description: 'Lists: many targets that are looked up in the background' },
  { name: 'channels', description: 'Channels: where the changes that watches find are told' },
  { name: 'watches', description: 'Watches: targets that are measured again and again, and what has changed' },
  { name: 'places', description: 'Places: the same lookup from elsewhere, if the operator has turned it on' },
  { name: 'tokens', description: 'Tokens: credentials of programs that call the API on behalf of a member' },
];

/** Failures of the request itself, before it reaches a tool. */
const requestResponses = {
  ...failureResponses([
    { code: 'not-signed-in', ...failures['not-signed-in'], reasons: ['wrong-token'] },
    { code: 'internal', ...failures.internal, reasons: [] },
  ]),
  403: requestFailure(403, failures.forbidden.meaning),
  ...Object.fromEntries(([405, 408, 413, 414, 417, 431] as const).map((status) => [status, requestFailure(status)])),
};

/** A call without a target, which can only be refused. */
/** A call that measures nothing. */
const ownOperation = (
  operationId: string,
  { title, summary }: { readonly title: string; readonly summary: string },
) => ({
  operationId,
  summary: title,
  description: summary,
  responses: {
    200: {
      description: `${summary}.`,
      headers: rateHeaderReferences,
      content: { 'application/json': { schema: answerSchema(operationId) } },
    },
    ...failureResponses([{ code: 'rate-limited', ...failures['rate-limited'], reasons: [] }]),
    400: requestFailure(400),
    ...requestResponses,
  },
});
