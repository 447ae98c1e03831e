import { AccountExport, Changed, HistoryPage, SavedTargets } from '@sonde/contract/account';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type AccountCall, askAccount } from '../../ask.ts';
import { AskError } from '../../ask-error.ts';
import { forgetUser } from '../../auth/auth.ts';
import { queryClient } from '../../query-client.ts';

const KEY = 'account';
/** It is ours and near: what fails now fails in three seconds as well, and it may have changed in another tab. */
const rules = { retry: false, staleTime: 0, refetchOnMount: true } as const;

export interface HistoryFilter {
  readonly search: string;
  readonly tool: string;
}

/** A page of the history after the other. */
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

export const readExport = () => whileSignedIn(askAccount('/export', AccountExport));

/** Changes what is kept, and shows it as it is then. */
export async function change(path: string, call: AccountCall): Promise<void> {
  await whileSignedIn(askAccount(path, Changed, call));
  await queryClient.invalidateQueries({ queryKey: [KEY] });
}

export function forgetKept(): void {
  queryClient.removeQueries({ queryKey: [KEY] });
}

async function whileSignedIn<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AskError && error.failure?.code === 'not-signed-in') forgetUser();
    throw error;
  }
}

/** What went wrong, in the server's words. */
export function textOf(error: unknown): string {
  if (error instanceof AskError && error.serverMessage) return error.serverMessage;
  return 'The server does not answer. Please check the connection and try again.';
}
