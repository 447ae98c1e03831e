import * as z from 'zod/mini';
import { described } from '../described.ts';
import { findingStates } from '../finding/finding.ts';
import { SnapshotOutcome } from '../snapshots/snapshot.ts';

/* The calls under `/api/v2/lists`, shared by the server and the page. */

/** The largest body, in bytes, of the call that starts a list. A file of a thousand lines takes a tenth of it. */
export const MAX_LIST_BYTES = 512 * 1024;
export const MAX_LIST_NAME = 100;
/** How long lists are kept, in days, and how many of each owner: the newest ones. */
export const LIST_DAYS = 30;
export const MAX_LISTS = 20;

const targets = described(
  z.union([z.array(z.string()), z.string()]),
  'The targets, at most 1,000: a list, the text of a file with one target per line, or a table whose first cell with a target counts in each row. A host may have a port, such as mail.example.com:465, for tools that take one.',
  ['example.com', '192.0.2.1'],
);

/** The body of `POST /api/v2/lists`. */
export const ListWish = z.object({
  targets,
  tools: described(
    z.array(z.string()),
    'The ids of the tools; each looks up the targets of the kinds that it accepts.',
    ['dns', 'ssl'],
  ),
  from: z.optional(
    described(
      z.array(z.string()),
      'The ids of the places that look it up, self for the server itself, at most 64; each target counts once for each place. Default: the server alone.',
      ['self', 'fra'],
    ),
  ),
  name: described(z.optional(z.string()), 'A name for the list; default: empty.', 'our domains'),
  dryRun: described(z.optional(z.boolean()), 'True: only return the estimate, without starting the list.', false),
});
export type ListWish = z.infer<typeof ListWish>;

export const ListEstimate = z.object({
  lookups: described(z.number(), 'Number of lookups in the list, over all of its places.', 1236),
  seconds: described(z.number(), 'Estimated duration in seconds.', 1020),
  because: described(
    z.nullable(z.string()),
    'What takes longest, in one sentence; null for a list without lookups.',
    'whois sends each registry one query a second.',
  ),
});
/** What keeps a list waiting longest: the slots of a tool, or a registry or server that is queried by one lookup at a time. */
export type ListEstimate = z.infer<typeof ListEstimate>;

/** The answer of `POST /api/v2/lists`. */
export const StartedList = z.object({
  id: described(
    z.nullable(z.string()),
    'The id of the list, used in further calls; null with dryRun.',
    '9f3c2a52-7b0e-4a57-8a2e-6c1b5d0f7e11',
  ),
  estimate: described(ListEstimate, 'The estimated duration.'),
  skipped: described(z.array(z.string()), 'Targets that none of the tools accepts: they are not looked up.', []),
});
export type StartedList = z.infer<typeof StartedList>;

const entry = {
  id: described(z.string(), 'The id of the list, used in calls.', '9f3c2a52-7b0e-4a57-8a2e-6c1b5d0f7e11'),
  name: described(z.string(), 'The name chosen by the owner; may be empty.', 'our domains'),
  tools: described(z.array(z.string()), 'The ids of the tools.', ['dns', 'ssl']),
  from: described(
    z.array(z.string()),
    'The ids of the places that look it up, self for the server; empty for the server alone.',
    [],
  ),
  estimate: described(ListEstimate, 'The duration that was estimated at the start.'),
  madeAt: described(z.string(), 'When the list was started, ISO 8601 in UTC.', '2026-11-22T04:06:00.000Z'),
  endedAt: described(
    z.nullable(z.string()),
    'When the last lookup ended, or the list was stopped, ISO 8601 in UTC; null while the list is running.',
    '2026-11-22T04:23:00.000Z',
  ),
  done: described(z.number(), 'Number of lookups that have ended; of a stopped list, less than all.', 1236),
};

/** A list without its results. */
export const ListEntry = z.object(entry);
export type ListEntry = z.infer<typeof ListEntry>;

/** The answer of `GET /api/v2/lists`. */
export const OwnLists = z.object({
  lists: described(z.array(ListEntry), 'The lists of the caller, newest first.'),
  tools: described(z.array(z.string()), 'The ids of the tools that lists may use on this server.', ['dns', 'ssl']),
});
export type OwnLists = z.infer<typeof OwnLists>;

const codeStates = [...findingStates, 'failed'] as const;
const code = {
  code: described(
    z.string(),
    'The code of the finding, or of the failure; of a place that gave no answer: offline, busy, needs-update or late.',
    'spf-too-many-lookups',
  ),
  state: described(z.enum(codeStates), 'The severity; failed if the lookup has no answer.', 'bad'),
};

/** One code of a finding or failure, counted over a whole list. */
export const CodeCount = z.object({
  tool: described(z.string(), 'The id of the tool.', 'mail'),
  ...code,
  targets: described(z.number(), 'Number of targets with this code.', 41),
});
export type CodeCount = z.infer<typeof CodeCount>;

/** The place of a lookup, only in lists that several places look up. */
const place = z.optional(
  described(z.string(), 'The id of the place whose answer it is; absent in a list of the server alone.', 'self'),
);

/** One lookup of a list that has ended. */
export const ListedLookup = z.object({
  target: described(z.string(), 'The target, in canonical form.', 'example.com'),
  tool: described(z.string(), 'The id of the tool.', 'mail'),
  place,
  codes: described(z.array(z.object(code)), 'The findings, most severe first, or the failure.'),
  gaps: described(
    z.array(z.string()),
    'The names of the parts of the answer that could not be measured; of a place that gave none, why.',
    ['mta-sts'],
  ),
  failure: described(
    z.nullable(z.string()),
    'The reason of the failure, or its code if no reason is known; null for an answer.',
    'nxdomain',
  ),
  measuredAt: described(
    z.nullable(z.string()),
    'When the measurement ended, ISO 8601 in UTC; null if nothing was measured.',
    '2026-11-22T04:05:00.000Z',
  ),
  expiresAt: z.optional(
    described(
      z.nullable(z.string()),
      'When the certificate (ssl) or the registration (whois) of the target expires, ISO 8601 in UTC, or the day alone; null if that was not measured, absent for what does not expire and in lists made before this field.',
      '2027-02-17T20:22:06.000Z',
    ),
  ),
});
export type ListedLookup = z.infer<typeof ListedLookup>;

/** The answer of `GET /api/v2/lists/<id>/answer`. */
export const KeptListAnswer = z.object({
  target: described(z.string(), 'The target, in canonical form.', 'example.com'),
  tool: described(z.string(), 'The id of the tool.', 'ssl'),
  place,
  measuredAt: described(
    z.nullable(z.string()),
    'When the measurement ended, ISO 8601 in UTC; null if nothing was measured.',
    '2026-11-22T04:05:00.000Z',
  ),
  outcome: described(SnapshotOutcome, 'The envelope as it was kept: the whole answer, or the failure.'),
});
export type KeptListAnswer = z.infer<typeof KeptListAnswer>;

/** The answer of `GET /api/v2/lists/<id>`. */
export const ListState = z.object({
  ...entry,
  total: described(z.number(), 'Number of lookups in the list.', 1236),
  summary: described(
    z.array(CodeCount),
    'How often each code occurs: most severe first, and among equally severe codes the most frequent first.',
  ),
  items: described(z.array(ListedLookup), 'The lookups that have ended, in the order of the list.'),
});
export type ListState = z.infer<typeof ListState>;

/** The changes for one target. */
export const LookupChanges = z.object({
  target: described(z.string(), 'The target, in canonical form.', 'example.com'),
  tool: described(z.string(), 'The id of the tool.', 'dns'),
  place,
  changes: described(
    z.array(
      z.object({
        kind: described(z.enum(['new', 'gone', 'changed']), 'new or gone if one of the two has no value.', 'changed'),
        label: described(z.string(), 'What has changed.', 'MX records'),
        text: described(z.string(), 'How it was, and how it is. Quotes texts of others.', 'New: 10 mx2.example.com.'),
      }),
    ),
    'The changes, in the order of the tool’s facts.',
  ),
});
export type LookupChanges = z.infer<typeof LookupChanges>;

/** The answer of `GET /api/v2/lists/<id>/changes`. */
export const ListChanges = z.object({
  id: described(z.string(), 'The id of the later list.', '9f3c2a52-7b0e-4a57-8a2e-6c1b5d0f7e11'),
  since: described(z.string(), 'The id of the earlier list.', '2b5d0f7e-6c1b-4a57-8a2e-9f3c2a527b0e'),
  compared: described(z.number(), 'Number of lookups that are in both lists and could be compared.', 1200),
  changed: described(z.number(), 'Number of compared lookups with changes.', 3),
  notCompared: described(z.number(), 'Number of lookups that are in both lists, but could not be compared.', 0),
  onlyHere: described(z.number(), 'Number of lookups that are only in the later list.', 36),
  onlyBefore: described(z.number(), 'Number of lookups that are only in the earlier list.', 0),
  lookups: described(
    z.array(LookupChanges),
    'The lookups with changes, in the order of the later list; limited in total size.',
  ),
});
export type ListChanges = z.infer<typeof ListChanges>;
