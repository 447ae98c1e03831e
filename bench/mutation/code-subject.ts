import type { Subject } from './subjects.ts';

export const WEB = 'apps/web/src';
export const API = 'apps/api/src';
export const CONTRACT = 'packages/contract/src';

export function subject(ids: string, under: string, ...literals: string[]): Subject[] {
  return literals.map((literal) => ({ ids: ids.split(' '), under, literal }));
}

/** Keys of a shape, as its schema declares them. */
export const fields = (ids: string, under: string, names: string) =>
  subject(ids, under, ...names.split(' ').map((name) => `«${name}»:`));
