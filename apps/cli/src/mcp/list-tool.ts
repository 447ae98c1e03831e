import { type AnyTool, ToolError } from '@sonde/contract';
import { listItems, unusedTargets } from '@sonde/contract/lists/list-items';
import { countCodes, listedLookup } from '@sonde/contract/lists/list-outcome';
import { MAX_LIST_TARGETS, readList } from '@sonde/contract/lists/read-list';
import { translateFailure } from '@sonde/probes';
import { answerResult, failureResult, type JsonSchema, type Service } from '@sonde/service';
import { runItems } from '@sonde/service/lists/run-items';
import type { McpCall, OwnTool } from '@sonde/service/mcp/mcp-tools';
import { localLookups } from '../check/local-lookups.ts';

/** Creates the tool that looks up a list, as `sonde check` does: a server's lists run in the background instead. */
export function listTool(service: Pick<Service, 'tools' | 'check' | 'plan' | 'answer'>): OwnTool {
  const lookUp = localLookups(service);

  async function lookUpAll(given: Readonly<Record<string, unknown>>, { signal, onPart }: McpCall): Promise<object> {
    const { targets, tools } = read(given, service.tools);
    const items = listItems(targets, tools);
    const found = new Map<object, ReturnType<typeof listedLookup>>();
    await runItems({
      items,
      signal,
      now: () => performance.now(),
      lookUp: (item) => lookUp(item, signal),
      onEnd(item, { outcome }) {
        found.set(item, listedLookup({ target: item.target.target, tool: item.tool.id, outcome }));
        onPart();
      },
    });
    const lookups = items.flatMap((item) => found.get(item) ?? []);
    const skipped = unusedTargets(targets, tools).map(({ target }) => target);
    return { lookups: lookups.length, summary: countCodes(lookups), skipped, items: lookups };
  }

  return {
    id: 'list',
    title: 'Look up a list',
    isReadOnly: true,
    isOpenWorld: true,
    description:
      'Looks up many targets with one or more tools, and waits for all of them. Returns a summary by finding, most severe first, and for each lookup its findings or its failure. Queries to the same registry or server are spread out, so that a long list takes minutes.',
    input: {
      type: 'object',
      properties: {
        targets: texts(`The names and addresses, at most ${MAX_LIST_TARGETS}.`),
        tools: texts(`The ids of the tools: ${service.tools.map(({ id }) => id).join(', ')}.`),
      },
      required: ['targets', 'tools'],
    },
    async run(given, call) {
      try {
        return answerResult(await lookUpAll(given, call));
      } catch (error) {
        call.signal.throwIfAborted();
        return failureResult(translateFailure(error));
      }
    },
  };
}

const texts = (description: string): JsonSchema => ({ type: 'array', items: { type: 'string' }, description });

/** @throws ToolError `invalid-input`. */
function read({ targets, tools: ids, ...others }: Readonly<Record<string, unknown>>, offered: readonly AnyTool[]) {
  const wrong = (message: string) => new ToolError('invalid-input', message);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw wrong('The tool takes targets and tools only.');
  if (!areTexts(targets) || !areTexts(ids)) throw wrong('targets and tools are lists of texts.');
  const tools = offered.filter(({ id }) => ids.includes(id));
  if (tools.length < new Set(ids).size || tools.length === 0)
    throw wrong(`tools are some of ${offered.map(({ id }) => id).join(', ')}.`);
  const list = readList(targets.map((text) => text.replaceAll(/[\r\n]+/g, ' ')).join('\n'));
  if (list.badLines.length > 0) {
    const numbers = list.badLines.map(({ line }) => line).join(', ');
    throw wrong(`These targets, counted from 1, are neither names nor addresses: ${numbers}.`);
  }
  if (list.targets.length === 0) throw wrong('The list has no targets.');
  if (list.targets.length > MAX_LIST_TARGETS) throw wrong(`A list has at most ${MAX_LIST_TARGETS} targets.`);
  return { targets: list.targets, tools };
}

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
