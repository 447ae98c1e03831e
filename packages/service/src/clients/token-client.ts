const PREFIX = 'token:';
const CONFIGURED = 'configured:';

/** The name of a client that is identified by a token instead of its network. `id` is the id of the token, or of its owner. */
export const tokenClient = (id: string): string => PREFIX + id;

/** The client that is identified by a token of the operator, with this name. */
export const configuredClient = (name: string): string => tokenClient(CONFIGURED + name);

/** Whether this is the name of a client that is identified by the token of an account, of which anyone may have several. */
export const isAccountClient = (client: string): boolean =>
  isTokenClient(client) && !client.startsWith(PREFIX + CONFIGURED);

/** Whether this is the name of a token client; no network's name begins with the prefix. */
export const isTokenClient = (client: string): boolean => client.startsWith(PREFIX);
