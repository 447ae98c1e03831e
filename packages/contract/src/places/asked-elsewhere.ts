/* Which lookups places can be asked for, and what `from` may name: one rule for the API, pages, the command line, MCP and agents. */
import { ToolError } from '../failure.ts';
import type { AnyTool } from '../tool.ts';
import { MAX_PLACES_ASKED, PLACE_ID, SELF } from './places.ts';

/** The parameter with the ids of the places, and the field that a failure names. */
export const FROM = 'from';

/**
 * Whether places can be asked for lookups of a tool. Tools that contact nobody have the same answer everywhere, and a tool
 * whose plainest lookup burdens its target is not made from several places at once.
 */
export const isAskedElsewhere = (tool: AnyTool): boolean =>
  tool.contacts.length > 0 && tool.burdens?.(tool.query.parse(tool.example)) !== true;

/**
 * Refuses a lookup that burdens its target, which several places would multiply.
 * @param query as the tool's contract has read it.
 * @throws ToolError `invalid-input`.
 */
export function refuseBurden(tool: AnyTool, query: Readonly<Record<string, unknown>>): void {
  if (tool.burdens?.(query) === true)
    throw new ToolError(
      'invalid-input',
      'This lookup burdens its target, and is not made from several places at once.',
    );
}

/**
 * The places that `from` names, each once, in the order given: ids separated by commas, or a list of ids.
 * @throws ToolError `invalid-input` on the field `from`: for anything else, none, or more than `MAX_PLACES_ASKED`.
 */
export function readFrom(from: unknown): readonly string[] {
  const given = typeof from === 'string' ? from.split(',') : from;
  if (!Array.isArray(given)) throw misused(`'${FROM}' takes ids of places, separated by commas.`);
  // Before anything is made of them: a list may be as long as a message.
  if (given.length > MAX_PLACES_ASKED) throw misused(`'${FROM}' takes at most ${MAX_PLACES_ASKED} places.`);
  const ids = given.map((id: unknown) => (typeof id === 'string' ? id.trim() : ''));
  if (ids.length === 0 || ids.some((id) => !PLACE_ID.test(id)))
    throw misused(`'${FROM}' takes ids of places, such as fra, or ${SELF} for the server itself.`);
  return [...new Set(ids)];
}

/** The failure for ids that no place of this server has. */
export const unknownPlaces = (ids: readonly string[]): ToolError =>
  misused(`'${FROM}' names places that this server does not have: ${ids.join(', ')}.`);

const misused = (message: string) => new ToolError('invalid-input', message, { field: FROM });
