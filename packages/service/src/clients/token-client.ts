const PREFIX = 'token:';

/** The name of a client that is identified by a token instead of its network. `id` is the id of the token, or of its owner. */
export const tokenClient = (id: string): string => PREFIX + id;

/** Whether this is the name of a token client; no network's name begins with the prefix. */
export const isTokenClient = (client: string): boolean => client.startsWith(PREFIX);
