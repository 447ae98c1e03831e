/** The place of the server itself, in the parameter `from` and in answers. */
export const SELF = 'self';

/** The ids of places in a sentence. */
export const listedPlaces = (ids: readonly string[]): string =>
  ids.map((id) => (id === SELF ? 'this server' : id)).join(', ');
