import type { AnyTool } from '@sonde/contract';
import { readFrom, refuseBurden, unknownPlaces } from '@sonde/contract/places/asked-elsewhere';
import { type Place, type PlacesAnswer, places, SELF } from '@sonde/contract/places/places';
import { counted } from '@sonde/contract/text/counted';
import { rateLimited, type Service, type SharedStore } from '@sonde/service';
import { createCallSlots } from '@sonde/service/places/call-slots';
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
  /** Null for one instance. */
  readonly shared: SharedStore | null;
}

/** Calls of one client that run at once. */
const MAX_CALLS = 4;
/** The deadline of a request by MCP, which is the longest. */
const LONGEST_MS = 90_000;

export function createPlaceCalls({ service, hub, store, now, shared }: PlaceCallParts): PlaceCalls {
  const slots = createCallSlots({ most: MAX_CALLS, longestMs: LONGEST_MS, shared });

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
      const end = await slots.begin(payer.client);
      if (end === null) throw rateLimited({ isAllowed: false, retryInMs: 1_000, wholeInMs: 1_000, remaining: 0 });
      return { run: (caller) => askEverywhere(asked, { service, hub, now }, caller), end };
    },
  };
}
