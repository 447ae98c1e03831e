import { sized } from '../../effort.ts';
import { freshNames, inTurn } from '../calls.ts';
import { type Dispatch, dispatch, fanOuts } from '../dispatch.ts';
import { startLightAgents } from '../light-agents.ts';
import { type Memory, memoryOf } from '../memory.ts';
import { type Asked, type Phase, phase } from '../phase.ts';
import { serveBareHub } from './serve-bare-hub.ts';

const QUIET_SECONDS = sized(5, { smoke: 0.3 });
const WARM_SECONDS = sized(5, { smoke: 0.3 });
const OLD = 'old';

/** What the hub is compared with: the same calls and connections at a server that only passes them on. */
export interface Bare {
  readonly memory: Readonly<Record<'alone' | 'connected' | 'inUse', Memory>>;
  readonly job: Dispatch;
  readonly fanOutMs: readonly number[];
  readonly before: Phase;
  readonly during: Phase;
}

export interface BareSizes {
  readonly agents: number;
  readonly warmAgents: number;
  /** As long as Sonde is asked: memory grows with the time. */
  readonly seconds: number;
  /** Of every answer. */
  readonly data: object;
}

export async function measureBare({ agents, warmAgents, seconds, data }: BareSizes): Promise<Bare> {
  const server = await serveBareHub();
  const connect = (ids: readonly string[]) => {
    const members = ids.map((place) => ({ place, hub: '', privateKey: '', address: '' }));
    const script = new URL('bare-agents.ts', import.meta.url);
    return startLightAgents({ server: server.address, members, data, old: [] }, script);
  };
  const names = freshNames();
  try {
    const early = Array.from({ length: warmAgents }, (_, number) => `warm-${number}`);
    const warm = await connect(early);
    await phase({ server, agents: warm, names, turn: inTurn(early) }, WARM_SECONDS, true);
    await warm.stop();
    const alone = await memoryOf(server);
    const ids = Array.from({ length: agents }, (_, number) => `place-${number}`);
    const connections = await connect(ids);
    try {
      const connected = await memoryOf(server);
      const asked: Asked = { server, agents: connections, names, turn: inTurn(ids) };
      const job = await dispatch(server, asked.turn, OLD);
      const fanOutMs = await fanOuts(server, ids);
      const before = await phase(asked, QUIET_SECONDS, false);
      const during = await phase(asked, seconds, true);
      const inUse = await memoryOf(server);
      return { memory: { alone, connected, inUse }, job, fanOutMs, before, during };
    } finally {
      await connections.stop();
    }
  } finally {
    await server.stop();
  }
}
