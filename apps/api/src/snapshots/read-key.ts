import { type AnyTool, ToolError } from '@sonde/contract';
import { type LookupRequest, type Service, WISHES } from '@sonde/service';

/** A call that is named by its path and query. */
export interface ReadKey {
  readonly tool: AnyTool;
  readonly request: LookupRequest;
  /** The call with the tool's main path and without `fresh`, `evidence` and `timing`. */
  readonly call: string;
}

/** @throws ToolError `invalid-input`, `refused-target`. */
export function readKey({ tools, check }: Pick<Service, 'tools' | 'check'>, key: string): ReadKey {
  const [path = '', search = ''] = key.split(/\?(.*)/s);
  const tool = tools.find((one) => one.path === path || one.alsoAt?.some((other) => other === path));
  if (tool === undefined) throw new ToolError('invalid-input', 'There is no such call.', { field: 'key' });
  const parameters = new URLSearchParams(search);
  for (const wish of WISHES) parameters.delete(wish);
  const names = [...new Set(parameters.keys())];
  const raw = names.map((name): [string, unknown] => {
    const values = parameters.getAll(name);
    return [name, values.length > 1 ? values : values[0]];
  });
  return { tool, request: check(tool, Object.fromEntries(raw)), call: `${tool.path}?${parameters}` };
}
