import { type AnyToolCall, checkParameterNames, type Gap, ToolError, type ToolId } from '@sonde/contract';
import type { LocalData } from './data/data.ts';
import { callHandlers } from './tools/index.ts';

/**
 * Checks the parameters or the body of a call of a tool, and answers it.
 * @param raw the input, unchecked
 * @throws ToolError `invalid-input` with a text for the visitor and the name of the field
 */
export async function answerCall(
  id: string,
  call: AnyToolCall,
  raw: unknown,
  data: LocalData,
): Promise<{ readonly gaps: readonly Gap[] }> {
  const handler = callHandlers[id as ToolId]?.[call.id];
  if (handler === undefined) throw new Error(`${id} does not answer ${call.id}.`);
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    throw new ToolError('invalid-input', 'The body must be a JSON object.');
  }
  const fields = raw as Readonly<Record<string, unknown>>;
  const names = Object.keys(call.input.shape);
  // In a body, lists are lists; among parameters, a list means that a name was given twice.
  checkParameterNames(fields, names, call.method === 'POST' ? names : []);
  const parsed = call.input.safeParse(fields);
  if (parsed.success) return handler(parsed.data, data);
  const [issue] = parsed.error.issues;
  const field = issue?.path[0];
  throw new ToolError('invalid-input', issue?.message ?? 'The call is not valid.', {
    ...(typeof field === 'string' ? { field } : {}),
  });
}
