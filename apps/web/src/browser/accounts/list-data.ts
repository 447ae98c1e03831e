import { Changed } from '@sonde/contract/account';
import { ListChanges, ListState, type ListWish, OwnLists, StartedList } from '@sonde/contract/lists/list-calls';
import { useQuery } from '@tanstack/react-query';
import { askApi, askBlob } from '../api/ask.ts';
import { queryClient } from '../api/query-client.ts';
import { changing, KEY, rules, whileSignedIn } from './account-data.ts';

const PATH = '/api/v2/lists';
const LOOK_AGAIN_MS = 3_000;
/** Results of a list can be several megabytes, so they are polled slowly. */
const READ_AGAIN_MS = 15_000;

/** The lists of the account, polled every few seconds while one runs. */
export function useLists() {
  return useQuery(
    {
      queryKey: [KEY, 'lists'],
      queryFn: ({ signal }) => whileSignedIn(askApi(PATH, OwnLists, { signal })),
      ...rules,
      refetchInterval: ({ state }) =>
        state.data?.lists.some(({ endedAt }) => endedAt === null) ? LOOK_AGAIN_MS : false,
    },
    queryClient,
  );
}

/** The results of one list, polled while `isRunning`. */
export function useListState(id: string, isRunning: boolean) {
  return useQuery(
    {
      queryKey: [KEY, 'lists', id, isRunning],
      queryFn: ({ signal }) => whileSignedIn(askApi(`${PATH}/${id}`, ListState, { signal })),
      ...rules,
      refetchInterval: isRunning ? READ_AGAIN_MS : false,
    },
    queryClient,
  );
}

/** The changes since an earlier list. */
export function useListChanges(id: string, since: string) {
  return useQuery(
    {
      queryKey: [KEY, 'lists', id, 'since', since],
      queryFn: ({ signal }) => whileSignedIn(askApi(`${PATH}/${id}/changes?since=${since}`, ListChanges, { signal })),
      ...rules,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
}

const post = (body: ListWish) => askApi(PATH, StartedList, { method: 'POST', body });

/** Estimates how long a list would take; starts nothing. */
export const estimate = (wish: ListWish): Promise<StartedList> => whileSignedIn(post({ ...wish, dryRun: true }));

export const startList = (wish: ListWish): Promise<StartedList> => changing(() => post(wish));

/** What the list has found is kept. */
export const stopList = (id: string): Promise<Changed> =>
  changing(() => askApi(`${PATH}/${id}/stop`, Changed, { method: 'POST', body: {} }));

export const removeList = (id: string): Promise<Changed> =>
  changing(() => askApi(`${PATH}/${id}`, Changed, { method: 'DELETE' }));

export const readList = (id: string): Promise<ListState> => whileSignedIn(askApi(`${PATH}/${id}`, ListState));

/** Every answer of a list, one per line. */
export const readAnswers = (id: string): Promise<Blob> => whileSignedIn(askBlob(`${PATH}/${id}?format=ndjson`));
