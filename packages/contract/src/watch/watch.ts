// watch/: targets that are measured again and again, what has changed, and where that is told.
import * as z from 'zod/mini';
import { described } from '../described.ts';
import { ChangedPlaces, WatchedValue } from './changed-places.ts';

/* The calls under `/api/v2/watches`, shared by the server and the pages. */

/** The most watches of one person. */
export const MAX_WATCHES = 1_000;
export const MAX_WATCH_NAME = 100;
/** The longest interval, in seconds: 30 days. */
export const MAX_EVERY_SECONDS = 2_592_000;
/** The most patterns of paths whose changes are not told, and the most channels of one watch. */
export const MAX_QUIET = 50;
export const MAX_WATCH_CHANNELS = 10;
/** The most changes and observations in the answer about one watch. */
export const MAX_SHOWN_CHANGES = 200;
export const MAX_SHOWN_OBSERVATIONS = 200;

/**
 * `watching`: measured at its interval; `paused`: by its owner; `cannot-measure`: at least three measurements in a row have failed.
 */
export const watchStates = ['watching', 'paused', 'cannot-measure'] as const;
export type WatchState = (typeof watchStates)[number];

/** `suspected`: measured once, and being asked again; `withdrawn`: it was not there when asked again. */
export const changeStates = ['suspected', 'confirmed', 'withdrawn'] as const;
export type ChangeState = (typeof changeStates)[number];

/**
 * `changed`: a fact; `renewed`: a certificate or registration that now ends later; `ends`: something ends soon;
 * `cannot-measure` and `back`: the measurements have failed, and work again; `unexpected`: a certificate that nobody here ordered.
 */
export const changeKinds = ['changed', 'renewed', 'ends', 'cannot-measure', 'back', 'unexpected'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** How much a change matters to its owner. */
export const changeWeights = ['high', 'normal', 'low'] as const;
export type ChangeWeight = (typeof changeWeights)[number];

export type { WatchedValue } from './changed-places.ts';

const query = described(
  z.record(z.string(), z.string()),
  'The parameters of the tool’s call, as a client would send them.',
  { domain: 'example.com' },
);
const everySeconds = described(z.number(), 'How often it is measured, in seconds.', 900);
const quiet = described(z.array(z.string()), 'Paths of facts whose changes are not told; * stands for any text.', [
  'records/TXT',
  'addresses/*',
]);
const channels = described(z.array(z.string()), 'The ids of the channels by which changes are told.', []);
const from = described(
  z.array(z.string()),
  'The ids of the places that measure it, self for the server, at most 5; empty for the server alone.',
  ['fra', 'self'],
);
const name = described(z.string(), 'A name chosen by the owner; may be empty.', 'our shop');

/** The body of `POST /api/v2/watches`. */
export const WatchWish = z.object({
  tool: described(
    z.string(),
    'The id of the tool; report for all tools that take part in a report; certificates for those in the logs that nobody here has ordered.',
    'dns',
  ),
  query,
  from: z.optional(from),
  everySeconds: z.optional(everySeconds),
  quiet: z.optional(quiet),
  channels: z.optional(channels),
  name: z.optional(name),
});
export type WatchWish = z.infer<typeof WatchWish>;

/** The body of `PATCH /api/v2/watches/<id>`; what is absent stays as it is. */
export const WatchEdit = z.object({
  query: z.optional(
    described(
      z.record(z.string(), z.string()),
      'Of a watch of certificates: the same domain, with what is expected from now on. What was told is not told again.',
      { domain: 'example.com', issuers: 'letsencrypt.org' },
    ),
  ),
  from: z.optional(
    described(
      z.array(z.string()),
      'The ids of the places that measure it from now on, self for the server, at most 5. What was known of a removed one is forgotten, but not its changes; a new one begins unmeasured, which is no change.',
      ['fra', 'self'],
    ),
  ),
  everySeconds: z.optional(everySeconds),
  quiet: z.optional(quiet),
  channels: z.optional(channels),
  name: z.optional(name),
  paused: z.optional(described(z.boolean(), 'Whether it is measured no longer, until false is sent.', true)),
});
export type WatchEdit = z.infer<typeof WatchEdit>;

/** Something watched that ends at a known time. */
export const WatchedEnd = z.object({
  about: described(z.string(), 'What it is, and whose it is.', 'shop.example.com'),
  kind: described(z.enum(['certificate', 'registration']), 'What ends.', 'certificate'),
  begins: described(
    z.nullable(z.string()),
    'Since when it is valid, ISO 8601; null if that is not known.',
    '2026-09-01T00:00:00.000Z',
  ),
  ends: described(z.string(), 'When it ends, ISO 8601.', '2026-12-01T00:00:00.000Z'),
  state: described(
    z.enum(['good', 'warn', 'bad']),
    'Of a certificate: warn under a third of its life, bad under a sixth, and under 24 hours; of a registration: warn under 30 days, bad under 7.',
    'warn',
  ),
});
export type WatchedEnd = z.infer<typeof WatchedEnd>;

/** One change, as it is stored and told. */
export const WatchChange = z.object({
  id: described(
    z.string(),
    'The id of the change, the same wherever it is told.',
    '9f3c2a52-7b0e-4a57-8a2e-6c1b5d0f7e11',
  ),
  kind: described(
    z.enum(changeKinds),
    'changed: a fact; renewed: a certificate or registration ends later; ends: something ends soon; cannot-measure and back: measurements fail, and work again; unexpected: a certificate that nobody here ordered.',
    'changed',
  ),
  at: described(z.string(), 'When it was first measured, ISO 8601 in UTC.', '2026-11-22T04:06:00.000Z'),
  path: described(
    z.string(),
    'The path of the fact; in a watch of a report it begins with the tool that has found it.',
    'records/MX',
  ),
  label: described(z.string(), 'What has changed, in words.', 'MX records'),
  before: described(z.nullable(WatchedValue), 'The value before; null for none.', ['example.com 10 mx1.example.com.']),
  after: described(z.nullable(WatchedValue), 'The value after; null for none.', ['example.com 10 mx2.example.com.']),
  text: described(z.string(), 'The change in words. Quotes texts of others.', 'New: 10 mx2.example.com.'),
  weight: described(z.enum(changeWeights), 'How much it matters.', 'high'),
  state: described(
    z.enum(changeStates),
    'suspected: measured, and being asked again; confirmed: told; withdrawn: it was not there when asked again.',
    'confirmed',
  ),
  confirmedAt: described(
    z.nullable(z.string()),
    'When it was confirmed, ISO 8601 in UTC; null if it is not.',
    '2026-11-22T04:07:02.000Z',
  ),
  places: described(
    z.nullable(ChangedPlaces),
    'Where it has changed, if several places measure it; null otherwise.',
    null,
  ),
});
export type WatchChange = z.infer<typeof WatchChange>;

/** A time during which everything that is watched stayed the same. */
export const Observation = z.object({
  from: described(z.string(), 'When it was first so, ISO 8601 in UTC.', '2026-11-22T04:06:00.000Z'),
  until: described(z.string(), 'When it was last measured so, ISO 8601 in UTC.', '2026-11-23T04:06:00.000Z'),
  factsSha256: described(
    z.nullable(z.string()),
    'SHA-256 of the facts as canonical JSON (RFC 8785); null while nothing could be measured.',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  snapshot: described(
    z.nullable(z.string()),
    'The id of the kept result, for /api/v2/snapshots/<id>; null if there is none.',
    '7k2mq4zt5v3n6xw2y4a5b6c7d8',
  ),
  failure: described(z.nullable(z.string()), 'The code of the failure; null for an answer.', null),
});
export type Observation = z.infer<typeof Observation>;

const entry = {
  id: described(z.string(), 'The id of the watch, used in calls.', '2b5d0f7e-6c1b-4a57-8a2e-9f3c2a527b0e'),
  tool: described(
    z.string(),
    'The id of the tool; report for the tools of a report; certificates for those in the logs.',
    'dns',
  ),
  target: described(z.string(), 'The target, in canonical form.', 'example.com'),
  name,
  query,
  from,
  everySeconds,
  quiet,
  channels,
  madeAt: described(z.string(), 'When it was made, ISO 8601 in UTC.', '2026-11-22T04:06:00.000Z'),
  checkedAt: described(
    z.nullable(z.string()),
    'When it was last measured, ISO 8601 in UTC; null before that.',
    '2026-11-22T05:06:00.000Z',
  ),
  nextAt: described(
    z.nullable(z.string()),
    'When it is measured next, ISO 8601 in UTC; null while it is paused.',
    '2026-11-22T05:21:00.000Z',
  ),
  state: described(
    z.enum(watchStates),
    'watching; paused by its owner; cannot-measure: three measurements or more in a row have failed.',
    'watching',
  ),
  failure: described(
    z.nullable(z.string()),
    'The code of the last failure; null if the last measurement had an answer.',
    null,
  ),
  ends: described(z.array(WatchedEnd), 'What ends at a known time, the next first.'),
  lastChange: described(z.nullable(WatchChange), 'The newest confirmed change; null if there was none.'),
};

/** A watch without its history. */
export const WatchEntry = z.object(entry);
export type WatchEntry = z.infer<typeof WatchEntry>;

/** The answer of `GET /api/v2/watches`. */
export const OwnWatches = z.object({
  watches: described(z.array(WatchEntry), 'The watches of the caller, newest first.'),
  floorSeconds: described(z.number(), 'The shortest interval on this server, in seconds.', 900),
  tools: described(
    z.array(z.string()),
    'The ids of the tools that can be watched on this server, report, and certificates if it has a search that can be asked for what is new.',
    ['dns', 'ssl'],
  ),
});
export type OwnWatches = z.infer<typeof OwnWatches>;

/** The answer of `GET /api/v2/watches/<id>`. */
export const Watch = z.object({
  ...entry,
  facts: described(
    z.record(z.string(), WatchedValue),
    'The state that is watched, by path, which begins with the place if there are several. Of a set that turns, all members of the last 20 measurements.',
    { 'records/MX': ['example.com 10 mx1.example.com.'] },
  ),
  changes: described(z.array(WatchChange), 'The changes, newest first; at most 200.'),
  observations: described(z.array(Observation), 'The times between changes, newest first; at most 200.'),
});
export type Watch = z.infer<typeof Watch>;

/** The answer of `GET /api/v2/watches/<id>/at?time=`. */
export const WatchAt = z.object({
  from: Observation.shape.from,
  until: Observation.shape.until,
  factsSha256: Observation.shape.factsSha256,
  snapshot: Observation.shape.snapshot,
  facts: Watch.shape.facts,
});
export type WatchAt = z.infer<typeof WatchAt>;

/** The answer of `GET /api/v2/watches/changes?since=`. */
export const WatchChanges = z.object({
  changes: described(
    z.array(
      z.object({
        watch: described(
          z.object({ id: entry.id, tool: entry.tool, target: entry.target, name }),
          'The watch that found it.',
        ),
        change: described(WatchChange, 'What has changed.'),
      }),
    ),
    'Confirmed changes of all watches of the caller, the oldest first; at most 200.',
  ),
  next: described(
    z.nullable(z.string()),
    'The `since` of the next call; null if there is none yet.',
    '2026-11-22T04:07:02.000Z_9f3c2a52-7b0e-4a57-8a2e-6c1b5d0f7e11',
  ),
});
export type WatchChanges = z.infer<typeof WatchChanges>;
