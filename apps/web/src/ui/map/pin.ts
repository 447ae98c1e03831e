import { MARKER_PX } from './map-marker.ts';

const COLOURS = { red: '#c62828', blue: '#1957d2' } as const;

/** The marker's icon, 30 by 30 pixels; its tip is in the middle of the lower edge. */
export const pinSvg = svg(
  '<path d="M15 29S5 18.500 5 12a10 10 0 0 1 20 0c0 6.500-10 17-10 17z" fill="#1957d2" stroke="#fff" stroke-width="1.500"/>' +
    '<circle cx="15" cy="12" r="3.600" fill="#fff"/>',
);

/** A disc with the number of markers. */
export function clusterSvg(count: number, colour: keyof typeof COLOURS): string {
  return svg(
    `<circle cx="15" cy="15" r="14" fill="${COLOURS[colour]}" stroke="#fff" stroke-width="1.500"/>` +
      `<text x="15" y="15" fill="#fff" font-size="12" font-weight="600" text-anchor="middle" dominant-baseline="central">${count}</text>`,
  );
}

export function svgUrl(markup: string): string {
  return `data:image/svg+xml,${encodeURIComponent(markup)}`;
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${MARKER_PX}" height="${MARKER_PX}" viewBox="0 0 30 30" aria-hidden="true">${content}</svg>`;
}
