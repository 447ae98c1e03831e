// X-Frame-Options (HTML, section 7.6): who may show the page in a frame.
import { trimSpace } from './header-fields.ts';

/** `deny` and `sameorigin` are applied; `contradictory` values block every frame; `ignored` has no effect. */
export type FrameOptions = 'deny' | 'sameorigin' | 'contradictory' | 'ignored';

/** Reads a combined value. ALLOW-FROM is no longer known by any browser and is ignored. */
export function parseFrameOptions(value: string): FrameOptions {
  const words = new Set(value.split(',').map((word) => trimSpace(word).toLowerCase()));
  const has = (word: string) => words.has(word);
  if (words.size > 1) return has('deny') || has('sameorigin') || has('allowall') ? 'contradictory' : 'ignored';
  if (has('deny')) return 'deny';
  return has('sameorigin') ? 'sameorigin' : 'ignored';
}
