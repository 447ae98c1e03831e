import { Changed } from '@sonde/contract/account';
import {
  Channel,
  type ChannelWish,
  MadeChannel,
  OwnChannels,
  TestedChannel,
  WatchFeed,
} from '@sonde/contract/watch/channel';
import {
  OwnWatches,
  Watch,
  WatchAt,
  type WatchEdit,
  type WatchEntry,
  type WatchWish,
} from '@sonde/contract/watch/watch';
import { useQuery } from '@tanstack/react-query';
import { askApi } from '../api/ask.ts';
import { queryClient } from '../api/query-client.ts';
import { changing, KEY, rules, whileSignedIn } from './account-data.ts';

const WATCHES = '/api/v2/watches';
const CHANNELS = '/api/v2/channels';
const LOOK_AGAIN_MS = 30_000;
/** A new watch is measured within seconds. */
const FIRST_LOOK_MS = 3_000;
const POST = 'POST';

function lookAgainMs(watches: readonly Pick<WatchEntry, 'checkedAt' | 'state'>[]): number {
  const isAnyNew = watches.some(({ checkedAt, state }) => checkedAt === null && state === 'watching');
  return isAnyNew ? FIRST_LOOK_MS : LOOK_AGAIN_MS;
}

/** The watches of the account. */
export function useWatches() {
  return useQuery(
    {
      queryKey: [KEY, 'watches'],
      queryFn: ({ signal }) => whileSignedIn(askApi(WATCHES, OwnWatches, { signal })),
      ...rules,
      refetchInterval: ({ state }) => lookAgainMs(state.data?.watches ?? []),
    },
    queryClient,
  );
}

/** One watch with its changes. */
export function useWatch(id: string) {
  return useQuery(
    {
      queryKey: [KEY, 'watches', id],
      queryFn: ({ signal }) => whileSignedIn(askApi(`${WATCHES}/${id}`, Watch, { signal })),
      ...rules,
      refetchInterval: ({ state }) => lookAgainMs(state.data === undefined ? [] : [state.data]),
    },
    queryClient,
  );
}

/** The state of a watch at a time; asked for once, since the past stays as it was. */
export function useWatchAt(id: string, time: string) {
  return useQuery(
    {
      queryKey: [KEY, 'watches', id, 'at', time],
      queryFn: ({ signal }) =>
        whileSignedIn(askApi(`${WATCHES}/${id}/at?time=${encodeURIComponent(time)}`, WatchAt, { signal })),
      ...rules,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
}

export const addWatch = (wish: WatchWish): Promise<Watch> =>
  changing(() => askApi(WATCHES, Watch, { method: POST, body: wish }));

export const editWatch = (id: string, edit: WatchEdit): Promise<Watch> =>
  changing(() => askApi(`${WATCHES}/${id}`, Watch, { method: 'PATCH', body: edit }));

export const checkWatch = (id: string): Promise<Watch> =>
  changing(() => askApi(`${WATCHES}/${id}/check`, Watch, { method: POST, body: {} }));

export const removeWatch = (id: string): Promise<Changed> =>
  changing(() => askApi(`${WATCHES}/${id}`, Changed, { method: 'DELETE' }));

/** The channels of the account. */
export function useChannels() {
  return useQuery(
    {
      queryKey: [KEY, 'channels'],
      queryFn: ({ signal }) => whileSignedIn(askApi(CHANNELS, OwnChannels, { signal })),
      ...rules,
    },
    queryClient,
  );
}

/** Adds a channel and has its code sent. */
export const addChannel = (wish: ChannelWish): Promise<MadeChannel> =>
  changing(() => askApi(CHANNELS, MadeChannel, { method: POST, body: wish }));

export const proveChannel = (id: string, code: string): Promise<Channel> =>
  changing(() => askApi(`${CHANNELS}/${id}/prove`, Channel, { method: POST, body: { code } }));

export const testChannel = (id: string): Promise<TestedChannel> =>
  changing(() => askApi(`${CHANNELS}/${id}/test`, TestedChannel, { method: POST, body: {} }));

export const removeChannel = (id: string): Promise<Changed> =>
  changing(() => askApi(`${CHANNELS}/${id}`, Changed, { method: 'DELETE' }));

/** Gives the feed a new secret address. */
export const renewFeed = (): Promise<WatchFeed> =>
  changing(() => askApi(`${CHANNELS}/feed`, WatchFeed, { method: POST, body: {} }));
