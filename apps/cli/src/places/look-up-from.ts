import { type AnyTool, ToolError, type ToolId, tools } from '@sonde/contract';
import { FROM, refuseBurden } from '@sonde/contract/places/asked-elsewhere';
import { placesCall } from '@sonde/contract/places/places';
import { readPlaces } from '@sonde/contract/places/places-in-words';
import { checkQuery } from '@sonde/probes';
import { type CliContext, terminalOf } from '../cli-context.ts';
import { EXIT, placesStatus } from '../exit-status.ts';
import { interpretQuery } from '../input/interpret-target.ts';
import type { Common } from '../input/options.ts';
import { printFailure } from '../look-up.ts';
import type { OutputFormat } from '../print/format-names.ts';
import { printable, printableJson } from '../print/printable.ts';
import { callPlaces } from './call-places.ts';
import type { AskedFrom } from './read-from.ts';
import { renderPlaces } from './render-places.ts';

export interface LookupFrom extends Pick<Common<OutputFormat>, 'format' | 'failOn' | 'color'> {
  readonly id: ToolId;
  readonly query: Readonly<Record<string, string>>;
  readonly from: AskedFrom;
}

/** Has places make one lookup, prints their answers, and returns the exit status. */
export async function lookUpFrom(asked: LookupFrom, context: CliContext): Promise<number> {
  const { out, err, isTerminal, signal } = context;
  const { id, from } = asked;
  const { query, note } = interpretQuery(id, asked.query);
  if (note !== null) err(`sonde: ${printable(note)}`);
  const refusal = refusalOf(id, query);
  if (refusal !== null) {
    printFailure(refusal, err);
    return refusal.code === 'invalid-input' ? EXIT.usage : EXIT.failure;
  }
  const question = { ...query, [FROM]: from.places.join(',') };
  const data = await callPlaces(placesCall(id).path, question, { server: from.server, context, what: id });
  if (typeof data === 'number') return data;
  const answer = readPlaces(data);
  if (answer === null) {
    err(`sonde: ${from.server.origin} gave an answer without places.`);
    return EXIT.failure;
  }
  const format = asked.format ?? (isTerminal ? 'table' : 'json');
  const target = query[tools[id].target] ?? '';
  const terminal = terminalOf(context, asked.color);
  out(format === 'json' ? printableJson(data) : renderPlaces({ id, target, answer, terminal }).join('\n'));
  return signal.aborted ? EXIT.interrupted : placesStatus(answer, asked.failOn);
}

/** Why the server would refuse the query of the tool; null if it would not. */
function refusalOf(id: ToolId, query: LookupFrom['query']): ToolError | null {
  const tool: AnyTool = tools[id];
  try {
    refuseBurden(tool, checkQuery(id, query).query);
    return null;
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}
