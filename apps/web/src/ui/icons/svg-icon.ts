import { createElement } from 'react';

/** The lines of an icon: elements of SVG with their attributes. */
type Lines = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];

export type Icon = ReturnType<typeof createIcon>;

/** An icon as a component: all icons here are strokes in the text colour. */
export function createIcon(lines: Lines) {
  return function DrawnIcon({ className }: { readonly className?: string }) {
    return createElement(
      'svg',
      { className, ...look },
      ...lines.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}

const look = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;
