import { createSocket } from 'node:dgram';
import { timingOf } from '@sonde/contract/timing/timing';
import { timingSummary } from '@sonde/contract/timing/timing-lines';
import {
  checkQuery,
  createNodeNet,
  measure,
  type NetSettings,
  type NodeNet,
  readNetSettings,
  recording,
  timesOnly,
} from '@sonde/probes';
import { noData } from '@sonde/probes/testing/no-data';
import { preparedQuestion } from '../prepared-question.ts';
import { timed } from '../report.ts';
import type { Contender, Question } from './contenders.ts';

/*
 * What is measured of Sonde itself; the bench runs it from a bundle.
 */

const LOST_MS = 5000;

/**
 * The complete lookup as an app runs it: query validation, fresh sockets, every type, tables. Settings are read once, as
 * every app does at its start.
 */
export function sonde({ resolver, domain }: Question): Contender {
  const settings = settingsOf(resolver);
  return {
    name: 'sonde',
    lookUp: () =>
      withNet(settings, async (net) => {
        const answer = await measure(checkQuery('dns', { domain }), {
          net,
          data: noData,
          signal: AbortSignal.timeout(30_000),
        });
        if (answer.gaps.length > 0) throw new Error(`sonde has gaps: ${JSON.stringify(answer.gaps)}`);
        return Object.fromEntries(answer.records.map(({ recordName, data }) => [recordName, data.length]));
      }),
  };
}

/**
 * The limit that no client on Node gets below: the questions of the lookup prepared as octets, sent by one socket at once,
 * and as many datagrams waited for, unread. What the lookup takes beyond it is its own.
 */
export function preparedQuestions({ resolver, domain, types }: Question): () => Promise<void> {
  const colon = resolver.lastIndexOf(':');
  const [host, port] = [resolver.slice(0, colon), Number(resolver.slice(colon + 1))];
  const questions = types.map((type, id) => preparedQuestion(id, domain, type, true));
  return () =>
    new Promise((resolve, reject) => {
      const socket = createSocket({ type: 'udp4', recvBufferSize: 1024 * 1024 });
      let left = questions.length;
      const timer = setTimeout(() => reject(new Error('an answer was lost')), LOST_MS);
      socket.once('error', reject).on('message', () => {
        left -= 1;
        if (left > 0) return;
        clearTimeout(timer);
        socket.close();
        resolve();
      });
      socket.connect(port, host, () => {
        for (const question of questions) socket.send(question);
      });
    });
}

/** Where the time of one lookup goes, in a line. */
export async function timingLine({ resolver, domain }: Question): Promise<string> {
  return withNet(settingsOf(resolver), async (net) => {
    const { net: recorded, finish } = recording(net, timesOnly);
    const startMs = performance.now();
    await measure(checkQuery('dns', { domain }), {
      net: recorded,
      data: noData,
      signal: AbortSignal.timeout(30_000),
    });
    const measuredMs = performance.now() - startMs;
    return timingSummary(timingOf({ queuedMs: null, measuredMs, writtenMs: null, evidence: finish() }));
  });
}

/** Milliseconds of every type queried alone, in the order of `types`; `before` runs before each, unmeasured. */
export async function askedAlone(
  { resolver, domain, types }: Question,
  before: () => Promise<void>,
): Promise<readonly number[]> {
  const settings = settingsOf(resolver);
  const times: number[] = [];
  for (const type of types) {
    await before();
    const signal = AbortSignal.timeout(30_000);
    const { ms } = await timed(() => withNet(settings, (net) => net.ask({ name: domain, type }, signal)));
    times.push(ms);
  }
  return times;
}

/** The types that the lookup queries, recorded in `Net`. */
export async function typesAsked(resolver: string, domain: string): Promise<number[]> {
  const types = new Set<number>();
  await withNet(settingsOf(resolver), (net) => {
    const watched = {
      ...net,
      ask: (question: Parameters<NodeNet['ask']>[0], signal: AbortSignal) => {
        types.add(question.type);
        return net.ask(question, signal);
      },
    };
    return measure(checkQuery('dns', { domain }), { net: watched, data: noData, signal: AbortSignal.timeout(30_000) });
  });
  return [...types];
}

function settingsOf(resolver: string): NetSettings {
  const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: resolver });
  if (settings === null) throw new Error(problems.join(' '));
  return settings;
}

async function withNet<Result>(settings: NetSettings, use: (net: NodeNet) => Promise<Result>): Promise<Result> {
  const net = createNodeNet(settings);
  try {
    return await use(net);
  } finally {
    net.close();
  }
}
