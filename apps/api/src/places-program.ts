import { ToolError } from '@sonde/contract';
import { PLACE_ID, SELF } from '@sonde/contract/places/places';
import type { Environment } from '@sonde/probes';
import { fingerprintOf } from '@sonde/service/places/identity';
import type { NewPlace, PlacesAction } from '@sonde/service/places/new-place';
import { readConfig } from './config.ts';
import { createPlaceStore, type PlaceStore, type StoredPlace } from './places/place-store.ts';
import { createStore } from './stores/store.ts';

/* A program of its own beside the server: whoever reaches the store of the hub is its operator. */

/** What became of a call: its status is that of the command. */
export interface PlacesResult {
  readonly status: 'done' | 'refused' | 'misconfigured';
  /** Sentences for the operator. */
  readonly said: readonly string[];
}

const refused = (sentence: string): PlacesResult => ({ status: 'refused', said: [sentence] });
const done = (...said: string[]): PlacesResult => ({ status: 'done', said });

/** Changes or lists the places in the store that the environment names. */
export async function runPlaces(asked: PlacesAction, env: Environment): Promise<PlacesResult> {
  const { config, problems } = readConfig(env);
  if (config === null) return { status: 'misconfigured', said: problems };
  const store = createStore(config.accounts, { onError: () => {} });
  try {
    return await obey(asked, createPlaceStore(store));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return refused(`${error.message}${cause}`);
  } finally {
    await store.close();
  }
}

async function obey(asked: PlacesAction, places: PlaceStore): Promise<PlacesResult> {
  if (asked.action === 'list') {
    const all = await places.list();
    return all.length === 0 ? done('There are no places yet.') : done(...all.map(lineOf));
  }
  if (asked.action === 'add') return add(asked.place, places);
  const { action, id } = asked;
  if (action === 'confirm' && !(await places.confirm(id)))
    return refused(`No agent has joined as ${id}, or there is no such place.`);
  if (action === 'remove' && !(await places.remove(id))) return refused(`There is no place ${id}.`);
  return done(action === 'confirm' ? `${id} is confirmed: its agent may connect.` : `${id} was removed.`);
}

async function add(place: NewPlace, places: PlaceStore): Promise<PlacesResult> {
  if (!PLACE_ID.test(place.id) || place.id === SELF)
    return refused(
      'An id consists of 2 to 30 lower-case letters, digits and hyphens, begins with a letter, and is not self.',
    );
  const code = await places.add(place);
  return done(
    `Code for ${place.id}, for 15 minutes: ${code}`,
    `On the machine there: sonde agent --hub URL --join ${code}`,
  );
}

function lineOf({ id, name, city, country, asn, latitude, longitude, agent, isConfirmed }: StoredPlace): string {
  const position = latitude === null || longitude === null ? null : `at ${latitude},${longitude}`;
  const where = [city, country, position, asn === null ? null : `AS${asn}`].filter((part) => part !== null).join(', ');
  const state = agent === null ? 'no agent has joined' : isConfirmed ? 'confirmed' : 'not confirmed';
  const key = agent === null ? '' : `, key ${fingerprintOf(agent)}`;
  return `${id}: ${name}${where === '' ? '' : ` (${where})`}, ${state}${key}`;
}
