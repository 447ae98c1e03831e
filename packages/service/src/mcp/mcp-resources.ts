import { counted } from '@sonde/contract/text/counted';
import { partsOf, withoutHidden } from './bounded.ts';
import { notice } from './mcp-tools.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';

/** A kind of resource that a server stores by name. */
export interface McpResources {
  /** The prefix of the URI, before the name: `sonde://r/`. */
  readonly prefix: `sonde://${string}/`;
  readonly name: string;
  readonly title: string;
  /** The description, in sentences. */
  readonly description: string;
  /** Returns null if there is none with this name, or it must not be shown. */
  read(name: string): Promise<object | null>;
}

const MAX_BYTES = 20_000;
/** Overhead in bytes around the content: the notice and counts. */
const AROUND_BYTES = 1_000;
const PART = /^([^?]*)(?:\?part=([1-9]\d{0,5}))?$/;

export const listTemplates = ({ prefix, name, title, description }: McpResources) => ({
  resourceTemplates: [
    {
      name,
      title,
      mimeType: 'application/json',
      uriTemplate: `${prefix}{id}{?part}`,
      description: `${description} ${notice}`,
    },
  ],
});

export const partsText = (what: string, parts: number): string => `The ${what} has ${counted(parts, 'part')}.`;

/** Reads a part of a resource, limited in size and with hidden characters written out, like an answer. */
export async function readResource(resources: McpResources, uri: unknown): Promise<object> {
  const { prefix } = resources;
  const [, id = '', part = '1'] =
    typeof uri === 'string' && uri.startsWith(prefix) ? (PART.exec(uri.slice(prefix.length)) ?? []) : [];
  const found = id === '' ? null : await resources.read(id);
  if (found === null) throw new RpcError(rpcCodes.noSuchResource, 'There is no such resource.');
  const parts = partsOf(withoutHidden(found), MAX_BYTES - AROUND_BYTES);
  const shown = parts[Number(part) - 1];
  if (shown === undefined) throw new RpcError(rpcCodes.invalidParameters, partsText('resource', parts.length));
  const text = JSON.stringify({ notice, part: Number(part), parts: parts.length, content: shown });
  return { contents: [{ uri, mimeType: 'application/json', text }] };
}
