import { AccountExport, Changed, HistoryPage, SavedTargets } from '@sonde/contract/account';
import { SnapshotList } from '@sonde/contract/snapshots/snapshot';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type AccountCall, askAccount } from '../api/ask.ts';
import { AskError } from '../api/ask-error.ts';
import { queryClient } from '../api/query-client.ts';
import { forgetUser } from './auth.ts';

export const KEY = 'account';
/** The server is ours and near, so a retry after seconds would not help. The data may have changed in another tab. */
export const rules = { retry: false, staleTime: 0, refetchOnMount: true } as const;

export interface HistoryFilter {
  readonly search: string;
  readonly tool: string;
}

/** The history, page by page. */
export function useHistory(filter: HistoryFilter) {
  return useInfiniteQuery(
    {
      queryKey: [KEY, 'history', filter],
      queryFn: ({ pageParam, signal }) => {
        const query = new URLSearchParams({ ...filter, ...(pageParam === null ? {} : { before: pageParam }) });
        return whileSignedIn(askAccount(`/history?${query}`, HistoryPage, { signal }));
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
      ...rules,
    },
    queryClient,
  );
}

export function useTargets() {
  return useQuery(
    {
      queryKey: [KEY, 'targets'],
      queryFn: ({ signal }) => whileSignedIn(askAccount('/targets', SavedTargets, { signal })),
      ...rules,
    },
    queryClient,
  );
}

/** The results that the account keeps. */
export function useSnapshots() {
  return useQuery(
    {
      queryKey: [KEY, 'snapshots'],
      queryFn: ({ signal }) => whileSignedIn(askAccount('/snapshots', SnapshotList, { signal })),
      ...rules,
    },
    queryClient,
  );
}

export const readExport = () => whileSignedIn(askAccount('/export', AccountExport));

/** Changes the account's data and reloads what is shown of it. */
export const change = (path: string, call: AccountCall): Promise<Changed> =>
  changing(() => askAccount(path, Changed, call));

/** Like `change`, with any call. Reloads even if there was nothing to change, because then the page is out of date. */
export async function changing<Data>(call: () => Promise<Data>): Promise<Data> {
  try {
    const answer = await whileSignedIn(call());
    await reload();
    return answer;
  } catch (error) {
    if (error instanceof AskError && error.failure?.code === 'not-found') await reload();
    throw error;
  }
}

const reload = () => queryClient.invalidateQueries({ queryKey: [KEY] });

export function clearAccountData(): void {
  queryClient.removeQueries({ queryKey: [KEY] });
}

/** Awaits a call; signs out in this browser if the server says that nobody is signed in. */
export async function whileSignedIn<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AskError && error.failure?.code === 'not-signed-in') forgetUser();
    throw error;
  }
}
