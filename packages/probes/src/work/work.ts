// work/: what is done for a visitor, counted where it is done and shared fairly between visitors.

import { createSignalContext } from '../async/signals.ts';
import type { WorkBudget } from './work-budget.ts';

/** Those for whom a lookup is made. */
export interface WorkOwner {
  /** The clients that wait for it; a new list when they change while it runs. Empty if nobody in particular does. */
  clients(): readonly string[];
  /** True for lookups of lists, which come after those of all visitors. */
  readonly isBackground: boolean;
}

/** The lookup to which some work belongs. */
export interface Work {
  readonly owner: WorkOwner;
  readonly budget: WorkBudget;
  /** Counts a question about this name before it is asked; null if no such questions are limited. */
  readonly countQuestion?: CountQuestion | null;
  /** Which of the configured resolvers are asked, if that matters. */
  readonly resolvers?: ResolverChoice;
}

/** Which of the configured resolvers a lookup asks. Addresses as in `DnsReply`. */
export interface ResolverChoice {
  /** Asked only if no other one answers. */
  readonly avoided: readonly string[];
  /** Called with the resolver of each answer. */
  note(resolver: string): void;
}

/**
 * Undefined if there is nothing to wait for: most questions are about the target itself.
 * @throws NetFailure or ToolError if it may not be asked, or the signal's reason
 */
export type CountQuestion = (name: string, signal: AbortSignal) => Promise<void> | undefined;

/** Owns what belongs to no lookup. */
export const nobody: WorkOwner = { clients: () => [], isBackground: false };

const works = createSignalContext<Work>();

/** The lookup to which this signal belongs; undefined for work of this server itself. */
export const workOf = works.of;

/** Counts a question that is about to be asked about this name, for the lookup to which the signal belongs. */
export function countQuestion(name: string, signal: AbortSignal): Promise<void> | undefined {
  const counted = works.of(signal)?.countQuestion?.(name, signal);
  return counted?.then(() => signal.throwIfAborted());
}

/** The clients that wait for the lookup to which this signal belongs. */
export function clientsOf(signal: AbortSignal): readonly string[] {
  return works.of(signal)?.owner.clients() ?? [];
}

/** Whatever runs under this signal, or under one derived from it, is counted as part of this lookup. */
export function attachWork(signal: AbortSignal, work: Work | undefined): void {
  if (work !== undefined) works.attach(signal, work);
}

/**
 * Runs a decoder and counts the processor time that it takes. What it has decoded is returned even if that exceeds the limit:
 * then nothing more is asked or decoded.
 * @throws NetFailure `work-limit`, without decoding, if the lookup has already used up its limits
 */
export function decodeFor<Decoded>(signal: AbortSignal, decode: () => Decoded): Decoded {
  works.of(signal)?.budget.spend('decodingMs', 0);
  return countDecoding(signal, decode);
}

/** The same for what has to be decoded in any case; a limit that is reached ends what follows. */
export function countDecoding<Decoded>(signal: AbortSignal, decode: () => Decoded): Decoded {
  const budget = works.of(signal)?.budget;
  if (budget === undefined) return decode();
  const startedAtMs = performance.now();
  const before = usageAround(startedAtMs);
  try {
    return decode();
  } finally {
    const tookMs = performance.now() - startedAtMs;
    budget.note('decodingMs', tookMs < SHORT_MS ? tookMs : Math.min(tookMs, usedMs(process.cpuUsage(before))));
  }
}

/** To ask for the processor time takes as long as decoding several DNS messages, so that of the last ten milliseconds will do. */
const USAGE_AGE_MS = 10;
/** Of a longer time, part may have passed without the processor, on a busy machine; and other threads use it meanwhile. */
const SHORT_MS = 0.25;

let usage = { atMs: Number.NEGATIVE_INFINITY, value: process.cpuUsage() };

/** The processor time used until now, or until shortly before: what is counted from it is never too little. */
function usageAround(nowMs: number): NodeJS.CpuUsage {
  if (nowMs - usage.atMs >= USAGE_AGE_MS) usage = { atMs: nowMs, value: process.cpuUsage() };
  return usage.value;
}

const usedMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
