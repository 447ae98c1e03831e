import type { AnswerOf, AnyToolCall, Gap, InputOf } from '@sonde/contract';
import type { LocalData } from './data/data.ts';

/** Answers a checked call of a tool from the data of this machine; without data, with a gap. */
export type CallHandler<Call extends AnyToolCall> = (
  input: InputOf<Call>,
  data: LocalData,
) => Promise<AnswerOf<Call & { readonly path: `/api/v2/${string}` }>>;

// biome-ignore lint/suspicious/noExplicitAny: each takes the input of its own call
export type AnyCallHandler = (input: any, data: LocalData) => Promise<{ readonly gaps: readonly Gap[] }>;
