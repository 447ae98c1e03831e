import type * as z from 'zod/mini';

/**
 * A call beside the lookup of a tool, at the same path: answered at once from the data of this machine. It is neither
 * cached, nor shared with other instances, nor kept in a history.
 */
export interface ToolCall<Input extends z.ZodMiniObject, Answer extends z.ZodMiniObject> {
  /** For documents: the id of the operation. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Of a GET call the parameter that the tool itself does not take: a request that has it is for this call. */
  readonly chosenBy: string | null;
  readonly title: string;
  /** One sentence: what it answers. */
  readonly summary: string;
  /** The parameters of a GET call; the fields of the JSON body of a POST call. */
  readonly input: Input;
  readonly answer: Answer;
  readonly cost: number;
  readonly example: z.input<Input>;
}

/** Any of them, for code that knows no tool by name. */
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
