import type { Asked } from '../lookup/use-lookup-form.ts';

/** Optional parameters beside the domain; empty if not given. */
export interface MailOptions {
  readonly selectors: string;
  /** The address of a sending server, for which SPF is evaluated. */
  readonly ip: string;
  readonly sender: string;
}

export interface MailAsked extends Asked, MailOptions {}

export function optionsIn(query: URLSearchParams): MailOptions {
  const of = (name: keyof MailOptions) => query.get(name)?.trim() ?? '';
  return { selectors: of('selectors'), ip: of('ip'), sender: of('sender') };
}

/** The parameters of the options that are set. */
export function parametersOf(options: MailOptions): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value.trim() !== ''));
}
