// pictures/: drawings of what was measured, the same for web pages and for reports as HTML files.

const tags = [
  ...(['svg', 'g', 'line', 'rect', 'circle', 'path', 'text'] as const),
  ...([
    'div',
    'p',
    'span',
    'strong',
    'small',
    'code',
    'ol',
    'ul',
    'li',
    'dl',
    'dt',
    'dd',
    'details',
    'summary',
  ] as const),
  ...(['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'] as const),
] as const;

type Value = string | number | undefined;

export interface DrawnElement {
  readonly tag: (typeof tags)[number];
  /** In the spelling of HTML. None has a hyphen except `data-` and `aria-`: React spells the others differently. */
  readonly attributes: Readonly<Record<string, Value>>;
  /** Custom properties for the style sheet, without their two hyphens. */
  readonly properties: Readonly<Record<string, string | number>>;
  readonly children: readonly Drawing[];
}

/** Part of a picture: an element, or a text as it was received. Who shows it makes texts safe. */
export type Drawing = string | DrawnElement;

/** A drawing with the heading that it has where it stands alone. */
export interface Picture {
  readonly title: string;
  readonly drawing: Drawing;
}

/** A part that may be absent. */
export type MaybeDrawing = Drawing | null | false | undefined;

export interface DrawnAttributes {
  readonly [name: string]: Value | Readonly<Record<string, string | number>>;
  readonly properties?: Readonly<Record<string, string | number>>;
}

/** @throws never; absent children are left out. */
export function draw(
  tag: DrawnElement['tag'],
  { properties = {}, ...attributes }: DrawnAttributes,
  ...children: readonly (MaybeDrawing | readonly MaybeDrawing[])[]
): DrawnElement {
  return {
    tag,
    attributes: attributes as DrawnElement['attributes'],
    properties,
    children: children
      .flat()
      .filter((child): child is Drawing => child !== null && child !== undefined && child !== false && child !== ''),
  };
}

/** Shapes without text: whoever cannot see them reads the words beside them. */
export const svg = (attributes: DrawnAttributes, ...children: Parameters<typeof draw>[2][]): DrawnElement =>
  draw('svg', { 'aria-hidden': 'true', ...attributes }, ...children);

/** Text for readers who do not see the shape that says the same. */
export const unseen = (text: string): DrawnElement => draw('span', { class: 'sr' }, text);

/** A share of the width or height, from 0 to 1, as the coordinate of a shape. */
export const share = (part: number): string => `${Math.round(Math.min(1, Math.max(0, part)) * 10_000) / 100}%`;
