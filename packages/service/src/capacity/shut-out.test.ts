import { setTimeout as wait } from 'node:timers/promises';
import { type AnyTool, ToolError, tools } from '@sonde/contract';
import { expect, test } from 'vitest';
import { createService } from '../service.ts';

const SLOW_S = 100;
const QUICK_MS = 20;
const STRANGERS = 24;
/** As many at once as the service allows a client. */
const GREEDY_LOOKUPS = 4;

/** A service for one tool, with the slots of its contract. Lookups of the greedy client last until they are ended. */
function serviceFor(tool: AnyTool) {
  return createService({
    toolbox: {
      tools: { [tool.id]: { ...tool, freshMs: () => 0 } },
      check: (id, query) => ({ id, query, key: JSON.stringify(query) }),
      async measure({ query }, { signal }) {
        await wait(query['isSlow'] === 'yes' ? SLOW_S * 1000 : QUICK_MS, undefined, { signal }).catch(() => {
          throw signal.reason;
        });
        return {};
      },
    },
    now: () => performance.now(),
    rateLimit: { units: 10_000, windowMs: 60_000 },
    denyTargets: [],
    shared: null,
    onFailure: () => {},
    onMeasured: () => {},
    onMalformed: () => {},
  });
}

const example = (tool: AnyTool) => String(tool.example[tool.target]);

test.each(Object.values(tools as Readonly<Record<string, AnyTool>>))(
  '$id: one visitor with four endless lookups of a target refuses it to no one',
  async (tool) => {
    const service = serviceFor(tool);
    const left = new AbortController();
    const ask = async (
      client: string,
      more: Readonly<Record<string, string>>,
      signal = new AbortController().signal,
    ) => {
      const query = { [tool.target]: example(tool), ...more };
      const request = { id: tool.id, query, key: JSON.stringify(query), ...plainRequest };
      const startedAtMs = performance.now();
      const { code } = await service.answer(tool, request, await service.plan(tool, request), { client, signal });
      return { code, ms: performance.now() - startedAtMs };
    };
    let asked = 0;
    // Whenever one has ended, the next one begins.
    const greedy = Array.from({ length: GREEDY_LOOKUPS }, async () => {
      while (!left.signal.aborted) {
        asked += 1;
        await ask('203.0.113.66', { isSlow: 'yes', number: String(asked) }, left.signal).catch((error: unknown) => {
          if (!(error instanceof ToolError) && !left.signal.aborted) throw error;
        });
        await wait(QUICK_MS);
      }
    });
    await wait(5 * QUICK_MS);
    const visits = [];
    for (let stranger = 0; stranger < STRANGERS; stranger += 1) {
      visits.push(ask(`192.0.2.${stranger}`, { number: `of stranger ${stranger}` }));
      // So many at a time as would not get into each other's way without the greedy one.
      if (stranger % tool.capacity.perTarget === tool.capacity.perTarget - 1) await Promise.all(visits);
    }
    const ended = await Promise.all(visits);
    left.abort();
    await Promise.all(greedy);
    expect(ended.map(({ code }) => code).filter((code) => code !== null)).toEqual([]);
    const sorted = ended.map(({ ms }) => ms).sort((a, b) => a - b);
    // Half a second for a busy machine; a slot that is passed on only from slow lookups takes three times as long.
    expect(sorted[Math.floor(STRANGERS * 0.95) - 1]).toBeLessThan(500);
  },
  20_000,
);

const plainRequest = { wantsFresh: false, wantsEvidence: false, wantsTiming: false };
