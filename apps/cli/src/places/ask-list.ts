import { placedOutcome } from '@sonde/contract/lists/placed-outcome';
import { FROM } from '@sonde/contract/places/asked-elsewhere';
import { PlacesAnswer, placesCall } from '@sonde/contract/places/places';
import { createSemaphore, type Environment } from '@sonde/probes';
import type { AskItem } from '../check/local-lookups.ts';
import { ServerProblem, serverCalls } from '../remote/remote-lookups.ts';
import type { AskedFrom } from './read-from.ts';

/** As many calls as a server runs at once for one client. */
const CALLS = 4;

/** Has the places of a server make the lookups of a list; they reject as its calls do. */
export function placesLookups({ server, places }: AskedFrom, env: Environment): AskItem {
  const call = serverCalls(server, env);
  const calls = createSemaphore(CALLS);
  return async ({ tool, question, target: { target } }, signal) => {
    const of = { target, tool: tool.id };
    const release = await calls.acquire(signal);
    try {
      const query = { ...question, [FROM]: places.join(',') };
      const { outcome, ...ended } = await call(placesCall(tool.id).path, query, signal, (data) =>
        Array.isArray(data['places']),
      );
      // No other target would have another answer.
      if (!outcome.success && (ended.code === 'not-found' || ended.code === 'invalid-input'))
        throw new ServerProblem(`${server.origin}: ${outcome.message}`);
      if (!outcome.success) return { ...ended, outcomes: places.map((place) => ({ ...of, place, outcome })) };
      const { data } = PlacesAnswer.safeParse(outcome._data);
      if (data === undefined) throw new ServerProblem(`${server.origin} gave an answer of another version.`);
      return { ...ended, outcomes: data.places.map((answer) => placedOutcome(of, answer)) };
    } finally {
      release();
    }
  };
}
