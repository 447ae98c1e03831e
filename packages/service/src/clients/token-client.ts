const PREFIX = 'token:';

/** The name of a client that is known by a token and not by its network. `id` is that of the token, or of its owner. */
export const tokenClient = (id: string): string => PREFIX + id;

/** No name of a network begins like this. */
export const isTokenClient = (client: string): boolean => client.startsWith(PREFIX);
