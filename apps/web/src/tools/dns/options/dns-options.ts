import { parseDnsServer } from '@sonde/contract/dns/server-target';
import type { Asked } from '../../lookup/use-lookup-form.ts';

/** What a lookup asks for, and whom; empty texts for every common type and the resolver of this server. */
export interface DnsOptions {
  /** With commas between them. */
  readonly types: string;
  readonly server: string;
}

export interface DnsAsked extends Asked {
  readonly options: DnsOptions;
}

export const noOptions: DnsOptions = { types: '', server: '' };

/** The options in the address of the page; types may be repeated there. */
export function optionsIn(query: URLSearchParams): DnsOptions {
  return { types: query.getAll('type').join(','), server: query.get('server') ?? '' };
}

/** The options as query parameters, of the page's address and of the API. */
export function parametersOf({ types, server }: DnsOptions): Readonly<Record<string, string>> {
  const list = typesIn(types).join(',');
  const name = server.trim().replace(/^@/, '');
  return { ...(list === '' ? {} : { type: list }), ...(name === '' ? {} : { server: name }) };
}

/** Types are written with commas or spaces between them. */
function typesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((one) => one !== '');
}

/** Whether they could be names of types; the list of them is the server's, which says what it does not know. */
export function areTypes(text: string): boolean {
  return typesIn(text).every((one) => /^[a-z][a-z0-9-]*$/i.test(one));
}

export function isServer(text: string): boolean {
  const { server } = parametersOf({ types: '', server: text });
  return server === undefined || parseDnsServer(server) !== null;
}
