import { places } from '@sonde/contract/places/places';
import { translateFailure } from '@sonde/probes';
import { answerResult, failureResult, type LookupResult } from '@sonde/service';
import type { OwnTool } from '@sonde/service/mcp/mcp-tools';
import type { Charge } from '../limits/charge.ts';
import type { AskedEverywhere, EverywhereCaller } from '../places/ask-everywhere.ts';
import type { PlaceCalls } from '../places/place-calls.ts';

/** Creates the MCP tool that lists the places which the other tools take as `from`. */
export const placesTool = ({ list }: PlaceCalls, charge: Charge): OwnTool => ({
  id: 'places',
  title: places.title,
  description: `${places.summary}: their ids are what from takes.`,
  isReadOnly: true,
  isOpenWorld: false,
  input: { type: 'object', properties: {} },
  async run(_given, call) {
    try {
      await charge(places.cost);
      return answerResult({ places: await list() });
    } catch (error) {
      call.signal.throwIfAborted();
      return failureResult(translateFailure(error));
    }
  },
});

/** Asks places for an agent: it pays what a client of the API pays, and has as many calls at once. */
export async function askPlaces(
  { begin }: PlaceCalls,
  asked: AskedEverywhere,
  { charge, ...caller }: EverywhereCaller & { readonly charge: Charge },
): Promise<LookupResult> {
  const begun = await begin(asked, { client: caller.client, charge });
  try {
    return answerResult(await begun.run(caller));
  } finally {
    begun.end();
  }
}
