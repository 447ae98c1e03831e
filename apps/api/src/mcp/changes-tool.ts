import { type AnyTool, ToolError, type ToolId } from '@sonde/contract';
import { changesInWords } from '@sonde/contract/answers/change-words';
import type { SnapshotPart } from '@sonde/contract/snapshots/snapshot';
import type { WatchChanges } from '@sonde/contract/watch/watch';
import { translateFailure } from '@sonde/probes';
import { answerResult, failureResult, type LookupResult } from '@sonde/service';
import type { McpCall, OwnTool } from '@sonde/service/mcp/mcp-tools';
import * as z from 'zod';
import { read } from '../accounts/bodies.ts';
import type { Charge } from '../limits/charge.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';

/** Below the number of lookups that a client may run at once. */
const AT_ONCE = 4;
const Asked = z.strictObject({
  snapshot: z.string('snapshot is the id of a kept result.').max(100).optional(),
  since: z.string('since is the `next` of an earlier call.').max(100).optional(),
});

export interface ChangesToolParts {
  readonly tools: readonly AnyTool[];
  readonly snapshots: Snapshots;
  /** What the watches of the caller have found; null if the caller has none. */
  readonly watched: ((since: string | null) => Promise<WatchChanges>) | null;
  /** Takes cost units from the allowance of the calling agent. */
  readonly charge: Charge;
  /** Makes a lookup with the rights and the allowance of the calling agent; failures are returned as results. */
  lookUp(tool: AnyTool, question: Readonly<Record<string, string>>, call: McpCall): Promise<LookupResult>;
}

/** Creates the MCP tool that repeats the lookups of a kept result and reports what has changed. */
export function changesTool({ tools, snapshots, watched, lookUp, charge }: ChangesToolParts): OwnTool {
  async function changesOf(part: SnapshotPart, call: McpCall): Promise<object> {
    const { tool: id, target, key, outcome, withheld } = part;
    const about = { tool: id, target };
    const tool = tools.find((one) => one.id === id);
    const before = outcome._data;
    if (tool === undefined || before === null) return { ...about, notCompared: 'There is no answer to compare with.' };
    const { body, code } = await lookUp(tool, questionOf(key), call);
    call.onPart();
    const now = JSON.parse(body) as { readonly _data: Readonly<Record<string, unknown>>; readonly message: string };
    if (code !== null) return { ...about, failure: { code, message: now.message } };
    try {
      return { ...about, ...changesInWords(id as ToolId, before, now._data, withheld.length > 0) };
    } catch {
      return { ...about, notCompared: 'The kept answer has a form that this version cannot compare.' };
    }
  }
  return {
    id: 'changes',
    title: 'What has changed',
    isReadOnly: true,
    isOpenWorld: true,
    description:
      'What has changed since a kept result (snapshot; its text is the resource sonde://r/ID), or what your watches have found.',
    input: {
      type: 'object',
      properties: {
        snapshot: { type: 'string', description: 'The id in its address /r/ID.' },
        since: { type: 'string', description: 'The next of an earlier answer about watches.' },
      },
    },
    async run(given, call) {
      try {
        const { snapshot: kept, since = null } = read(Asked, given);
        if (kept === undefined) return answerResult(await changesOfWatches(watched, since, charge));
        const { snapshot, signature } = await snapshots.read(kept, charge);
        const parts: object[] = [];
        for (let at = 0; at < snapshot.parts.length; at += AT_ONCE) {
          const some = snapshot.parts.slice(at, at + AT_ONCE);
          parts.push(...(await Promise.all(some.map((part) => changesOf(part, call)))));
        }
        return answerResult({ snapshot: snapshot.id, keptAt: snapshot.keptAt, signature, parts });
      } catch (error) {
        call.signal.throwIfAborted();
        return failureResult(translateFailure(error));
      }
    },
  };
}

const READ_COST = 0.25;

async function changesOfWatches(
  watched: ChangesToolParts['watched'],
  since: string | null,
  charge: Charge,
): Promise<WatchChanges> {
  if (watched === null)
    throw new ToolError('forbidden', 'This token has no watches: it needs an account and the scope for watches.');
  await charge(READ_COST);
  return watched(since);
}

/** The parameters of a kept call; repeated parameters are joined by commas. */
function questionOf(key: string): Readonly<Record<string, string>> {
  const given = new URLSearchParams(key.replace(/^[^?]*\?/, ''));
  return Object.fromEntries([...given.keys()].map((name) => [name, given.getAll(name).join(',')]));
}
