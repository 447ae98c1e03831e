import * as z from 'zod/mini';
import { described } from './described.ts';
import { defineCall } from './tool.ts';

const text = z.nullable(z.string());

export const DataSetState = z.object({
  id: described(z.string(), 'The id, as in `sonde update ID`.', 'ct-logs'),
  name: described(z.string(), 'What it is, in a word or two.', 'Certificate logs'),
  publisher: described(z.string(), 'Who publishes it.', 'Google (Chrome’s list)'),
  source: described(z.string(), 'Where its publisher publishes it.', 'https://www.gstatic.com/ct/log_list/v3/'),
  licence: described(z.string(), 'The licence or legal basis.', 'CC BY 4.0'),
  date: described(
    text,
    'When the publisher made the copy in use, ISO 8601; null without a copy.',
    '2026-10-05T13:39:47.000Z',
  ),
  ageDays: described(z.nullable(z.int()), 'The age of this copy in days; null without a copy.', 12),
  origin: described(
    z.nullable(z.enum(['bundled', 'updated', 'operator'])),
    'bundled: part of the product; updated: renewed in the data folder; operator: files of the operator; null without a copy.',
    'updated',
  ),
  state: described(
    z.enum(['fresh', 'old', 'expired', 'missing', 'unknown']),
    'fresh; old: to be renewed; expired: no longer used for verdicts; missing: there is no copy; unknown: the copy has no date.',
    'fresh',
  ),
  expiresAt: described(text, 'When this copy expires, ISO 8601; null if it never does.', '2026-12-14T13:39:47.000Z'),
  triedAt: described(text, 'The last attempt to renew it, ISO 8601; null if there was none.', null),
  error: described(text, 'Why the last attempt changed nothing; null if it succeeded, or if there was none.', null),
  nextUpdateAt: described(
    text,
    'When it is due to be renewed, ISO 8601; null if the server does not renew it.',
    '2026-11-25T03:12:00.000Z',
  ),
});
export type DataSetState = z.infer<typeof DataSetState>;

/** The data sets of a server. Not a tool, since it measures nothing. */
export const dataSets = defineCall({
  path: '/api/v2/datasets',
  title: 'Data sets',
  summary: 'The data on this server, its age, and when it is renewed',
  data: z.object({ datasets: described(z.array(DataSetState), 'One entry per data set.') }),
  cost: 0.25,
});
