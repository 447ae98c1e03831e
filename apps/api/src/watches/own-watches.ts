import { ToolError } from '@sonde/contract';
import { certificates } from '@sonde/contract/watch/certificates/watched-certificates';
import type { OwnWatches, Watch, WatchAt, WatchChanges } from '@sonde/contract/watch/watch';
import type { Service } from '@sonde/service';
import type { Channels } from '../channels/channels.ts';
import { type BackgroundPlaces, refuseUnknownPlaces } from '../places/background-places.ts';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';
import { readWatchedFrom } from './from-places.ts';
import {
  certificateDomain,
  checkInterval,
  type EditedWatch,
  floorOf,
  type NewWatch,
  watchable,
  watchRowOf,
} from './new-watch.ts';
import type { OwnersJob } from './watch-runner.ts';
import type { SendWithin, WatchStore } from './watch-store.ts';

export interface OwnWatchParts {
  readonly service: Service;
  readonly store: Store;
  readonly watches: WatchStore;
  readonly channels: Pick<Channels, 'check'>;
  readonly floorSeconds: number;
  /** Null if places are turned off. */
  readonly places: BackgroundPlaces | null;
  /** Opens the jobs, which must not happen within a transaction. */
  ready(): Promise<void>;
  /** Sends the job that measures a watch. */
  send(job: OwnersJob, within?: Database): Promise<void>;
}

/** The actions of owners on their watches, for HTTP and MCP. Every function throws ToolError `store-failed`. */
export interface OwnWatchCalls {
  /** @throws ToolError `invalid-input`, `refused-target`, `forbidden`. */
  add(owner: string, wish: NewWatch, mayBurden: boolean): Promise<Watch>;
  all(owner: string): Promise<OwnWatches>;
  /** @throws ToolError `not-found`, also for a watch of another owner. The methods below do the same. */
  find(owner: string, id: string): Promise<Watch>;
  /** @throws ToolError `invalid-input` */
  edit(owner: string, id: string, edits: EditedWatch): Promise<Watch>;
  remove(owner: string, id: string): Promise<number>;
  /** Has it measured soon. */
  check(owner: string, id: string): Promise<Watch>;
  /** The state at a time. @throws ToolError `invalid-input` */
  at(owner: string, id: string, time: string): Promise<WatchAt>;
  /** What was confirmed after a cursor. @throws ToolError `invalid-input` */
  changes(owner: string, since: string | null): Promise<WatchChanges>;
}

export function createOwnWatches(parts: OwnWatchParts): OwnWatchCalls {
  const { service, store, watches, channels, floorSeconds, places, ready, send } = parts;
  const sendFor =
    (owner: string) =>
    (key: string): SendWithin =>
    (transaction, runAt) =>
      send({ key, owner, runAt }, transaction);
  async function known(owner: string, id: string): Promise<Watch> {
    // A database refuses some characters, and asking it for anything else is of no use.
    const found = ID.test(id) ? await watches.find(owner, id) : null;
    if (found === null) throw noWatch();
    return found;
  }
  return {
    async add(owner, wish, mayBurden) {
      await ready();
      const made = watchRowOf(service, wish, { floorSeconds, mayBurden });
      await refuseUnknownPlaces(places, made.from);
      if (made.channels.length > 0) await channels.check(owner, made.channels);
      return known(owner, await watches.add(owner, made, sendFor(owner)));
    },
    all: async (owner) => ({
      watches: await watches.all(owner),
      floorSeconds,
      tools: watchable(service),
    }),
    find: known,
    async edit(owner, id, edits) {
      const { tool, target, query } = await known(owner, id);
      if (edits.everySeconds !== undefined) checkInterval(edits.everySeconds, floorOf(tool, floorSeconds));
      if (edits.query !== undefined) checkQuery(service, { tool, target }, edits.query);
      const { from: wished, ...others } = edits;
      const from = wished === undefined ? undefined : readWatchedFrom(service, { tool, query, from: wished });
      if (from !== undefined) await refuseUnknownPlaces(places, from);
      await ready();
      if (edits.channels !== undefined && edits.channels.length > 0) await channels.check(owner, edits.channels);
      if (!(await watches.edit(owner, id, { ...others, from }, sendFor(owner)(id)))) throw noWatch();
      return known(owner, id);
    },
    async remove(owner, id) {
      await known(owner, id);
      const removed = await watches.remove(owner, id);
      if (removed === 0) throw noWatch();
      return removed;
    },
    async check(owner, id) {
      const watch = await known(owner, id);
      if (watch.state === 'paused')
        throw new ToolError('invalid-input', 'This watch is paused: continue it first.', { field: 'paused' });
      await send({ key: id, owner, runAt: new Date(await store.use(async () => store.now())) });
      return watch;
    },
    async at(owner, id, time) {
      const atMs = Date.parse(time);
      if (Number.isNaN(atMs))
        throw new ToolError('invalid-input', 'time is a date and time such as 2026-11-22T04:06:00Z.', {
          field: 'time',
        });
      await known(owner, id);
      const found = await watches.at(owner, id, new Date(atMs).toISOString());
      if (found === null) throw new ToolError('not-found', 'It was not measured yet at that time.');
      return found;
    },
    async changes(owner, since) {
      if (since !== null && !CURSOR.test(since))
        throw new ToolError('invalid-input', 'since is the cursor of an earlier answer.', { field: 'since' });
      return watches.changes(owner, since);
    },
  };
}

function checkQuery(
  service: Service,
  { tool, target }: Pick<Watch, 'tool' | 'target'>,
  query: Readonly<Record<string, string>>,
): void {
  const isSame = tool === certificates.id && certificateDomain(service, query) === target;
  if (isSame) return;
  const message = `Only what is expected of ${certificates.id} can be changed: for another target, make another watch.`;
  throw new ToolError('invalid-input', message, { field: 'query' });
}

const ID = /^[\da-f-]{36}$/;
/** As `next` has it: the time of a confirmation and the id of a change. */
const CURSOR = /^[\d:.TZ+-]{1,40}_[\da-f-]{36}$/;
const noWatch = () => new ToolError('not-found', 'There is no such watch.');
