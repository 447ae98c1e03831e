import type { AnyTool } from '@sonde/contract';
import { readFrom, refuseBurden, unknownPlaces } from '@sonde/contract/places/asked-elsewhere';
import { type Place, type PlacesAnswer, places, SELF } from '@sonde/contract/places/places';
import { counted } from '@sonde/contract/text/counted';
import { rateLimited, type Service } from '@sonde/service';
import type { Hub } from '@sonde/service/places/hub';
import type { Parameters } from '@sonde/service/places/protocol';
import type { Charge } from '../limits/charge.ts';
import { type AskedEverywhere, askEverywhere, type EverywhereCaller } from './ask-everywhere.ts';
import { describePlaces } from './describe-places.ts';
import type { PlaceStore } from './place-store.ts';

/** Who pays for a call. */
interface Payer {
  readonly client: string;
  readonly charge: Charge;
}

/** A call that is paid, and has one of the slots of its client. */
export interface BegunCall {
  /** @throws the reason of the caller's signal. */
  run(caller: EverywhereCaller): Promise<PlacesAnswer>;
  /** Must be called once, however the call ended. */
  end(): void;
}

/** The calls that ask places, whoever offers them. */
export interface PlaceCalls {
  /** The places of this server, as they are now. Costs what the caller has charged. */
  list(): Promise<readonly Place[]>;
  /**
   * Checks the query of a tool, and what `from` names.
   * @throws ToolError `invalid-input`, `refused-target`.
   */
  check(tool: AnyTool, query: Readonly<Record<string, unknown>>, from: unknown): AskedEverywhere;
  /**
   * Charges the whole cost, that of the tool at each place.
   * @throws ToolError `invalid-input` for places that do not exist; `rate-limited`, also if the client runs too many calls.
   */
  begin(asked: AskedEverywhere, payer: Payer): Promise<BegunCall>;
}

export interface PlaceCallParts {
  readonly service: Service;
  readonly hub: Hub;
  readonly store: Pick<PlaceStore, 'list'>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Calls of one client that run at once. */
const MAX_CALLS = 4;

export function createPlaceCalls({ service, hub, store, now }: PlaceCallParts): PlaceCalls {
  const running = new Map<string, number>();

  /** Returns what it has charged. While the store fails, nobody is unknown: a place that is not connected is offline. */
  async function refuseUnknown(from: readonly string[], { charge }: Payer): Promise<number> {
    const absent = from.filter((id) => id !== SELF && hub.presence(id) === null);
    if (absent.length === 0) return 0;
    await charge(places.cost);
    const all = await store.list().catch(() => null);
    const known = new Set(all?.map(({ id }) => id));
    const unknown = all === null ? [] : absent.filter((id) => !known.has(id));
    if (unknown.length > 0) throw unknownPlaces(unknown);
    return places.cost;
  }

  return {
    list: async () => describePlaces(await store.list(), hub, service.tools),
    check(tool, query, from) {
      const request = service.check(tool, query);
      refuseBurden(tool, request.query);
      return { tool, request, query: query as Parameters, from: readFrom(from) };
    },
    async begin(asked, payer) {
      const { tool, from } = asked;
      const paid = await refuseUnknown(from, payer);
      const what = `${paid > 0 ? 'The rest of this' : 'This'} lookup at ${counted(from.length, 'place')}`;
      await payer.charge(Math.max(0, tool.cost * from.length - paid), what);
      const end = beginCall(running, payer.client);
      return { run: (caller) => askEverywhere(asked, { service, hub, now }, caller), end };
    },
  };
}

/** @throws ToolError `rate-limited` if the client runs too many of these calls. */
function beginCall(running: Map<string, number>, client: string): () => void {
  const before = running.get(client) ?? 0;
  if (before >= MAX_CALLS) throw rateLimited({ isAllowed: false, retryInMs: 1_000, wholeInMs: 1_000, remaining: 0 });
  running.set(client, before + 1);
  return () => {
    const left = (running.get(client) ?? 1) - 1;
    if (left > 0) running.set(client, left);
    else running.delete(client);
  };
}
