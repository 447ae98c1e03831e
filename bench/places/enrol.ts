import { setTimeout as wait } from 'node:timers/promises';
import { createIdentity } from '@sonde/service/places/identity';
import { readConfig } from '../../apps/api/src/config.ts';
import { createPlaceStore } from '../../apps/api/src/places/place-store.ts';
import { createStore } from '../../apps/api/src/stores/store.ts';
import type { Served } from '../service/processes.ts';

/** An agent that has joined as a place. */
export interface Member {
  readonly place: string;
  /** The id of its hub. */
  readonly hub: string;
  readonly privateKey: string;
  /** The address from which it comes, as the proxy of the server says. */
  readonly address: string;
}

type Variables = Readonly<Record<string, string>>;

/** How many join at once. */
const AT_ONCE = 16;
const ATTEMPTS = 10;
const PAUSE_MS = 2_000;

/** Adds places to the store of a server, as its operator does, and returns the codes with which their agents join. */
export async function addPlaces(ids: readonly string[], variables: Variables): Promise<string[]> {
  const { config, problems } = readConfig({ SONDE_RESOLVERS: '127.0.0.1:9', ...variables });
  if (config === null) throw new Error(problems.join(' '));
  const store = createStore(config.accounts, { onError: () => {} });
  try {
    const places = createPlaceStore(store);
    const codes: string[] = [];
    for (const id of ids) {
      const known = { id, name: id, city: null, country: null, asn: null, latitude: null, longitude: null };
      codes.push(await patiently(() => places.add({ ...known, confirmsItself: true })));
    }
    return codes;
  } finally {
    await store.close();
  }
}

/** On a busy machine the store does not always answer in time; its operator tries again. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await work();
    } catch {
      await wait(PAUSE_MS);
    }
  }
  return work();
}

/** Adds places, and joins as each of them from an address of its own: joining is limited for each network. */
export async function enrol(
  server: Served,
  variables: Variables,
  ids: readonly string[],
  firstAddress: number,
): Promise<Member[]> {
  const codes = await addPlaces(ids, variables);
  const members: Member[] = [];
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const some = ids.slice(first, first + AT_ONCE).map((place, index) => {
      const number = first + index;
      return patiently(() =>
        join(server, { place, code: codes[number] ?? '', address: addressOf(firstAddress + number) }),
      );
    });
    members.push(...(await Promise.all(some)));
  }
  return members;
}

const addressOf = (number: number) => `10.1.${Math.floor(number / 250)}.${(number % 250) + 1}`;

async function join(
  { address: server }: Served,
  { place, code, address }: { readonly place: string; readonly code: string; readonly address: string },
): Promise<Member> {
  const { privateKey, publicKey } = createIdentity();
  const response = await fetch(`${server}/api/agents/join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ code, publicKey }),
  });
  if (!response.ok) throw new Error(`joining as ${place}: ${response.status} ${await response.text()}`);
  const { _data: joined } = (await response.json()) as { readonly _data: { readonly hub: string } };
  return { place, hub: joined.hub, privateKey, address };
}
