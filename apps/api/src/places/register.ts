// places/: agents elsewhere, the places that they stand for, and calls that ask several of them.
import { createHash } from 'node:crypto';
import { answerEnvelope } from '@sonde/contract';
import { places } from '@sonde/contract/places/places';
import {
  createAllowanceStore,
  createClientAllowances,
  rateLimited,
  type Service,
  type SharedStore,
} from '@sonde/service';
import { createHub, type Hub } from '@sonde/service/places/hub';
import { createSharedHub } from '@sonde/service/places/shared-hub';
import type { SigningKey } from '@sonde/service/snapshots/signing-key';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import type { Config } from '../config.ts';
import { sendRequestFailure } from '../http/request-failure.ts';
import type { Stopping } from '../http/stopping.ts';
import { clientOf, networkOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import { createServerKey } from '../snapshots/server-key.ts';
import type { StreamTiming } from '../streams/event-stream.ts';
import { registerAgentCalls } from './agent-calls.ts';
import { createAgentSockets, serveSocket } from './agent-socket.ts';
import { createPlaceCalls, type PlaceCalls } from './place-calls.ts';
import { createPlaceStore, type PlaceStore } from './place-store.ts';
import { registerPlacesCall } from './places-route.ts';
import { watchRemovedPlaces } from './removed-places.ts';
import { routeUpgrades } from './upgrade.ts';

/** The hub and the places that it knows. */
export interface OpenPlaces {
  readonly hubId: string;
  readonly hub: Hub;
  readonly store: PlaceStore;
  readonly calls: PlaceCalls;
}

interface OpenOptions {
  readonly service: Service;
  readonly accounts: Pick<Accounts, 'store'>;
  readonly shared: SharedStore | null;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export interface PlacesOptions {
  readonly limits: ClientLimits;
  readonly stopping: Stopping;
  readonly timing: StreamTiming;
  readonly shared: SharedStore | null;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Attempts to join or to connect, per network and minute. */
const ATTEMPTS = { units: 10, windowMs: 60_000 };

/** Opens the hub; null if places are turned off. */
export async function openPlaces(
  { log }: FastifyInstance,
  { hasPlaces, accounts: keys }: Config,
  { service, accounts, shared, now }: OpenOptions,
): Promise<OpenPlaces | null> {
  if (!hasPlaces) return null;
  const store = createPlaceStore(accounts.store);
  const hubId = hubIdOf(await createServerKey(keys)());
  const hubOptions = { hub: hubId, tools: service.tools, find: findIn(store), log: logTo(log), now };
  const hub = shared === null ? createHub(hubOptions) : createSharedHub({ ...hubOptions, shared });
  return { hubId, hub, store, calls: createPlaceCalls({ service, hub, store, now, shared }) };
}

/** Registers the calls of agents, and those that list and ask places. */
export async function registerPlaces(
  app: FastifyInstance,
  config: Config,
  { hubId, hub, store, calls }: OpenPlaces,
  options: PlacesOptions & Pick<OpenOptions, 'service'>,
): Promise<void> {
  const { service, limits, now, shared, stopping, timing } = options;
  const attempts = createClientAllowances(ATTEMPTS, (limit) => createAllowanceStore(limit, now, shared));
  const attempt = async (network: string) => {
    const decision = await attempts.take(`agents ${network}`, 1);
    if (!decision.isAllowed) throw rateLimited(decision);
  };
  connectAgents(app, hub, attempt);
  await registerAgentCalls(app, { publicUrl: config.publicUrl, store, hubId, attempt });
  app.get(places.path, async (request, reply) => {
    await limits.charge(reply, clientOf(request), places.cost);
    return answerEnvelope({ places: await calls.list() });
  });
  const streams = { timing, isSealed: config.encryptResponses };
  registerPlacesCall(app, { service, calls, limits, stopping, streams });
  const stopWatching = watchRemovedPlaces({ store, hub, now });
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    stopWatching();
    hub.close();
  };
  stopping.signal.addEventListener('abort', close);
  // A server that is closed without this would wait for the connections of agents.
  app.addHook('preClose', async () => close());
}

/** It is not secret, and stays the same as long as the keys of kept results do. */
const hubIdOf = ({ publicKey }: SigningKey) => createHash('sha256').update(`sonde hub ${publicKey.x}`).digest('hex');

/** `GET /api/agents/connect`: agents, which are programs, switch to WebSocket. */
function connectAgents(app: FastifyInstance, hub: Hub, attempt: (network: string) => Promise<void>): void {
  const followingOf = routeUpgrades(app);
  const sockets = createAgentSockets();
  app.get('/api/agents/connect', async (request, reply) => {
    const { upgrade, origin } = request.headers;
    // Browsers always send it; no page may act as an agent.
    if (origin !== undefined) return sendRequestFailure(reply, 403, 'Only agents connect here.');
    await attempt(networkOf(request));
    if (upgrade?.toLowerCase() !== 'websocket') {
      reply.header('upgrade', 'websocket').header('connection', 'upgrade');
      return sendRequestFailure(reply, 400, 'Agents of Sonde connect here: sonde agent.');
    }
    const { raw } = request;
    reply.hijack();
    reply.raw.detachSocket(raw.socket);
    sockets.handleUpgrade(raw, raw.socket, followingOf(raw), (socket) => serveSocket(socket, hub));
    // The request has ended; the connection is not one of HTTP any more.
    reply.raw.emit('close');
  });
}

const findIn = (store: PlaceStore) => async (agent: string) => {
  const place = await store.find(agent);
  if (place?.publicKey == null) return null;
  const { id, name, publicKey } = place;
  return { id, name, publicKey, among: await store.count() };
};

const logTo = (log: FastifyBaseLogger) => (place: string | null, event: string) =>
  log.info({ place }, `agent: ${event}`);
