import { ToolError } from '@sonde/contract';
import { ListWish } from '@sonde/contract/lists/list-calls';
import { FROM } from '@sonde/contract/places/asked-elsewhere';
import { translateFailure } from '@sonde/probes';
import { answerResult, failureResult, type JsonSchema, toJsonSchema } from '@sonde/service';
import type { McpCall, OwnTool } from '@sonde/service/mcp/mcp-tools';
import * as z from 'zod';
import { read } from '../accounts/bodies.ts';
import type { Charge } from '../limits/charge.ts';
import { NewList } from '../lists/new-list.ts';
import type { OwnListCalls } from '../lists/own-lists.ts';

export interface ListToolParts {
  readonly lists: OwnListCalls;
  readonly owner: string;
  readonly mayBurden: boolean;
  readonly hasPlaces: boolean;
  /** The network of the agent. */
  readonly network: string;
  readonly charge: Charge;
}

const READ_COST = 0.25;
const Id = z.string('list is the id of a list.').max(100);
const OneList = z.strictObject({ list: Id });
const MaybeList = z.strictObject({ list: Id.optional() });
const TwoLists = z.strictObject({ list: Id, since: z.string('since is the id of an earlier list.').max(100) });

const id = (description: string): JsonSchema => ({ type: 'string', description });
const wish = toJsonSchema(ListWish, 'input');
const WISH: JsonSchema = {
  ...wish,
  properties: {
    ...wish.properties,
    targets: { type: 'array', items: { type: 'string' }, description: 'At most 1,000 names or addresses.' },
  },
};
const { [FROM]: _from, ...ofThisServer } = WISH.properties ?? {};
const WISH_HERE: JsonSchema = { ...WISH, properties: ofThisServer };
const LIST = id('From sonde_list_start.');

/** Creates the MCP tools with which an agent starts, watches, reads and compares the lists of its token's owner. */
export function listTools({ lists, owner, mayBurden, hasPlaces, network, charge }: ListToolParts): readonly OwnTool[] {
  const answering =
    (cost: number, work: (given: unknown, call: McpCall) => Promise<object>): OwnTool['run'] =>
    async (given, call) => {
      try {
        await charge(cost);
        return answerResult(await work(given, call));
      } catch (error) {
        call.signal.throwIfAborted();
        return failureResult(error instanceof ToolError ? error : translateFailure(error));
      }
    };
  return [
    {
      id: 'list_start',
      title: 'Start a list',
      isReadOnly: false,
      isOpenWorld: true,
      description:
        'Looks up many targets in the background, one list at a time. Returns its id and how long it will take; dryRun only estimates that.',
      input: hasPlaces ? WISH : WISH_HERE,
      run: answering(1, (given) => lists.start(owner, read(NewList, given), { mayBurden, network, charge })),
    },
    {
      id: 'list_status',
      title: 'Progress of a list',
      isReadOnly: true,
      isOpenWorld: false,
      description: 'How many lookups of a list have ended; without an id, of all lists.',
      input: { type: 'object', properties: { list: LIST } },
      run: answering(READ_COST, async (given) => {
        const { list } = read(MaybeList, given);
        return list === undefined ? lists.all(owner) : lists.find(owner, list, charge);
      }),
    },
    {
      id: 'list_results',
      title: 'Results of a list',
      isReadOnly: true,
      isOpenWorld: false,
      description:
        'The results of a list so far: a summary by finding, most severe first, and the findings or the failure of each lookup.',
      input: { type: 'object', properties: { list: LIST }, required: ['list'] },
      run: answering(READ_COST, (given) => lists.state(owner, read(OneList, given).list, charge)),
    },
    {
      id: 'list_stop',
      title: 'Stop a list',
      isReadOnly: false,
      isOpenWorld: false,
      description: 'Stops a running list. What it has found is kept.',
      input: { type: 'object', properties: { list: LIST }, required: ['list'] },
      run: answering(1, async (given) => ({ stopped: await lists.stop(owner, read(OneList, given).list) })),
    },
    {
      id: 'list_changes',
      title: 'Changes between two lists',
      isReadOnly: true,
      isOpenWorld: false,
      description: 'What has changed since an earlier list, by target and tool.',
      input: {
        type: 'object',
        properties: { list: LIST, since: id('The id of the earlier list.') },
        required: ['list', 'since'],
      },
      run: answering(READ_COST, (given, { signal }) => {
        const { list, since } = read(TwoLists, given);
        return lists.changes(owner, { id: list, since }, { charge, signal });
      }),
    },
  ];
}
