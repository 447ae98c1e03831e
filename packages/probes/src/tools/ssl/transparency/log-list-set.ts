import type { DataSlot } from '../../../data/data.ts';
import type { Disk } from '../../../data-sets/set-file.ts';
import { type StoredSet, storedSet } from '../../../data-sets/stored-set.ts';
import { knownLogs } from './known-logs.ts';
import { CURRENT_DAYS, type LogList, readLogList } from './log-list.ts';
import { compileLogList } from './log-list-file.ts';
import { logListKey } from './log-list-key.ts';

/** Fewer logs or operators cannot satisfy the policies of browsers: such a list is incomplete. */
const LEAST = { logs: 6, operators: 3 };
/** Logs come and go with the years that they cover, but not half of them at once. */
const LEAST_SHARE = 0.5;

/** Chrome's list of logs; tests sign with a key of their own. */
export function createLogListSet(key = logListKey, disk?: Disk): DataSlot<StoredSet<LogList>> {
  return storedSet<LogList>(
    {
      facts: {
        id: 'ct-logs',
        name: 'Certificate logs',
        publisher: 'Google (Chrome’s list)',
        source: 'https://www.gstatic.com/ct/log_list/v3/',
        licence: 'facts, published for use by programs that verify timestamps',
        oldAfterDays: 30,
        expiredAfterDays: CURRENT_DAYS,
        everyDays: 1,
      },
      files: ['log_list.json', 'log_list.sig'],
      filesOf: (source) => [source, source.replace(/\.json(?=$|\?)/, '.sig')],
      maxBytes: 4 * 1024 * 1024,
      accept: '*/*',
      bundled: {
        date: new Date(knownLogs.date).toISOString(),
        text: JSON.stringify({ source: knownLogs.source, table: knownLogs.table }),
      },
      compile: ([file = Buffer.alloc(0), signature = Buffer.alloc(0)]) => compileLogList(file, signature, key),
      parse({ date, text }) {
        const { source, table } = JSON.parse(text) as { readonly source: string; readonly table: string };
        return readLogList({ source, date: new Date(date), table });
      },
      whyImplausible(before, after) {
        const [had, has] = [usable(before), usable(after)];
        if (has.logs >= LEAST.logs && has.operators >= LEAST.operators && has.logs >= LEAST_SHARE * had.logs)
          return null;
        return `It has ${has.logs} usable logs of ${has.operators} operators, where the copy at hand has ${had.logs} of ${had.operators}.`;
      },
      summary: (list) => `${list.logs.size} logs`,
    },
    disk,
  );
}

export const logListSet = createLogListSet();

function usable({ logs }: LogList): typeof LEAST {
  const active = [...logs.values()].filter(({ retiredAt }) => retiredAt === null);
  return { logs: active.length, operators: new Set(active.map(({ operator }) => operator)).size };
}
