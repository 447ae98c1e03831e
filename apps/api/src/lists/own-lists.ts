import { randomUUID } from 'node:crypto';
import { ToolError } from '@sonde/contract';
import type {
  KeptListAnswer,
  ListChanges,
  ListEntry,
  ListState,
  OwnLists as ListsAnswer,
  StartedList,
} from '@sonde/contract/lists/list-calls';
import { estimateList, type ListItem } from '@sonde/contract/lists/list-items';
import { countCodes, listedLookup } from '@sonde/contract/lists/list-outcome';
import { counted } from '@sonde/contract/text/counted';
import type { Service } from '@sonde/service';
import type { Background } from '../jobs/background.ts';
import type { Charge } from '../limits/charge.ts';
import { type BackgroundPlaces, refuseUnknownPlaces } from '../places/background-places.ts';
import { compareLists } from './compare-lists.ts';
import type { LookupKey, OpenItem } from './list-lookups.ts';
import type { ListRunner } from './list-runner.ts';
import type { ListStore } from './list-store.ts';
import { turnOfList } from './list-turns.ts';
import { itemsOf, type NewList } from './new-list.ts';

/** Comparing costs one unit per this many lookups; even the longest list stays affordable. */
const LOOKUPS_PER_UNIT = 1_000;
const COMPARED_PER_UNIT = 200;
const MAX_COST = 20;

export interface NewListOptions {
  /** The network of the request; null if it is not known. */
  readonly network: string | null;
  /** Whether the list may contain lookups that burden their targets. */
  readonly mayBurden: boolean;
  readonly charge: Charge;
}

export interface OwnListCalls {
  /** @throws ToolError `invalid-input`; `forbidden`; `rate-limited` while another list of the owner runs. */
  start(owner: string, asked: NewList, options: NewListOptions): Promise<StartedList>;
  all(owner: string): Promise<ListsAnswer>;
  /** @throws ToolError `not-found`, also for a list of another owner. The methods below do the same. */
  find(owner: string, id: string, charge: Charge): Promise<ListEntry>;
  state(owner: string, id: string, charge: Charge): Promise<ListState>;
  /** The kept answer of one lookup; `not-found` also if there is none. */
  answer(owner: string, id: string, lookup: LookupKey): Promise<KeptListAnswer>;
  changes(
    owner: string,
    lists: { readonly id: string; readonly since: string },
    call: ChangesCall,
  ): Promise<ListChanges>;
  /** Stops a running list; what it has found is kept. Returns 0 if it had ended already. */
  stop(owner: string, id: string): Promise<number>;
  remove(owner: string, id: string): Promise<number>;
}

interface ChangesCall {
  readonly charge: Charge;
  readonly signal: AbortSignal;
}

export interface OwnListParts {
  readonly service: Service;
  readonly store: ListStore;
  readonly background: Pick<Background, 'ready' | 'send' | 'wake'>;
  readonly runner: Pick<ListRunner, 'look' | 'stopList'>;
  /** Null if places are turned off. */
  readonly places: BackgroundPlaces | null;
}

/** The actions of owners on their lists, for HTTP and MCP. Every function throws ToolError `store-failed`. */
export function createOwnLists({ service, store, background, runner, places }: OwnListParts): OwnListCalls {
  async function known(owner: string, id: string): Promise<ListEntry> {
    const found = await store.find(owner, id);
    if (found === null) throw noList();
    return found;
  }
  const lists: OwnListCalls = {
    async start(owner, asked, { mayBurden, network, charge }) {
      const { items, from, skipped } = itemsOf(asked, service.tools);
      if (!mayBurden) checkBurden(items);
      // The call itself has paid for the first one.
      if (from.length > 1) await charge(from.length - 1, `A list from ${counted(from.length, 'place')}`);
      await refuseUnknownPlaces(places, from);
      const estimate = estimateList(items, service.meanDurationMs, from.length);
      if (asked.dryRun) return { id: null, estimate, skipped: [...skipped] };
      const id = randomUUID();
      const open = openItemsOf(items, from);
      await background.ready();
      const list = { id, name: asked.name, tools: [...new Set(asked.tools)], from: [...from], estimate };
      const data = turnOfList({ owner, network }, 0);
      await store.add({ owner, network }, list, open, (within) => background.send('list', { key: id, data, within }));
      background.wake();
      runner.look();
      return { id, estimate, skipped: [...skipped] };
    },
    all: async (owner) => ({ lists: await store.all(owner), tools: service.tools.map(({ id }) => id) }),
    async find(owner, id, charge) {
      const list = await known(owner, id);
      await charge(costOf(list.done, LOOKUPS_PER_UNIT));
      return list;
    },
    async state(owner, id, charge) {
      const list = await lists.find(owner, id, charge);
      const items = await store.found(id);
      return { ...list, done: items.length, total: list.estimate.lookups, summary: [...countCodes(items)], items };
    },
    async answer(owner, id, lookup) {
      await known(owner, id);
      const kept = await store.outcome(id, lookup);
      if (kept === null || kept.outcome === null) throw new ToolError('not-found', 'No answer of this lookup is kept.');
      const { measuredAt } = listedLookup(kept);
      const { target, tool, place, outcome } = kept;
      return { target, tool, ...(place === undefined ? {} : { place }), measuredAt, outcome: { ...outcome } };
    },
    async changes(owner, { id, since }, { charge, signal }) {
      const [later] = [await known(owner, id), await known(owner, since)];
      await charge(costOf(later.done, COMPARED_PER_UNIT));
      return compareLists(store, { id, since }, signal);
    },
    async stop(owner, id) {
      await known(owner, id);
      const stopped = await store.stop(owner, id);
      runner.stopList(id);
      return stopped;
    },
    async remove(owner, id) {
      const removed = await store.remove(owner, id);
      if (removed === 0) throw noList();
      runner.stopList(id);
      return removed;
    },
  };
  return lists;
}

/** One lookup for each place, those of the same question next to each other. */
function openItemsOf(items: readonly ListItem[], from: readonly string[]): readonly OpenItem[] {
  const places = from.length === 0 ? [null] : from;
  return items
    .flatMap(({ target: { target }, tool }) => places.map((place) => ({ target, tool: tool.id, place })))
    .map((lookup, position) => ({ ...lookup, position }));
}

const noList = () => new ToolError('not-found', 'There is no such list.');

const costOf = (lookups: number, perUnit: number): number => Math.min(MAX_COST, lookups / perUnit);

function checkBurden(items: readonly ListItem[]): void {
  const heavy = items.find(({ tool, question }) => tool.burdens?.(tool.query.parse(question)) ?? false);
  if (heavy !== undefined)
    throw new ToolError('forbidden', `This token lacks the scope for lists with ${heavy.tool.id}.`);
}
