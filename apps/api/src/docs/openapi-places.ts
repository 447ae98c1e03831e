import { type AnyTool, tools } from '@sonde/contract';
import { isAskedElsewhere } from '@sonde/contract/places/asked-elsewhere';
import { Place, PlaceAnswer, PlaceGroup, PlacesAnswer, places } from '@sonde/contract/places/places';
import { type JsonSchema, toJsonSchema } from '@sonde/service';
import { type CommonResponses, responsesOf } from './openapi-parts.ts';

const schemas = { Place, PlaceAnswer, PlaceGroup, PlacesAnswer, Places: places.answer } as const;

export function placeSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toJsonSchema(schema, 'output')]));
}

const askedElsewhere = Object.values<AnyTool>(tools)
  .filter(isAskedElsewhere)
  .map(({ id }) => id);

const reference = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });
const all = { tags: ['places'] };

const from = {
  name: 'from',
  in: 'query',
  required: false,
  description:
    'The ids of up to 64 places, separated by commas; self is this server. An id that no place has is refused. Default: self.',
  schema: { type: 'string' },
  example: 'fra,self',
};

/** The calls that list places, and ask several. They exist if the operator has turned places on. */
export function placePaths(common: CommonResponses) {
  const responses = responsesOf(common);
  return {
    [places.path]: {
      get: {
        ...all,
        operationId: 'places',
        summary: places.title,
        description: places.summary,
        responses: responses('The places.', reference('Places'), ['rate-limited', 'store-failed']),
      },
    },
    [`${places.path}/{tool}`]: {
      get: {
        ...all,
        operationId: 'askPlaces',
        summary: 'Ask several places',
        description:
          'Makes the same lookup at several places, and groups the answers by equal facts. It takes the query of the tool beside from, and costs as much as a lookup at each place. As a stream, progress events have the place and either a part or its answer.',
        parameters: [
          {
            name: 'tool',
            in: 'path',
            required: true,
            description: 'The id of a tool.',
            schema: { type: 'string', enum: askedElsewhere },
            example: 'dns',
          },
          from,
        ],
        responses: responses('The answers.', reference('PlacesAnswer'), [
          'invalid-input',
          'rate-limited',
          'refused-target',
        ]),
      },
    },
  };
}
