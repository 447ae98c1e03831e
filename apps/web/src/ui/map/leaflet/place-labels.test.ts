import { describe, expect, it } from 'vitest';
import type { MapPlace } from '../cells/map-cell-reading.ts';
import { chooseLabels } from './place-labels.ts';

const SIZE = { width: 600, height: 400 };
/** A place at a pixel position. */
const place = (name: string, x: number, y: number, inhabitants: number): MapPlace => ({
  name,
  at: [y, x],
  inhabitants,
});
const toPixel = ({ at: [y, x] }: MapPlace) => ({ x, y });
const names = (places: readonly MapPlace[], taken = [] as Parameters<typeof chooseLabels>[3]) =>
  chooseLabels(places, toPixel, SIZE, taken).map(({ name }) => name);

describe('the names on a map', () => {
  it('labels the larger of two places that are too close', () => {
    expect(names([place('Bron', 110, 104, 37_825), place('Lyon', 100, 100, 472_317)])).toEqual(['Lyon']);
    expect(names([place('Bron', 100, 300, 37_825), place('Lyon', 100, 100, 472_317)])).toEqual(['Lyon', 'Bron']);
  });

  it('leaves out a name that the edge would cut', () => {
    expect(names([place('Francheville', 590, 100, 12_053), place('Oullins', -3, 100, 25_592)])).toEqual([]);
  });

  it('does not cover anything else, such as a pin', () => {
    expect(names([place('Lyon', 100, 100, 472_317)], [{ left: 85, right: 115, top: 70, bottom: 100 }])).toEqual([]);
  });

  it('writes larger places in larger letters', () => {
    const all = [place('Lyon', 10, 50, 472_317), place('Bron', 10, 150, 37_825), place('Vourles', 10, 250, 2_906)];
    expect(chooseLabels(all, toPixel, SIZE).map(({ size }) => size)).toEqual(['city', 'town', 'village']);
  });
});
