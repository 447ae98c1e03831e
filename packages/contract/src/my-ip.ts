import * as z from 'zod/mini';
import { described } from './described.ts';
import { defineCall } from './tool.ts';

/** The address under which the server sees a client. Not a tool, since it measures nothing. */
export const myIp = defineCall({
  path: '/api/v2/myIp',
  title: 'My address',
  summary: 'The caller’s address as seen by this server',
  data: z.object({
    ip: described(
      z.nullable(z.string()),
      'The caller’s IPv4 or IPv6 address in canonical form (RFC 5952); null for a caller without an address, such as one on a Unix socket.',
      '192.0.2.1',
    ),
  }),
  cost: 0.25,
});
