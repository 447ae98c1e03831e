import * as z from 'zod/mini';
import { described } from '../described.ts';
import { Finding } from '../finding/finding.ts';
import { defineCall } from '../tool.ts';

export { SELF } from '../own-place.ts';

/** The most places that one call may ask. */
export const MAX_PLACES_ASKED = 64;
/** What a place's id looks like: the operator chooses it. */
export const PLACE_ID = /^[a-z][a-z0-9-]{1,29}$/;

export const placeStates = ['unconfirmed', 'online', 'offline', 'suspended', 'needs-update'] as const;
export const families = ['ipv4', 'ipv6'] as const;

export const Place = z.object({
  id: described(z.string(), 'The id of the place, as in `from`.', 'fra'),
  name: described(z.string(), 'The name that the operator gave it.', 'Frankfurt'),
  city: described(
    z.nullable(z.string()),
    'The city, as the operator states it; null if not stated.',
    'Frankfurt am Main',
  ),
  country: described(
    z.nullable(z.string()),
    'The country (ISO 3166-1 alpha-2), as the operator states it; null if not stated.',
    'DE',
  ),
  asn: described(z.nullable(z.int()), 'The AS number, as the operator states it; null if not stated.', 64496),
  latitude: described(
    z.nullable(z.number()),
    'Its latitude in decimal degrees, north positive, as the operator states it; null if not stated.',
    50.11,
  ),
  longitude: described(
    z.nullable(z.number()),
    'Its longitude in decimal degrees, east positive, as the operator states it; null if not stated.',
    8.68,
  ),
  families: described(
    z.array(z.enum(families)),
    'The address families for which its machine has an address beyond its own network; empty while it is offline.',
    ['ipv4'],
  ),
  tools: described(z.array(z.string()), 'The ids of the tools that can be asked there; empty while it is offline.', [
    'dns',
    'ping',
  ]),
  state: described(
    z.enum(placeStates),
    'unconfirmed: its key has not been confirmed; online; offline: not connected; suspended: its answers did not fit the contract; needs-update: none of its tools has the version of this server.',
    'online',
  ),
});
export type Place = z.infer<typeof Place>;

/** The places of a server. Not a tool, since it measures nothing. */
export const places = defineCall({
  path: '/api/v2/places',
  title: 'Places',
  summary: 'The places from which this server can measure',
  data: z.object({ places: described(z.array(Place), 'One entry per place; empty if the server has none.') }),
  cost: 0.25,
});

export const placeAnswerStates = [
  'answer',
  'failure',
  'offline',
  'busy',
  'needs-update',
  'not-from-here',
  'late',
] as const;

export const PlaceAnswer = z.object({
  place: described(z.string(), 'The id of the place; `self` is this server.', 'fra'),
  state: described(
    z.enum(placeAnswerStates),
    'answer; failure: the lookup failed there; offline: not connected, or not usable now; busy: no slot was free there; needs-update: its version of the tool differs; not-from-here: its machine has no address of the family of the target; late: it did not answer in time.',
    'answer',
  ),
  data: described(
    z.nullable(z.record(z.string(), z.unknown())),
    'The answer, as the tool’s own call gives it; null without one.',
    null,
  ),
  code: described(z.nullable(z.string()), 'The code of a failure; null without one.', null),
  reason: described(z.nullable(z.string()), 'The reason of a failure; null without one.', null),
  measuredMs: described(
    z.nullable(z.number()),
    'How many milliseconds the lookup took there; null if nothing was measured.',
    84,
  ),
});
export type PlaceAnswer = z.infer<typeof PlaceAnswer>;

export const PlaceGroup = z.object({
  places: described(z.array(z.string()), 'The ids of the places whose answers state the same facts.', ['fra', 'self']),
  facts: described(z.record(z.string(), z.unknown()), 'These facts, by path.', { 'records/A': ['192.0.2.1'] }),
});
export type PlaceGroup = z.infer<typeof PlaceGroup>;

/** The data of `GET /api/v2/places/{tool}`. */
export const PlacesAnswer = z.object({
  tool: described(z.string(), 'The id of the tool.', 'dns'),
  places: described(z.array(PlaceAnswer), 'One entry per place that was asked, in the order of `from`.'),
  groups: described(
    z.array(PlaceGroup),
    'The answers grouped by equal facts, the largest group first; facts that not all answers have are left out.',
    [],
  ),
  findings: described(z.array(Finding), 'What the comparison says; empty if all answers agree.', []),
});
export type PlacesAnswer = z.infer<typeof PlacesAnswer>;

/** A part of the stream: of one place's answer, or that place's answer itself. */
const PlacesProgress = z.object({
  place: described(z.string(), 'The id of the place.', 'fra'),
  answer: z.optional(PlaceAnswer),
});

/** The call that asks several places for an answer of the tool with this id. */
export const placesCall = (tool: string) =>
  ({ path: `${places.path}/${tool}`, answer: PlacesAnswer, progress: PlacesProgress }) as const;
