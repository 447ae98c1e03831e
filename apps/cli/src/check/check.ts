import { tools } from '@sonde/contract';
import {
  estimateList,
  type ListItem,
  listItems,
  PLACES_PAUSE_MS,
  unusedTargets,
} from '@sonde/contract/lists/list-items';
import { missedOf, type Policy, readPolicy, toolOf } from '@sonde/contract/lists/policy';
import { MAX_LIST_TARGETS } from '@sonde/contract/lists/read-list';
import { runItems } from '@sonde/service/lists/run-items';
import { type CliContext, terminalOf } from '../cli-context.ts';
import { withEngines } from '../engines.ts';
import { EXIT } from '../exit-status.ts';
import { printable } from '../print/printable.ts';
import { remoteLookups, ServerProblem } from '../remote/remote-lookups.ts';
import { openService } from '../serve/open-service.ts';
import { type Baseline, changesSince, notIn, readBaseline } from './baseline.ts';
import { type CheckedItem, exitStatusOfCheck } from './check-result.ts';
import { placeOfMistake } from './json-mistake.ts';
import { fileText, Misuse, shown, targetsOf } from './list-input.ts';
import { type AskItem, localLookups, withoutPlaces } from './local-lookups.ts';
import { checkLine, formatCheck, notMadeText } from './print-check.ts';
import type { CheckCall } from './read-check.ts';

/** Runs `sonde check` and returns the exit status. */
export async function check(command: CheckCall, context: CliContext): Promise<number> {
  try {
    return await checkAll(command, context);
  } catch (error) {
    if (context.signal.aborted) return EXIT.interrupted;
    if (!(error instanceof Misuse || error instanceof ServerProblem)) throw error;
    context.err(`sonde: ${error.message.split('\n').map(printable).join('\n')}`);
    return error instanceof Misuse ? EXIT.usage : EXIT.failure;
  }
}

interface Comparison {
  readonly policy: Policy;
  readonly baseline: Baseline | null;
}

async function checkAll(command: CheckCall, context: CliContext): Promise<number> {
  const items = await itemsOf(command, context);
  const comparison = {
    policy: command.policyFile === null ? new Map() : await policyOf(command.policyFile, command),
    baseline: command.baselineFile === null ? null : await baselineOf(command.baselineFile),
  };
  const from = command.from?.places ?? [];
  const unknown = comparison.baseline === null ? [] : notIn(comparison.baseline, items, from);
  if (unknown.length > 0) context.err(`sonde: not in the baseline, so not compared: ${shown(unknown)}`);
  const { lookups, seconds, because } = estimateList(items, () => null, from.length);
  context.err(`sonde: ${lookups} lookups, about ${seconds} s. ${because ?? ''}`.trimEnd());
  const options = { command, context, comparison };
  if (command.from !== null) {
    const { placesLookups } = await import('../places/ask-list.ts');
    return run(items, placesLookups(command.from, context.env), options);
  }
  if (command.remote !== null) return run(items, withoutPlaces(remoteLookups(command.remote, context.env)), options);
  return withEngines(context, (engines) =>
    run(items, withoutPlaces(localLookups(openService(engines, context.env))), options),
  );
}

interface RunOptions {
  readonly command: CheckCall;
  readonly context: CliContext;
  readonly comparison: Comparison;
}

async function run(items: readonly ListItem[], ask: AskItem, { command, context, comparison }: RunOptions) {
  const { signal, out, err, isTerminal } = context;
  const format = command.format ?? (isTerminal ? 'table' : 'json');
  const results = new Map<ListItem, readonly CheckedItem[]>();
  const places = Math.max(1, command.from?.places.length ?? 1);
  const stopped = await runItems({
    items,
    signal,
    now: () => performance.now(),
    pauseMs: () => (command.from === null ? 0 : PLACES_PAUSE_MS),
    async lookUp(item: ListItem) {
      const start = performance.now();
      const ended = await ask(item, signal);
      return { ...ended, durationMs: performance.now() - start };
    },
    onEnd(item, { outcomes, durationMs }) {
      const checked = outcomes.map(
        (found): CheckedItem => ({
          ...found,
          durationMs,
          endedAt: new Date().toISOString(),
          missed: missedOf(comparison.policy, found),
          changes: changesSince(comparison.baseline, found),
        }),
      );
      results.set(item, checked);
      if (format === 'ndjson') for (const one of checked) out(checkLine(one));
    },
  }).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (stopped !== null && (results.size === 0 || !isExpectedEnd(stopped.error, signal))) throw stopped.error;
  // In the order of the list, not in that in which the lookups ended.
  const all = items.flatMap((item) => results.get(item) ?? []);
  const notMade = (items.length - results.size) * places;
  const written = formatCheck(format, { results: all, notMade }, command, terminalOf(context, command.color));
  if (written !== null) out(written);
  if (stopped === null) return exitStatusOfCheck(command, all);
  if (stopped.error instanceof ServerProblem) err(`sonde: ${printable(stopped.error.message)}`);
  err(`sonde: Stopped early: ${notMadeText(notMade)}`);
  if (signal.aborted) return EXIT.interrupted;
  return exitStatusOfCheck(command, all) === EXIT.findings ? EXIT.findings : EXIT.failure;
}

/** Whether the results so far are to be printed: after a bug, they might be wrong. */
const isExpectedEnd = (error: unknown, signal: AbortSignal) => signal.aborted || error instanceof ServerProblem;

async function itemsOf(command: CheckCall, context: CliContext): Promise<readonly ListItem[]> {
  const { file, targets } = command;
  const text = file === null ? targets.join('\n') : await fileText(file);
  const listed = targetsOf(text);
  checkSize(listed.length, command.from?.places.length ?? 0);
  const asked = command.tools.map((id) => tools[id]);
  const items = listItems(listed, asked);
  if (items.length === 0)
    throw new Misuse(`${command.tools.join(', ')}: no target in the list can be looked up with these tools.`);
  const left = unusedTargets(listed, asked);
  if (left.length > 0)
    context.err(`sonde: skipped, because none of the tools accepts them: ${shown(left.map(({ target }) => target))}`);
  return items;
}

/** Each target counts once for each place, as in the lists of a server. @throws Misuse */
function checkSize(targets: number, places: number): void {
  if (targets * places > MAX_LIST_TARGETS)
    throw new Misuse(`From ${places} places, a list has at most ${Math.floor(MAX_LIST_TARGETS / places)} targets.`);
}

async function policyOf(file: string, { tools: asked }: CheckCall): Promise<Policy> {
  const text = await fileText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Misuse(`${file} is not JSON: see ${placeOfMistake(text)}.`);
  }
  const { policy, problems } = readPolicy(value);
  const unasked = [...policy.keys()].filter((path) => !asked.some((id) => id === toolOf(path)));
  if (problems.length > 0) throw new Misuse(`${file}: ${problems.join(' ')}`);
  // A condition without a matching lookup would look as if it were met.
  if (unasked.length > 0) throw new Misuse(`${file}: ${unasked.join(', ')} needs a tool that is not in --tools.`);
  return policy;
}

async function baselineOf(file: string): Promise<Baseline> {
  const text = await fileText(file);
  try {
    return readBaseline(text);
  } catch (error) {
    throw new Misuse(`${file} ${(error as Error).message}.`);
  }
}
