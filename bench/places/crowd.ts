/**
 * Many agents in one process, each with its own connection and the session of the product. Their lookups are not made: each
 * answers with a recorded answer, at once or after a while. Told what to do by messages of its parent process.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { tools } from '@sonde/contract';
import { checkQuery } from '@sonde/probes';
import { answerResult, createService } from '@sonde/service';
import { AGENT_LIMITS, createAgentSession } from '@sonde/service/places/agent';
import { createAgentPace } from '@sonde/service/places/agent-pace';
import { digestsOf } from '@sonde/service/places/digests';
import { identityOf } from '@sonde/service/places/identity';
import { linkOver } from '@sonde/service/places/link';
import { AGENT_PROTOCOL, TO_AGENT_BYTES } from '@sonde/service/places/protocol';
import { WebSocket } from 'ws';
import type { Member } from './enrol.ts';
import { slowness } from './slow-names.ts';

/** What the parent process asks for. */
export interface Connecting {
  readonly server: string;
  readonly members: readonly Member[];
  /** The data of every answer. */
  readonly data: object;
  /** The places whose agents have no tool that the server has. */
  readonly old: readonly string[];
  /** How many connect at once. */
  readonly atOnce: number;
}

/** What it is told. */
export interface Connected {
  /** From the first attempt until the last agent was welcome. */
  readonly ms: number;
  /** Attempts that failed and were repeated, as an agent does. */
  readonly repeated: number;
  readonly problem: string | null;
}

const MAX_REPEATED = 20;
const PAUSE_MS = 500;
const now = () => performance.now();

type LightService = Parameters<typeof createAgentSession>[1]['service'];

/** Checks queries as the product does. */
function lightService(data: object): LightService {
  const never = () => Promise.reject(new Error('Nothing is measured here.'));
  const ignore = () => {};
  const service = createService({
    toolbox: { tools, check: (id, raw) => checkQuery(id as keyof typeof tools, raw), measure: never },
    ...{ now, rateLimit: null, denyTargets: [], shared: null },
    ...{ onFailure: ignore, onMeasured: ignore, onMalformed: ignore },
  });
  const result = answerResult(data);
  return {
    tools: service.tools,
    check: service.check,
    plan: () => ({ cached: undefined, isRecheck: false, cost: 1 }),
    async answer({ target }, { query }) {
      const slowMs = slowness(String(query[target]));
      if (slowMs > 0) await wait(slowMs);
      return result;
    },
  };
}

function connect(server: string, { hub, privateKey, address }: Member, service: LightService): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${server.replace('http', 'ws')}/api/agents/connect`, [AGENT_PROTOCOL], {
      perMessageDeflate: false,
      maxPayload: TO_AGENT_BYTES,
      headers: { 'x-forwarded-for': address },
    });
    const link = linkOver(socket);
    const session = createAgentSession(link, {
      ...{ service, hub, identity: identityOf(privateKey), families: ['ipv4'] },
      pace: createAgentPace(AGENT_LIMITS, now),
      now,
      onWelcome: () => resolve(),
      onComeBack: () => {},
    });
    socket.on('message', (text) => {
      session.heard();
      session.received(String(text));
    });
    socket.on('ping', session.heard);
    socket.on('error', reject);
    socket.once('close', (_code, reason) => {
      session.closed();
      reject(new Error(session.problem ?? `the connection ended: ${String(reason)}`));
    });
  });
}

async function connectAll(asked: Connecting): Promise<Connected> {
  const { server, members, data, old, atOnce } = asked;
  const service = lightService(data);
  const serviceOf = ({ place }: Member) => (old.includes(place) ? { ...service, tools: [] } : service);
  // Once for all: each real agent has a process of its own.
  digestsOf(service.tools);
  const left = [...members];
  const startedAtMs = performance.now();
  let repeated = 0;
  const some = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      try {
        await connect(server, next, serviceOf(next));
      } catch (error) {
        repeated += 1;
        if (repeated > MAX_REPEATED) throw error;
        left.push(next);
        await wait(PAUSE_MS);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, some));
    return { ms: performance.now() - startedAtMs, repeated, problem: null };
  } catch (error) {
    return { ms: 0, repeated, problem: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (asked: Connecting) => void connectAll(asked).then((said) => process.send?.(said)));
process.on('disconnect', () => process.exit(0));
