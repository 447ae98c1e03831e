import { oneOf, type VariableTable } from '@sonde/probes';
import { days, seconds, toggle } from '../environment-formats.ts';

/** The environment variables about work in the background. */
export const workVariables = {
  SONDE_ROLE: {
    format: oneOf(['all', 'web', 'work'] as const, 'all, web or work'),
    default: 'all',
    meaning:
      '`web`: pages and API only; `work`: background jobs only, that is watches, deliveries and lists; with `DATABASE_URL`, any number of processes of each',
    example: 'all',
    contacts: false,
  },
  SONDE_WATCH: {
    format: toggle('on or off', ['on'], ['off']),
    default: 'on',
    meaning: 'whether members can have targets watched',
    example: 'off',
    contacts: false,
  },
  SONDE_WATCH_FLOOR: {
    format: seconds(10, 2_592_000),
    default: '900s',
    meaning: 'the shortest interval at which a member can have a target watched',
    example: '3600s',
    contacts: false,
  },
  SONDE_WATCH_CONFIRM: {
    format: seconds(1, 3_600),
    default: '60s',
    meaning: 'how long after a changed fact it is measured again before it counts',
    example: '120s',
    contacts: false,
  },
  SONDE_WATCH_DAYS: {
    format: days(1),
    default: '400',
    meaning:
      'for how many days the changes and former states of watches are kept; the present state of each is kept as long as the watch',
    example: '90',
    contacts: false,
  },
} satisfies VariableTable;
