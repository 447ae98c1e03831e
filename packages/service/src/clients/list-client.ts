const PREFIX = 'list ';

/** The name under which the lookups of an account's lists are counted. */
export const listClient = (owner: string): string => PREFIX + owner;

/** Whether this is the name of a client of lists; no network's name and no token's begins with the prefix. */
export const isListClient = (client: string): boolean => client.startsWith(PREFIX);
