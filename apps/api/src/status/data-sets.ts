import { answerEnvelope, type DataSetState, dataSets } from '@sonde/contract';
import { dataSetsOf, type LocalData, listDataSets } from '@sonde/probes';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import { JSON_TYPE } from '../http/request-failure.ts';
import { clientOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';

/** What the server knows of its data sets. */
export interface DataSetStates {
  list(): Promise<readonly DataSetState[]>;
  /** The age of each copy, by id; none for a missing one. */
  agesSeconds(): Promise<readonly (readonly [string, number])[]>;
}

/** @param isUpdating whether this server renews its data by itself */
export function createDataSetStates(data: LocalData, isUpdating: boolean, now = Date.now): DataSetStates {
  const list = () => listDataSets(data, dataSetsOf(data), now());
  return {
    async list() {
      const states = await list();
      return isUpdating ? states : states.map((one) => ({ ...one, nextUpdateAt: null }));
    },
    async agesSeconds() {
      const states = await list();
      return states.flatMap(({ id, date }) =>
        date === null ? [] : [[id, (now() - Date.parse(date)) / 1000] as const],
      );
    },
  };
}

/** Writes one line at the start: the age of the data, as a warning if any of it is too old to be used. */
export async function logDataSets(log: Pick<FastifyBaseLogger, 'info' | 'warn'>, data: LocalData): Promise<void> {
  const states = await listDataSets(data, dataSetsOf(data), Date.now());
  const datasets = Object.fromEntries(states.map(({ id, state, date }) => [id, { state, date }]));
  const isExpired = states.some(({ state }) => state === 'expired');
  if (isExpired) log.warn({ datasets }, 'data on this machine has expired; sonde update renews it');
  else log.info({ datasets }, 'the data on this machine');
}

/** `GET /api/v2/datasets`: the data on this server, and its age. */
export function registerDataSets(app: FastifyInstance, states: DataSetStates, limits: ClientLimits): void {
  app.get(dataSets.path, async (request, reply): Promise<FastifyReply> => {
    await limits.charge(reply, clientOf(request), dataSets.cost);
    const body = JSON.stringify(answerEnvelope({ datasets: await states.list() }));
    return reply.header('cache-control', 'no-store').type(JSON_TYPE).send(body);
  });
}
