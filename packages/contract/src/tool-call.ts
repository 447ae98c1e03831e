import type * as z from 'zod/mini';

/**
 * A call at the path of a tool's lookup, answered at once from data on this machine. It is neither cached, shared with
 * other instances, nor recorded in a history.
 */
export interface ToolCall<Input extends z.ZodMiniObject, Answer extends z.ZodMiniObject> {
  /** The id of the operation in the API's documents. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** For a GET call, a parameter that the tool itself does not take: a request that has it is for this call. */
  readonly chosenBy: string | null;
  readonly title: string;
  /** What it answers, in one sentence. */
  readonly summary: string;
  /** The parameters of a GET call; the fields of the JSON body of a POST call. */
  readonly input: Input;
  readonly answer: Answer;
  readonly cost: number;
  readonly example: z.input<Input>;
}

/** Any tool call, for code that does not know individual tools. */
export interface AnyToolCall extends Omit<ToolCall<z.ZodMiniObject, z.ZodMiniObject>, 'example'> {
  readonly progress: null;
  readonly example: Readonly<Record<string, unknown>>;
}

export type InputOf<Call extends AnyToolCall> = z.output<Call['input']>;

export function defineToolCall<const Id extends string, Input extends z.ZodMiniObject, Answer extends z.ZodMiniObject>(
  call: ToolCall<Input, Answer> & { readonly id: Id },
) {
  return { ...call, progress: null };
}
