/**
 * Where the path of the demo is: a network for documentation (RFC 5737), which nobody on the internet has, so that the
 * addresses of its routers are nobody's.
 */
export const PATH_NETWORK = '198.51.100.0/24';

export const PATH_NAME = 'path.test';

/** How far away the target is; all hops before it are routers. */
const DISTANCE = 8;
/** The hop that limits its answers. */
export const LIMITED_HOP = 4;

/** The address from which packets to the target are sent. */
export const NEAR_ADDRESS = '198.51.100.1';

/** One hop: a network namespace with one address. */
export interface PathHop {
  readonly ttl: number;
  /** Of the namespace; routers have it as their name in the DNS as well. */
  readonly name: string;
  readonly address: string;
}

/** The hops in order, the target last. */
export const pathHops: readonly PathHop[] = Array.from({ length: DISTANCE }, (_, index) => ({
  ttl: index + 1,
  name: index + 1 === DISTANCE ? 'target' : `r${index + 1}`,
  address: `198.51.100.${10 * (index + 1)}`,
}));

/** Whether the path is there: with the address of its target, or with the reason why it is missing. */
export type PathState = { readonly address: string } | { readonly missing: string };
