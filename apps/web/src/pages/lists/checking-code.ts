import { Found } from './found.tsx';
import { lookUp, lookUpFrom, pauseAfter, readText } from './list-lookup.ts';
import { ListTable } from './list-table.tsx';
import { runList } from './run-list.ts';

/** What reads, looks up and shows a list, in a chunk of its own. */
export const checkingCode = { readText, lookUp, lookUpFrom, pauseAfter, runList, Found, ListTable };

export type CheckingCode = typeof checkingCode;
