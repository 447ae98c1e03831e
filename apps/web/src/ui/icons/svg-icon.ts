// In this folder: the renderer of icons.
import { createElement } from 'react';

interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

/**
 * Renders an icon of the library in place of the library's own renderer: all icons here are strokes in the text colour.
 */
export function createIcon({ node }: IconData) {
  return function Icon({ className }: { readonly className?: string }) {
    const lines = node.map(([tag, attributes]) => createElement(tag, attributes));
    return createElement('svg', { className, ...look }, ...lines);
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
