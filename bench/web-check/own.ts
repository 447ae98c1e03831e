import { type AnswerOf, type Tools, web } from '@sonde/contract';
import {
  checkQuery,
  createNodeNet,
  createTargetLimits,
  defaultLimitSettings,
  measure,
  type Net,
  type NodeNet,
  readNetSettings,
} from '@sonde/probes';
import { noData } from '@sonde/probes/testing/no-data';
import type { ServedSites } from './served-sites.ts';

export type WebAnswer = AnswerOf<Tools['web']>;

/** One check with the whole of what it took. */
export interface OwnCheck {
  readonly answer: WebAnswer;
  /** Milliseconds from the query to the judged answer. */
  readonly wallMs: number;
  /** Milliseconds of them in which none of its requests was under way. */
  readonly idleMs: number;
}

/** The complete check as the service runs it. */
export interface OwnWeb {
  check(url: string): Promise<OwnCheck>;
  close(): void;
}

const NO_RESOLVER = '127.0.0.1:9';

/** @param served the lab, whose addresses and authorities are allowed */
export function openOwnWeb({ anchors, resolver }: Pick<ServedSites, 'anchors' | 'resolver'>): OwnWeb {
  const { settings, problems } = readNetSettings({
    SONDE_RESOLVERS: resolver ?? NO_RESOLVER,
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1024-65535',
    SONDE_CA_FILE: anchors,
  });
  if (settings === null) throw new Error(problems.join(' '));
  const net = createNodeNet(settings);
  return { check: (url) => checkThrough(net, url), close: () => net.close() };
}

async function checkThrough(net: NodeNet, url: string): Promise<OwnCheck> {
  const spans: { readonly from: number; readonly to: number }[] = [];
  const visit: Net['visit'] = async (...asked) => {
    const from = performance.now();
    try {
      return await net.visit(...asked);
    } finally {
      spans.push({ from, to: performance.now() });
    }
  };
  // The rounds of a bench check one host more often than visitors may.
  const limits = createTargetLimits(defaultLimitSettings);
  const startedAtMs = performance.now();
  const answer = await measure(checkQuery(web.id, { url }), {
    net: { ...net, visit },
    data: noData,
    limits,
    signal: AbortSignal.timeout(30_000),
  });
  const wallMs = performance.now() - startedAtMs;
  return { answer: answer as WebAnswer, wallMs, idleMs: wallMs - coveredMs(spans) };
}

/** Milliseconds that at least one of the spans covers. */
function coveredMs(spans: readonly { readonly from: number; readonly to: number }[]): number {
  let covered = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    covered += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return covered;
}
