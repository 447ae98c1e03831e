import { setTimeout as wait } from 'node:timers/promises';
import { startPostgresLab, startRedisLab } from '@sonde/lab';
import { sized } from '../effort.ts';
import { type ServedSonde, serveSonde } from '../service/processes.ts';
import { inTurn } from './calls.ts';
import { type Dispatch, dispatch } from './dispatch.ts';
import { enrol } from './enrol.ts';
import { startLightAgents } from './light-agents.ts';

const AGENTS = sized(64, { smoke: 2 });
const OLD = 'old';
const KNOWN_WITHIN_MS = 30_000;
const LOOK_MS = 100;

export interface TwoHubs {
  readonly own: Dispatch;
  readonly other: Dispatch;
}

/** Two servers of one installation: places asked at the hub to which they are connected, and at the other one. */
export async function measureTwoHubs(
  resolver: string,
  data: object,
  settings: Readonly<Record<string, string>>,
): Promise<TwoHubs> {
  const [redis, postgres] = await Promise.all([startRedisLab(), startPostgresLab()]);
  const started: { stop(): Promise<void> }[] = [];
  try {
    const secret = 'a secret of the bench that is long enough';
    const shared = { SONDE_REDIS_URL: redis.url, DATABASE_URL: await postgres.newDatabase(), SONDE_SECRET: secret };
    const variables = { ...settings, ...shared };
    const own = await serveSonde(resolver, variables);
    started.push(own);
    const other = await serveSonde(resolver, variables);
    started.push(other);
    const ids = [...Array.from({ length: AGENTS }, (_, number) => `place-${number}`), OLD];
    const members = await enrol(own, variables, ids, 0);
    started.push(await startLightAgents({ server: own.address, members, data, old: [OLD] }));
    const places = ids.filter((id) => id !== OLD);
    const turn = inTurn(places);
    await untilOnline(other, AGENTS);
    // Not counted: the code is compiled.
    for (const server of [own, other]) await dispatch(server, turn, OLD);
    return { own: await dispatch(own, turn, OLD), other: await dispatch(other, turn, OLD) };
  } finally {
    for (const one of started.toReversed()) await one.stop();
    await Promise.all([redis.stop(), postgres.stop()]);
  }
}

async function untilOnline({ address }: ServedSonde, count: number): Promise<void> {
  const until = performance.now() + KNOWN_WITHIN_MS;
  while (performance.now() < until) {
    const said = (await (await fetch(`${address}/api/v2/places`)).json()) as {
      readonly _data: { readonly places: readonly { readonly state: string }[] };
    };
    if (said._data.places.filter(({ state }) => state === 'online').length === count) return;
    await wait(LOOK_MS);
  }
  throw new Error('the other hub does not know all places');
}
