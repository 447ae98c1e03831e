import { escapeMarkup } from '@sonde/contract/escaping/escaping';

/** Markup that is safe to send: the values in it are escaped. */
export interface Markup {
  readonly markup: string;
}

type Part = string | number | Markup | readonly Markup[];

/** Template tag: escapes every value that is not markup already. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: String.raw({ raw: strings }, ...parts.map(toMarkup)) };
}

function toMarkup(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escapeMarkup(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}
