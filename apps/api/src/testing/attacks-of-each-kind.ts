import type { AnyTool } from '@sonde/contract';

export const REFUSED_RANGES = 'geo: an address of a refused range';
/** Tried at every tool. */
const EVERYWHERE = ['a name that leads inside', 'something around the host'];

/** Each trick at one tool, at another one than the trick before. */
export function oneOfEachKind(all: readonly string[], tools: readonly AnyTool[]): string[] {
  const trickOf = (category: string) => category.split(': ', 2)[1];
  const tricks = [...new Set(all.map(trickOf))];
  return all.filter((category) => {
    const trick = trickOf(category);
    if (trick === undefined || category === REFUSED_RANGES || EVERYWHERE.includes(trick)) return true;
    return category.startsWith(`${tools[tricks.indexOf(trick) % tools.length]?.id}: `);
  });
}
