import { parseDnsServer } from '@sonde/contract/dns/server-target';
import type { Asked } from '../../lookup/use-lookup-form.ts';

/** The record types and the server of a lookup; empty for every common type and the resolver of this server. */
export interface DnsOptions {
  /** Separated by commas. */
  readonly types: string;
  readonly server: string;
}

export interface DnsAsked extends Asked {
  readonly options: DnsOptions;
}

export const noOptions: DnsOptions = { types: '', server: '' };

/** The options in the address of the page, where types may be repeated. */
export function optionsIn(query: URLSearchParams): DnsOptions {
  return { types: query.getAll('type').join(','), server: query.get('server') ?? '' };
}

/** The options as query parameters, for the page's address and the API. */
export function parametersOf({ types, server }: DnsOptions): Readonly<Record<string, string>> {
  const list = typesIn(types).join(',');
  const name = server.trim().replace(/^@/, '');
  return { ...(list === '' ? {} : { type: list }), ...(name === '' ? {} : { server: name }) };
}

/** Types may be separated by commas or spaces. */
function typesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((one) => one !== '');
}

/** Whether all could be names of types; the server has the list and rejects unknown ones. */
export function areTypes(text: string): boolean {
  return typesIn(text).every((one) => /^[a-z][a-z0-9-]*$/i.test(one));
}

export function isServer(text: string): boolean {
  const { server } = parametersOf({ types: '', server: text });
  return server === undefined || parseDnsServer(server) !== null;
}
