import { nameOf } from './server-timing.ts';
import type { LookupTiming, TimedExchange } from './timing.ts';

/**
 * Where the time of a lookup went, as lines of text: the parts, then each exchange with its times in milliseconds after the
 * start; `*` marks the critical path.
 * @param asked describes the query of an exchange in a few words; default: nothing.
 */
export function timingLines(timing: LookupTiming, asked: (one: TimedExchange) => string = () => ''): string[] {
  const { exchanges, leftOut } = timing;
  const rows = exchanges.map((one) => {
    const times = [one.beganAtMs, one.openedAtMs, one.askedAtMs, one.answeredAtMs].map(cell).join(' ');
    return ` ${one.isCritical ? '*' : ' '} ${times}  ${[nameOf(one), asked(one)].filter((text) => text !== '').join('  ')}`;
  });
  return [
    timingSummary(timing),
    ...(rows.length > 0
      ? [`   ${['began', 'opened', 'asked', 'answered'].map((word) => word.padStart(8)).join(' ')}`]
      : []),
    ...rows,
    ...(leftOut > 0 ? [`   ${leftOut} more exchanges were not timed`] : []),
  ];
}

/** The parts on one line: `812.4 ms, 24 exchanges: queued 0.1, resolved 12.2, …`. */
export function timingSummary(timing: LookupTiming): string {
  const { totalMs, queuedMs, resolvedMs, connectedMs, exchangedMs, decodedMs, writtenMs, exchanges, leftOut } = timing;
  const parts: readonly (readonly [string, number | null])[] = [
    ['queued', queuedMs],
    ['resolved', resolvedMs],
    ['connected', connectedMs],
    ['exchanged', exchangedMs],
    ['decoded', decodedMs],
    ['written', writtenMs],
  ];
  const told = parts.flatMap(([name, ms]) => (ms === null ? [] : [`${name} ${ms.toFixed(1)}`]));
  return `${totalMs.toFixed(1)} ms, ${exchanges.length + leftOut} exchanges: ${told.join(', ')}`;
}

const cell = (ms: number | null) => (ms === null ? '-' : ms.toFixed(1)).padStart(8);
